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
        guard let value = request.fields[.ifScreen] else { return nil }
        var reader = FieldReader(value)
        reader.skipSpace()
        guard let key = reader.takeToken() else { throw .malformedScreenCondition }
        self.init(key: Key(key))
        reader.skipSpace()
        if reader.take(";") {
            reader.skipSpace()
            guard reader.takeToken() == "revision", reader.take("="),
                let revision = reader.takeToken().flatMap(UInt64.init(revision:))
            else { throw .malformedScreenCondition }
            self.revision = revision
            reader.skipSpace()
        }
        guard reader.isAtEnd else { throw .malformedScreenCondition }
    }
}

extension APIError {
    fileprivate static let malformedScreenCondition = problem(
        .malformedRequest,
        "If-Screen must be the key of a screen, with the revision of the state if its content matters, such as k4;revision=17."
    )
}
