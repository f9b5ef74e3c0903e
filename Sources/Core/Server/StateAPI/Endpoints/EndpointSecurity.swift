import HTTPCore
import JSON

extension Endpoint {
    /// The credential that a request needs.
    package enum Security {
        /// None that the document describes. Operators have one of their own.
        case none
        /// The token or the cookie of the session in the path.
        case session
        /// The token or the cookie of the expired session in the path.
        case expiredSession
        /// The credential of the session that the request continues, or none for a new session.
        case optional

        /// The problems of finding a session and checking its credential.
        var problems: [ProblemType] {
            self == .session ? [.unauthorized, .credentialReplaced, .expired, .unreadable] : []
        }

        /// The requirements in the form of OpenAPI.
        ///
        /// A request needs to meet one of them.
        var json: JSONValue {
            switch self {
            case .none: []
            case .session, .expiredSession: [["token": []], ["cookie": []]]
            case .optional: [[:], ["token": []], ["cookie": []]]
            }
        }
    }
}
