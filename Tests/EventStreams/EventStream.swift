package import JSON
package import RawHTTP

/// An event stream of a session, read event by event.
package final class EventStream {
    /// An event, or a comment.
    package struct Event {
        package var name: String?
        package var id: String?
        package var data: [UInt8] = []
        /// The time in milliseconds after which the client is to connect again.
        package var retry: Int?
        package var isComment = false

        package var json: JSONValue { (try? JSONValue(parsing: data, limits: JSONLimits(bytes: 1 << 20))) ?? .null }

        /// Returns the state to which an event with a state or a patch leads.
        ///
        /// - Parameter state: The state of the event before.
        /// - Returns: The state at the revision of this event.
        /// - Throws: ``JSONPatch/Failure`` if the event is another one, or if its patch is not for this state.
        package func applied(to state: JSONValue) throws -> JSONValue {
            if name == "state" { return json }
            guard name == "patch", let base = json["from"]?.integerValue, let patch = json["patch"] else {
                throw JSONPatch.Failure(
                    description: "neither a state nor a patch: \(String(decoding: data, as: UTF8.self))"
                )
            }
            guard state["revision"] == .integer(base) else {
                throw JSONPatch.Failure(description: "a patch from \(base) came after \(state["revision"] ?? .null)")
            }
            return try JSONPatch(patch).applied(to: state)
        }
    }

    package let connection: RawClient
    /// The head of the response.
    package let response: RawResponse
    private var unread: [UInt8] = []

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - path: The path of the session.
    ///   - token: The token of the session.
    ///   - port: The port of the server.
    ///   - revision: The value of `Last-Event-ID`, or `nil` for none.
    ///   - preferences: The value of `Prefer`, or `nil` for none.
    ///   - hasSmallBuffers: Whether the kernel keeps little until it is read.
    /// - Throws: ``RawHTTP/RawClient/Failure`` if there is no response.
    package convenience init(
        path: String,
        token: String,
        port: Int,
        after revision: String? = nil,
        preferences: String? = nil,
        hasSmallBuffers: Bool = false
    ) throws {
        try self.init(
            target: path + "/events",
            token: token,
            port: port,
            after: revision,
            preferences: preferences,
            hasSmallBuffers: hasSmallBuffers
        )
    }

    /// Opens a stream of any kind, without a token for one that needs none and with further lines of the request's head.
    package init(
        target: String,
        token: String? = nil,
        port: Int,
        after revision: String? = nil,
        preferences: String? = nil,
        hasSmallBuffers: Bool = false,
        lines: [[UInt8]] = []
    ) throws {
        connection = try RawClient(port: port, timeout: 30, hasSmallBuffers: hasSmallBuffers)
        var head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let revision { head += "Last-Event-ID: \(revision)\r\n" }
        if let preferences { head += "Prefer: \(preferences)\r\n" }
        try connection.send(Array(head.utf8) + lines.flatMap { $0 + Array("\r\n".utf8) } + Array("\r\n".utf8))
        response = try RawResponse(head: String(try connection.readUntil("\r\n\r\n").dropLast(2)))
    }

    /// Returns the next event with data, or `nil` at the end of the stream.
    package func next() throws -> Event? {
        while let event = try nextBlock() {
            if event.name != nil { return event }
        }
        return nil
    }

    /// Whether an event is there, or arrives within a time.
    package func hasEvent(within milliseconds: CInt) -> Bool {
        unread.firstRange(of: Array("\n\n".utf8)) != nil || connection.hasBytes(within: milliseconds)
    }

    /// Returns the next event or comment, or the time to wait before the next connection.
    ///
    /// It is `nil` at the end of the stream.
    package func nextBlock() throws -> Event? {
        while true {
            if let end = unread.firstRange(of: Array("\n\n".utf8)) {
                var event = Event()
                for line in String(decoding: unread[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
                    if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                    if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                    if line.hasPrefix("data: ") { event.data = Array(line.dropFirst(6).utf8) }
                    if line.hasPrefix("retry: ") { event.retry = Int(line.dropFirst(7)) }
                    if line.hasPrefix(":") { event.isComment = true }
                }
                unread.removeSubrange(..<end.upperBound)
                return event
            }
            guard let size = Int(try connection.readUntil("\r\n").dropLast(1), radix: 16), size > 0 else { return nil }
            unread += try connection.read(size + 2).dropLast(2)
        }
    }
}
