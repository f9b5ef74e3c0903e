import Coordination
import Counter
import Sessions
import SessionsTesting
import Testing

/// A state of the counter with a pending effect and a timer that is due after a minute.
struct CounterState {
    let pending: [PendingEffect]
    let bytes: [UInt8]
    /// The change of a step that leaves the state as it is.
    let change: [UInt8]

    init() throws {
        let application = try CounterApplication.make()
        let context = StepContext(now: SampleSessions.start, session: "s", client: ClientInfo())
        var state = try application.start(at: context).state
        for output in ["askQuietly", "startTimer"] {
            let screen = try #require(state.focus?.key)
            state = try application.apply(.output(output, screen: screen, payload: nil), to: state, at: context).state
        }
        pending = state.pending
        bytes = try application.encode(state)
        change = try application.encode(state, changes: StateChanges()).bytes
    }
}
