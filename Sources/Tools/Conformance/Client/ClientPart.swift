/// A part of the contract that a client may leave out, and says so in its first line.
package enum ClientPart: String, CaseIterable, Sendable {
    /// It asks for patches and applies them.
    case patches
    /// It follows the session by the stream of events.
    case stream
    /// It continues an expired session.
    case resume
    /// It has its session again after a restart.
    case storage
    /// It keeps taps through a restart without a network.
    case offline
    /// It reads rows beside the state.
    case rows
    /// It keeps what was typed into a form.
    case drafts
    /// It draws the elements of views.
    case elements
}
