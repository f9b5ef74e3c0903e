import HTTPCore
import Sessions

/// A session's secret in a browser: a cookie that scripts can't read and other sites can't send.
///
/// It is named after the session and scoped to its path (RFC 6265 section 5.1.4), so that sessions in several tabs don't
/// clobber each other.
struct SessionCookie {
    let id: SessionID
    let isSecure: Bool

    private var name: String { "usher-\(id)" }

    /// The value of a `Set-Cookie` field.
    func setting(_ credential: Credential, seconds: Int64) -> String {
        "\(name)=\(credential.exposed); Path=/v1/sessions/\(id); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// The value of a `Set-Cookie` field that makes a browser forget the secret.
    var clearing: String {
        "\(name)=; Path=/v1/sessions/\(id); Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// The secret in a request's cookies; `nil` when it is not there.
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
