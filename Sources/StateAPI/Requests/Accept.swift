import HTTPCore

extension StateAPI {
    /// Rejects a client that does not accept JSON (RFC 9110 section 12.5.1).
    ///
    /// - Throws: `ProblemType.notAcceptable`.
    func checkAccept(_ request: HTTPRequest) throws(APIError) {
        guard request.accepts("application/json") else { throw .problem(.notAcceptable) }
    }
}
