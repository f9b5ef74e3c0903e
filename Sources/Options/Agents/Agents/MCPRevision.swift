import Cryptography
import HTTPCore
import JSON

/// A revision of the Model Context Protocol that the server speaks, the latest first.
enum MCPRevision: String, CaseIterable, Sendable {
    /// Each request says by itself what it needs. There is no handshake.
    case stateless = "2026-07-28"
    /// A handshake precedes the requests.
    case november2025 = "2025-11-25"
    case june2025 = "2025-06-18"
    case march2025 = "2025-03-26"

    var isStateless: Bool { self == .stateless }

    /// The revision of requests with a handshake that don't name one, as revision 2025-11-25 says.
    private static let unnamed = march2025

    /// Returns the revision of a message, and checks what that revision requires of it.
    ///
    /// - Throws: ``MCPError`` for an unknown revision, for fields of the request that disagree with its body, and for a request
    ///   without the members that the revision requires.
    init(of message: MCPMessage, _ request: HTTPRequest) throws(MCPError) {
        let field = request.fields[.protocolVersion]
        guard let named = message.meta("protocolVersion")?.stringValue else {
            // A client that begins with the handshake negotiates in it.
            if message.method == "initialize" {
                let wanted = message.params["protocolVersion"]?.stringValue.flatMap(Self.init(rawValue:))
                self = wanted.flatMap { $0.isStateless ? nil : $0 } ?? .november2025
                return
            }
            guard let field else {
                self = Self.unnamed
                return
            }
            guard let revision = Self(rawValue: field) else { throw .unsupportedRevision(field) }
            guard !revision.isStateless || message.id == nil else {
                throw .invalidParameters("'params._meta' has no 'io.modelcontextprotocol/protocolVersion'.")
            }
            self = revision
            return
        }
        guard let revision = Self(rawValue: named), revision.isStateless else { throw .unsupportedRevision(named) }
        self = revision
        try Self.check(field, "MCP-Protocol-Version", is: named)
        guard message.id != nil else { return }
        try Self.check(request.fields[.mcpMethod], "Mcp-Method", is: message.method)
        if let name = message.nameForField { try Self.check(Self.name(in: request), "Mcp-Name", is: name) }
        guard case .object? = message.meta("clientCapabilities") else {
            throw .invalidParameters("'params._meta' has no 'io.modelcontextprotocol/clientCapabilities'.")
        }
    }

    private static func check(_ value: String?, _ field: String, is expected: String) throws(MCPError) {
        guard let value else { throw .headerMismatch("The field \(field) is missing.") }
        guard value.utf8.elementsEqual(expected.utf8) else {
            throw .headerMismatch("The field \(field) is '\(value)', but the body has '\(expected)'.")
        }
    }

    /// Returns the name in the field `Mcp-Name`, which clients may encode as `=?base64?…?=`.
    private static func name(in request: HTTPRequest) -> String? {
        guard let value = request.fields[.mcpName] else { return nil }
        let (opening, closing) = ("=?base64?", "?=")
        guard value.hasPrefix(opening), value.hasSuffix(closing), value.utf8.count > opening.utf8.count + 1 else {
            return value
        }
        return Sodium.bytes(fromBase64: value.dropFirst(opening.count).dropLast(closing.count))
            .map { String(decoding: $0, as: UTF8.self) } ?? value
    }
}

extension MCPMessage {
    /// The text that the field `Mcp-Name` repeats, or `nil` for methods without one.
    fileprivate var nameForField: String? {
        switch method {
        case "tools/call", "prompts/get": params["name"]?.stringValue
        case "resources/read": params["uri"]?.stringValue
        default: nil
        }
    }
}

extension HTTPFieldName {
    fileprivate static let protocolVersion: HTTPFieldName = "MCP-Protocol-Version"
    fileprivate static let mcpMethod: HTTPFieldName = "Mcp-Method"
    fileprivate static let mcpName: HTTPFieldName = "Mcp-Name"
}
