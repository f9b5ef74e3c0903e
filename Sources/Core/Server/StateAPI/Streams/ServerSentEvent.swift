/// An event of an event stream (WHATWG HTML, section 9.2 "Server-sent events").
package struct ServerSentEvent {
    /// The type, such as `state`.
    let name: String
    /// The ID, which the client repeats in `Last-Event-ID` when it connects again, or `nil` if the event does not change it.
    var id: String?
    /// The data, without line breaks.
    let data: [UInt8]

    package init(name: String, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// A comment, which keeps proxies from closing an idle connection.
    package static let heartbeat = Array(":\n\n".utf8)

    /// Returns the time in milliseconds after which a client connects again.
    package static func retry(milliseconds: Int) -> [UInt8] { Array("retry: \(milliseconds)\n\n".utf8) }

    /// Returns the event with the whole state at a revision.
    static func state(_ json: [UInt8], at revision: UInt64) -> ServerSentEvent {
        ServerSentEvent(name: "state", id: String(revision), data: json)
    }

    /// Returns the event with the JSON Patch that leads from one revision to another.
    ///
    /// The data has the revision from which the patch leads, so that a client which has another one does not apply it.
    static func patch(_ json: [UInt8], from base: UInt64, to revision: UInt64) -> ServerSentEvent {
        var data = Array(#"{"from":\#(base),"patch":"#.utf8)
        data.reserveCapacity(data.count + json.count + 1)
        data += json
        data.append(UInt8(ascii: "}"))
        return ServerSentEvent(name: "patch", id: String(revision), data: data)
    }

    /// The lines of the event.
    package var bytes: [UInt8] {
        var bytes = Array("event: \(name)\n".utf8)
        bytes.reserveCapacity(bytes.count + data.count + 40)
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "data: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return bytes
    }
}
