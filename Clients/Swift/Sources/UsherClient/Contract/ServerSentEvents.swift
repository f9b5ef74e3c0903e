import Foundation

/// A part of a stream of server-sent events (WHATWG HTML, section 9.2).
enum ServerSentEvent: Sendable, Hashable {
    /// An event with its name and data.
    case event(name: String, data: String)
    /// A comment, which shows that the connection works.
    case comment
}

/// Reads events from the bytes of a stream as they come.
///
/// Lines may end with a line feed, a carriage return or both, and may be cut anywhere between two parts.
struct ServerSentEventParser: Sendable {
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var endsWithReturn = false

    /// Returns the events that are complete with these bytes.
    mutating func parse(_ bytes: Data) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where endsWithReturn: endsWithReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endsWithReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                endsWithReturn = false
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if text.isEmpty { return endEvent() }
        if text.hasPrefix(":") { return .comment }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "event": name = value
        case "data": data.append(value)
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            name = ""
            data = []
        }
        return data.isEmpty ? nil : .event(name: name, data: data.joined(separator: "\n"))
    }
}
