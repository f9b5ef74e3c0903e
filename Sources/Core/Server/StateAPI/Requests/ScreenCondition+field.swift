import Coordination
import HTTPCore
import JSON
import Sessions

extension ScreenCondition {
    /// Reads the condition in `If-Screen`: a key of a screen, and the revision with which the client has seen it if its content
    /// matters, such as `k4` or `k4;revision=17` (an item of RFC 9651).
    ///
    /// - Returns: The condition, or `nil` if the request has none. A text that is no key matches no screen.
    /// - Throws: `ProblemType.malformedRequest` for any other value.
    init?(_ request: HTTPRequest) throws(APIError) {
        guard request.fields.contains(.ifScreen) else { return nil }
        let parts = (request.fields[.ifScreen] ?? "").split(separator: ";", omittingEmptySubsequences: false)
        let texts = parts.map(\.withoutBlanks)
        guard let key = texts.first, !key.isEmpty, key.utf8.allSatisfy(\.isTokenByte), texts.count <= 2 else {
            throw .malformedScreenCondition
        }
        self.init(key: Key(String(key)))
        guard texts.count == 2 else { return }
        guard texts[1].hasPrefix("revision="), let revision = UInt64(revision: String(texts[1].dropFirst(9))) else {
            throw .malformedScreenCondition
        }
        self.revision = revision
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    fileprivate var withoutBlanks: Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let rest = drop(while: isBlank)
        return rest[..<(rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }
}

extension APIError {
    fileprivate static let malformedScreenCondition = problem(
        .malformedRequest,
        "If-Screen must be the key of a screen, with the revision of the state if its content matters, such as k4;revision=17."
    )
}
