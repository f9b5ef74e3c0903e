import HTTPCore
import Sessions
import StateAPI

/// The bearer token of an agent: the id of the session, a point, and the secret.
///
/// It has the session because all agents use one endpoint.
struct AgentToken {
    let session: SessionID
    let credential: Credential

    init(session: SessionID, credential: Credential) {
        self.session = session
        self.credential = credential
    }

    /// Reads the token of a request, or returns `nil` if there is none of this form.
    init?(_ request: HTTPRequest) {
        guard let text = request.bearerToken, let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        session = SessionID(String(text[..<dot]))
        credential = Credential(String(text[text.utf8.index(after: dot)...]), of: .agent)
    }

    /// The token as the agent has it.
    var exposed: String { "\(session).\(credential.exposed)" }
}
