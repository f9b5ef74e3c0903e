import JSON

/// A request or a response, as the relay reads and writes it.
struct HTTPMessage: Sendable {
    /// The first line: `POST /v1/sessions HTTP/1.1` or `HTTP/1.1 200 OK`.
    var line: String
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// A response of the relay itself.
    init(status: Int, fields: [(String, String)], body: String) {
        line = "HTTP/1.1 \(status) Relay"
        self.fields = fields.map { (name: $0.0, value: $0.1) }
        self.body = Array(body.utf8)
    }

    init(line: String, fields: [(name: String, value: String)], body: [UInt8] = []) {
        self.line = line
        self.fields = fields
        self.body = body
    }

    /// The words of the first line.
    private var words: [Substring] { line.split(separator: " ") }
    var method: String { words.first.map(String.init) ?? "" }
    var target: String { words.count > 1 ? String(words[1]) : "" }
    var status: Int { words.count > 1 ? Int(words[1]) ?? 0 : 0 }

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The content, if it is JSON.
    var json: JSONValue? {
        get { try? JSONValue(parsing: body, limits: .stored) }
        set { body = newValue?.json ?? [] }
    }

    var isEventStream: Bool { self["Content-Type"]?.hasPrefix("text/event-stream") == true }

    /// Returns the bytes of the message on a connection that ends with it, with `isEndless` for content that follows in chunks.
    func bytes(isEndless: Bool = false) -> [UInt8] {
        let own = ["connection", "keep-alive", "transfer-encoding", "content-length"]
        var text = "\(line)\r\n"
        for field in fields where !own.contains(field.name.lowercased()) { text += "\(field.name): \(field.value)\r\n" }
        text += "Connection: close\r\n"
        let hasBody = !body.isEmpty || ![204, 304].contains(status) && method != "GET"
        if isEndless {
            text += "Transfer-Encoding: chunked\r\n"
        } else if hasBody {
            text += "Content-Length: \(body.count)\r\n"
        }
        return Array((text + "\r\n").utf8) + body
    }
}

/// Reads messages from a connection.
struct HTTPReader {
    let connection: TCPConnection
    private var buffer: [UInt8] = []

    init(_ connection: TCPConnection) { self.connection = connection }

    /// Reads the first line and the fields, or `nil` at the end of the connection.
    mutating func head() -> HTTPMessage? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let index = buffer.firstIndex(of: end) {
                let lines = String(decoding: buffer[..<index], as: UTF8.self).split(separator: "\r\n")
                buffer.removeFirst(index + end.count)
                let fields = lines.dropFirst().map { line -> (name: String, value: String) in
                    let colon = line.firstIndex(of: ":") ?? line.endIndex
                    let value = line[colon...].dropFirst().drop { $0 == " " }
                    return (name: String(line[..<colon]), value: String(value))
                }
                return HTTPMessage(line: lines.first.map(String.init) ?? "", fields: fields)
            }
            guard let bytes = connection.read() else { return nil }
            buffer += bytes
        }
    }

    /// Reads the whole content behind a head.
    mutating func body(of head: HTTPMessage) -> [UInt8]? {
        if head["Transfer-Encoding"] != nil {
            var body: [UInt8] = []
            while let chunk = chunk() {
                if chunk.isEmpty { return body }
                body += chunk
            }
            return nil
        }
        let count = head["Content-Length"].flatMap { Int($0) } ?? 0
        return take(count)
    }

    /// Reads the next part of content that is sent in chunks (RFC 9112 section 7.1), which is empty at its end.
    mutating func chunk() -> [UInt8]? {
        let lineEnd = Array("\r\n".utf8)
        while true {
            if let index = buffer.firstIndex(of: lineEnd) {
                let line = String(decoding: buffer[..<index], as: UTF8.self)
                guard let count = Int(line.prefix { $0 != ";" }, radix: 16) else { return nil }
                buffer.removeFirst(index + lineEnd.count)
                guard let chunk = take(count + lineEnd.count) else { return nil }
                return Array(chunk.prefix(count))
            }
            guard let bytes = connection.read() else { return nil }
            buffer += bytes
        }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard let bytes = connection.read() else { return nil }
            buffer += bytes
        }
        let taken = Array(buffer.prefix(count))
        buffer.removeFirst(count)
        return taken
    }
}

extension [UInt8] {
    /// The index at which a sequence of bytes begins for the first time.
    func firstIndex(of part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        return (0...(count - part.count)).first { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
