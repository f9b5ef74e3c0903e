/// A list with rows beside the state: the `source` of a `list` element.
public struct RowSource: Sendable, Hashable {
    /// The key of the screen with the list.
    public let screen: String
    /// The name of the source.
    public let name: String
    /// The version of the rows.
    ///
    /// They are read again when it changes.
    public let version: String

    /// Creates a source.
    public init(screen: String, name: String, version: String) {
        self.screen = screen
        self.name = name
        self.version = version
    }

    /// Creates a source from a `list` element of a screen, or `nil` if its rows are in the state.
    public init?(_ list: JSONValue, on screen: Screen) {
        guard let source = list["source"], let name = source["name"]?.string, let version = source["version"]?.string
        else { return nil }
        self.screen = screen.key
        self.name = name
        self.version = version
    }
}

/// A page of rows.
public struct RowPage: Sendable, Hashable {
    /// The rows, in the same form as rows in the state.
    public let rows: [JSONValue]
    /// The path of the next page, or `nil` if these are the last rows.
    public let next: String?
}

extension Session {
    /// Reads the first page of the rows of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - limit: The number of rows, at most 100.
    /// - Returns: The page.
    /// - Throws: ``SessionError/problem(_:)`` with ``ProblemKind/staleScreen`` if the screen is gone, and
    ///   ``SessionError/lost(_:)`` without a network.
    public func rows(of source: RowSource, limit: Int = 50) async throws(SessionError) -> RowPage {
        guard let id = confirmed?.id else { throw .notOpen }
        let screen = "\(Calls.path(of: id))/screens/\(Calls.escaped(source.screen))"
        return try await rows(at: "\(screen)/rows/\(Calls.escaped(source.name))?limit=\(limit)")
    }

    /// Reads a further page of rows.
    ///
    /// - Parameter next: ``RowPage/next`` of the page before.
    /// - Returns: The page.
    /// - Throws: As ``rows(of:limit:)``.
    public func rows(at next: String) async throws(SessionError) -> RowPage {
        let reply = try await send(calls.read(next), persists: false)
        guard let rows = reply.content?["rows"]?.array else { throw .malformed }
        return RowPage(rows: rows, next: reply.content?["next"]?.string)
    }
}
