import Cryptography
public import HTTPCore
import Sessions

/// The token with which operators inspect sessions over the network.
///
/// Programs send it as a bearer token (RFC 6750 section 2.1). Browsers ask for a name and a password and send these by
/// themselves (RFC 7617): the token is the password, and any name will do.
public struct OperatorToken: Sendable {
    /// The number of characters of a token: at least as many as can't be guessed.
    public static let lengths = 32...200

    private let digest: Digest

    /// Takes a token; `nil` unless it has one of ``lengths`` of visible ASCII characters.
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        digest = Digest(of: text)
    }

    /// Returns whether a request presents the token.
    public func isPresented(by request: HTTPRequest) -> Bool {
        guard let value = request.fields[.authorization] else { return false }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let credential = parts[1].drop { $0 == " " }
        switch parts[0].lowercased() {
        case "bearer": return matches(credential)
        case "basic":
            guard let bytes = Sodium.bytes(fromBase64: credential), let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
            else { return false }
            return matches(String(decoding: bytes[(colon + 1)...], as: UTF8.self))
        default: return false
        }
    }

    /// Compares digests, whose first different byte tells nothing about the token.
    private func matches(_ text: some StringProtocol) -> Bool { Digest(of: String(text)) == digest }
}

/// The requests that the calls for operators accept.
enum OperatorAccess: Sendable {
    /// Those of programs and browsers on this machine, without a credential.
    case thisMachine
    /// Those with a token, wherever they come from.
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
}

/// A handler of the pages for operators, which asks for the token so that a browser knows it before the page calls the API.
struct OperatorPagesHandler: HTTPHandler {
    let api: StateAPI
    let access: OperatorAccess
    let next: any HTTPHandler

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        if case .token = access {
            do throws(APIError) {
                try access.check(request)
            } catch {
                return reply.send(api.response(to: error, request))
            }
        }
        next.handle(request, reply)
    }
}
