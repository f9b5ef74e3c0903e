import JSON

/// An event of a stream (WHATWG HTML, section 9.2), or a comment.
struct StreamEvent: Sendable {
    /// The block of lines without the empty line behind it.
    var text: String

    init(text: String) { self.text = text }

    init(name: String, id: Int? = nil, data: JSONValue) {
        let id = id.map { "id: \($0)\n" } ?? ""
        text = "event: \(name)\n\(id)data: \(String(decoding: data.json, as: UTF8.self))"
    }

    private func value(of field: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("\(field): ") }.map { String($0.dropFirst(field.count + 2)) }
    }

    var name: String? { value(of: "event") }
    var id: Int? { value(of: "id").flatMap { Int($0) } }
    var data: JSONValue? { value(of: "data").flatMap { try? JSONValue(parsing: Array($0.utf8), limits: .stored) } }
}
