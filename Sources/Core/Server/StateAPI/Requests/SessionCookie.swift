import HTTPCore
import Sessions

/// A cookie with a session's secret, which scripts can't read and other sites can't send.
///
/// Its name contains the session's id and its path is the session's (RFC 6265 section 5.1.4), so that sessions in several
/// tabs don't overwrite each other's cookies.
struct SessionCookie {
    let id: SessionID
    let isSecure: Bool

    /// The prefix `__Secure-` makes browsers refuse the cookie from a page without TLS (RFC 6265bis section 4.1.3.1).
    ///
    /// `__Host-` would require the path `/`, which the cookies of all sessions would share.
    private var name: String { isSecure ? "__Secure-usher-\(id)" : "usher-\(id)" }

    /// Returns the value of a `Set-Cookie` field that stores the secret.
    func setting(_ credential: Credential, seconds: Int64) -> String {
        "\(name)=\(credential.exposed); Path=/v1/sessions/\(id); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// The value of a `Set-Cookie` field that deletes the cookie.
    var clearing: String {
        "\(name)=; Path=/v1/sessions/\(id); Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Returns the secret in a request's cookies, or `nil` if it is not there.
    func credential(in request: HTTPRequest) -> Credential? {
        guard let cookies = request.fields[.cookie] else { return nil }
        for pair in cookies.utf8.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == UInt8(ascii: " ") }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name.utf8) else {
                continue
            }
            return Credential(String(Substring(pair[pair.index(after: equals)...])))
        }
        return nil
    }
}
