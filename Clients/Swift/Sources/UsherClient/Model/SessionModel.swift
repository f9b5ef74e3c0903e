#if canImport(Observation)
import Foundation
import Observation

/// A session for the views of SwiftUI and similar libraries.
///
/// Its properties are observed, and its functions return at once, so a button can call them. Taps are sent in the order in
/// which they were made.
///
/// ```swift
/// struct AppView: View {
///     @State private var model = SessionModel(session)
///
///     var body: some View {
///         Content(state: model.state)
///             .environment(model)
///             .task { await model.run() }
///     }
/// }
/// ```
@MainActor
@Observable
public final class SessionModel {
    /// Everything about the session that the user sees.
    public private(set) var display = Display()
    /// The outcome of the last tap that was not accepted, until the next tap.
    public private(set) var rejection: Outcome?
    /// The reason why there is no session, until the next try.
    public private(set) var failure: SessionError?

    /// The session that the model shows.
    @ObservationIgnored public let session: Session
    /// The taps that are not in the queue of the session yet.
    @ObservationIgnored private var taps: AsyncStream<SubmittedTap>
    @ObservationIgnored private var writer: AsyncStream<SubmittedTap>.Continuation

    /// Shows a new display by making the change that it is given, such as within a transaction without animations.
    @ObservationIgnored public var show: @MainActor (_ next: Display, _ change: () -> Void) -> Void = { $1() }

    /// A tap, and the function that gets its outcome.
    private struct SubmittedTap: Sendable {
        let tap: Tap
        let observe: (@MainActor (Outcome) -> Void)?
    }

    /// Creates a model of a session.
    public init(_ session: Session) {
        self.session = session
        (taps, writer) = AsyncStream.makeStream()
    }

    /// The state to draw.
    public var state: NavigationState? { display.state }

    /// The screen in front.
    public var front: Screen? { display.state?.front }

    /// Opens the session, and shows it until the task is cancelled.
    ///
    /// Then it closes the session.
    public func run(link: String? = nil) async {
        let displaying = Task { [session] in
            for await display in await session.displays() { adopt(display) }
        }
        await open { session throws(SessionError) in try await session.open(link: link) }
        for await tap in taps { observe(await session.submit(tap.tap), tap.observe) }
        // The task was cancelled, which has ended the stream of taps, too.
        (taps, writer) = AsyncStream.makeStream()
        await session.close()
        displaying.cancel()
    }

    /// Starts a new session in place of the one at hand, as after its end.
    public func start(link: String? = nil) async {
        await open { session throws(SessionError) in try await session.start(link: link) }
    }

    /// Continues the expired session or starts its application again, as the server has proposed.
    public func resume() async {
        await open { session throws(SessionError) in try await session.resume() }
    }

    private func open(_ open: (Session) async throws(SessionError) -> Void) async {
        failure = nil
        do throws(SessionError) {
            try await open(session)
        } catch {
            if error != .cancelled { failure = error }
        }
    }

    /// Sends something that the user has done, behind everything before it.
    ///
    /// - Parameters:
    ///   - tap: The action of the user.
    ///   - observe: Gets the outcome, when ``display`` has the state that follows from it.
    public func perform(_ tap: Tap, observe: (@MainActor (Outcome) -> Void)? = nil) {
        rejection = nil
        writer.yield(SubmittedTap(tap: tap, observe: observe))
    }

    /// Reports an output of a screen.
    ///
    /// A second press before the first has its outcome is ignored.
    public func report(_ output: String, _ payload: JSONValue? = nil, on screen: Screen) {
        var tap = Tap.report(output, payload, on: screen.key)
        tap.repetition = .isIgnored
        perform(tap)
    }

    /// Goes back by one screen, or to the screen of a key.
    public func back(to screen: String? = nil) { perform(.back(to: screen)) }

    /// Closes the modal in front.
    public func dismiss() { perform(.dismiss) }

    /// Selects a tab.
    public func select(tab key: String) { perform(.tab(key)) }

    private func observe(_ outcome: Task<Outcome, Never>, _ observe: (@MainActor (Outcome) -> Void)?) {
        Task {
            let outcome = await outcome.value
            // The stream of displays may be behind, and an observer looks at the state after the outcome.
            adopt(await session.display)
            switch outcome {
            case .accepted, .ignored, .replaced: break
            default: rejection = outcome
            }
            observe?(outcome)
        }
    }

    /// Shows a display, unless a newer one is shown already.
    private func adopt(_ next: Display) {
        guard next.changes >= display.changes, next != display else { return }
        show(next) { display = next }
    }
}
#endif
