import Coordination
import HTTPCore
package import Sessions

extension CostlyWork {
    /// The party for which work is done, with a queue and a thread of its own.
    package enum Reader: Sendable {
        /// A client, with the credential of a session.
        case client
        /// An operator, or a page for developers on this machine.
        case `operator`
    }
}

extension APICall {
    /// Runs the costly part of the call at its turn.
    ///
    /// - Parameters:
    ///   - reader: The party that sends the request.
    ///   - session: The session that the call is about, or `nil` if it is about none.
    ///   - body: Called on the thread of the party's work, unless the client has gone before. It keeps the turn to its end.
    /// - Throws: A problem with `Retry-After` if too many such requests wait.
    package func withTurn(
        of reader: CostlyWork.Reader,
        for session: SessionID?,
        _ body: @escaping @Sendable (CostlyWork.Turn) -> Void
    ) throws(APIError) {
        try withTurn(in: reader == .client ? api.clientWork : api.operatorWork, for: session, body)
    }

    /// Runs the costly part of the call at its turn in a queue.
    func withTurn(
        in work: CostlyWork,
        for session: SessionID?,
        _ body: @escaping @Sendable (CostlyWork.Turn) -> Void
    ) throws(APIError) {
        try work.add(session, request.client, for: reply, work: body)
    }
}
