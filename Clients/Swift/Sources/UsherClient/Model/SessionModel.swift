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
    @ObservationIgnored private var taps: AsyncStream<Tap>
    @ObservationIgnored private var writer: AsyncStream<Tap>.Continuation

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
            for await display in await session.displays() { self.display = display }
        }
        failure = nil
        do throws(SessionError) {
            try await session.open(link: link)
        } catch {
            if error != .cancelled { failure = error }
        }
        for await tap in taps { observe(await session.submit(tap)) }
        // The task was cancelled, which has ended the stream of taps, too.
        (taps, writer) = AsyncStream.makeStream()
        await session.close()
        displaying.cancel()
    }

    /// Sends something that the user has done, behind everything before it.
    public func perform(_ tap: Tap) {
        rejection = nil
        writer.yield(tap)
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

    private func observe(_ outcome: Task<Outcome, Never>) {
        Task {
            switch await outcome.value {
            case .accepted, .ignored, .replaced: break
            case let other: rejection = other
            }
        }
    }
}
#endif
