import Coordination
import HTTPCore
import Sessions

extension StateAPI {
    /// The session that a request is about, once its credential is checked.
    ///
    /// A bearer token (RFC 6750 section 2.1) counts before a cookie. Who comes with a cookie must come from a page of this
    /// server, because browsers send cookies by themselves.
    ///
    /// - Throws: ``APIError``; the answer for an unknown session is the one for a wrong credential.
    func session(for request: HTTPRequest, _ parameters: PathParameters) async throws(APIError) -> Session {
        let id = SessionID(parameters["id"])
        let credential: Credential?
        if let authorization = request.fields[.authorization] {
            credential = Self.bearer(authorization)
        } else {
            credential = SessionCookie(id: id, isSecure: settings.secureCookies).credential(in: request)
            if credential != nil, request.method != .get, request.method != .head { try checkSameSite(request) }
        }
        do throws(SessionError) {
            return try await registry.session(id, opening: credential)
        } catch {
            throw .session(error)
        }
    }

    /// Refuses what a page of another site made a browser send (Fetch Metadata; RFC 6454 for older browsers).
    func checkSameSite(_ request: HTTPRequest) throws(APIError) {
        if let site = request.fields[.secFetchSite] {
            guard site == "same-origin" || site == "none" else { throw .problem(.crossSite) }
            return
        }
        guard let origin = request.fields[.origin] else { return }
        let host = request.fields[.host] ?? ""
        guard origin.utf8.elementsEqual("http://\(host)".utf8) || origin.utf8.elementsEqual("https://\(host)".utf8)
        else {
            throw .problem(.crossSite)
        }
    }

    private static func bearer(_ authorization: String) -> Credential? {
        let space = UInt8(ascii: " ")
        var token = authorization.utf8.drop { $0 == space }
        let scheme = token.prefix { $0 != space }
        guard scheme.elementsEqual("bearer".utf8, by: { $0.lowercased == $1 }) else { return nil }
        token = token.dropFirst(scheme.count).drop { $0 == space }
        while token.last == space { token = token.dropLast() }
        guard !token.isEmpty, !token.contains(space) else { return nil }
        return Credential(String(Substring(token)))
    }
}
