import Foundation

/// A session with a server, as one user has it on one device.
///
/// It starts the session or continues a stored one, follows its states, and sends what the user does, one tap after
/// another. Each tap has one idempotency key for all its tries, so it takes effect once, however often the network
/// loses it.
///
/// ```swift
/// let session = Session(server: url, app: "items", storage: KeychainStorage(service: "com.example.items"))
/// try await session.open()
/// for await display in await session.displays() {
///     draw(display)
/// }
/// await session.perform(.report("itemSelected", 5, on: "k3"))
/// ```
///
/// An open session keeps itself alive. Call ``close()`` when the app does not show it any more, and ``end()`` when the
/// user has logged out for good.
public actor Session {
    let calls: Calls
    let app: String?
    let client: ClientDescription
    let transport: any Transport
    let storage: any SecureStorage
    let clock: any Clock<Duration>
    let timing: Timing

    /// The credential of the session at hand.
    var credential: Credential?
    /// The last state of the server.
    var confirmed: NavigationState?
    /// The state to draw: ``confirmed``, changed by the gestures that wait for their results.
    var shown: NavigationState?
    var phase = Phase.opening
    var connection = Connection.online
    var queue = TapQueue()
    /// The outputs that each screen had when it was in front last, by key.
    var offers: [String: JSONValue] = [:]
    var drafts = Drafts()
    /// The time by which the server's clock is ahead of the device's, in seconds.
    var clockAhead = TimeInterval(0)
    /// The number of times that the display has changed.
    private var changes = 0

    /// Sends the taps of the queue.
    var sending: Task<Void, Never>?
    /// Waits until no effect runs.
    var idling: Task<Void, Never>?
    /// Follows the states of the session.
    var following: Task<Void, Never>?
    /// Stores what has changed, after a while.
    var storing: Task<Void, Never>?
    /// The pauses before further tries.
    ///
    /// A pause that is cancelled ends at once.
    var pauses: [UUID: Task<Void, Never>] = [:]
    /// The tasks that wait for the response to the tap on its way.
    var waitersForResponse: [CheckedContinuation<Void, Never>] = []
    var observers: [UUID: AsyncStream<Display>.Continuation] = [:]

    /// Creates a session.
    ///
    /// Nothing is sent before ``open(link:)``.
    ///
    /// - Parameters:
    ///   - server: The address of the server, such as `https://example.com`.
    ///   - app: The name of the application, or `nil` for the server's default.
    ///   - client: The app and its device.
    ///   - storage: The place for the token and the last state.
    ///   - transport: Sends the requests.
    ///   - clock: Measures all pauses and times.
    ///   - timing: The pauses and times.
    public init(
        server: URL,
        app: String? = nil,
        client: ClientDescription = ClientDescription(),
        storage: any SecureStorage,
        transport: any Transport = URLSessionTransport(),
        clock: any Clock<Duration> = ContinuousClock(),
        timing: Timing = Timing()
    ) {
        calls = Calls(server: server)
        self.app = app
        self.client = client
        self.storage = storage
        self.transport = transport
        self.clock = clock
        self.timing = timing
    }

    /// The things that the user sees at this moment.
    public var display: Display {
        var display = Display()
        display.state = shown
        display.isPredicted = shown != confirmed
        display.phase = phase
        display.connection = connection
        display.waiting = queue.taps.map(\.tap)
        display.clockAhead = clockAhead
        display.changes = changes
        return display
    }

    /// The displays from now on, beginning with the current one.
    ///
    /// A reader that is slow gets the newest only.
    public func displays() -> AsyncStream<Display> {
        let (stream, writer) = AsyncStream<Display>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        observers[id] = writer
        writer.onTermination = { [weak self] _ in
            Task { await self?.removeObserver(id) }
        }
        writer.yield(display)
        return stream
    }

    /// The time of the server, with which `enabledAt` of a button is compared.
    public var serverTime: Date { Date().addingTimeInterval(clockAhead) }

    private func removeObserver(_ id: UUID) {
        observers[id] = nil
    }

    /// Predicts the state to draw again, and tells the observers.
    func publish() {
        shown = confirmed.map { state in
            queue.taps.reduce(state) { state, tap in
                guard !tap.isAnswered, let prediction = tap.prediction else { return state }
                return state.predicting(prediction, offers: offers) ?? state
            }
        }
        changes += 1
        guard !observers.isEmpty else { return }
        let display = display
        for observer in observers.values { observer.yield(display) }
    }
}

/// The credential of a session.
struct Credential: Sendable, Hashable, Codable {
    /// The id of the session.
    let id: String
    /// The token, which changes when the user proves an identity.
    var token: String
}
