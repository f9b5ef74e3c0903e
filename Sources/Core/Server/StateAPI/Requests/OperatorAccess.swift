package import HTTPCore

/// The requests that the calls for operators accept.
package enum OperatorAccess: Sendable {
    /// Programs and browsers on this machine, without a credential.
    case thisMachine
    /// Requests with a token, wherever they come from.
    case token(OperatorToken)

    /// Rejects a request that is not an operator's.
    ///
    /// - Throws: `notFound` for a request from another machine where none may come from one, and `operatorTokenRequired` for one
    ///   without the token.
    func check(_ request: HTTPRequest) throws(APIError) {
        switch self {
        case .thisMachine: guard request.isFromThisMachine else { throw .problem(.notFound) }
        case .token(let token): guard token.isPresented(by: request) else { throw .problem(.operatorTokenRequired) }
        }
    }

    /// Rejects a request that is not an operator's, or that a page of another origin made a browser send.
    package func checkCall(_ request: HTTPRequest) throws(APIError) {
        try check(request)
        try request.checkSameOrigin()
    }
}
