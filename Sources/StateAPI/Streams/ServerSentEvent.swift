/// An event of an event stream (WHATWG HTML, section 9.2 "Server-sent events").
struct ServerSentEvent {
    /// The type, such as `state`.
    let name: String
    /// The ID, which the client repeats in `Last-Event-ID` when it connects again; `nil` if the event does not change it.
    var id: String?
    /// The data, without line breaks.
    let data: [UInt8]

    /// A comment, which keeps proxies from closing an idle connection.
    static let heartbeat = Array(":\n\n".utf8)

    /// Returns the time in milliseconds after which a client connects again.
    static func retry(milliseconds: Int) -> [UInt8] { Array("retry: \(milliseconds)\n\n".utf8) }

    /// The lines of the event.
    var bytes: [UInt8] {
        var bytes = Array("event: \(name)\n".utf8)
        bytes.reserveCapacity(bytes.count + data.count + 40)
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "data: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return bytes
    }
}
