import JSON

/// A request of a client, as it came to the relay, and what became of it.
struct RecordedRequest: Sendable {
    /// The place among all requests of a run, from 1 on.
    let number: Int
    let message: HTTPMessage
    let time: ContinuousClock.Instant
    /// The status of the response that the client got, or the fault that it met.
    var fate = "no response yet"
    /// The status of the response, which the server or the relay has made.
    var status: Int?

    var method: String { message.method }
    var path: String { message.target }
    var key: String? { message["Idempotency-Key"] }
    var isStream: Bool { path.hasSuffix("/events") }
    /// The last part of the path, such as the name of an output.
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
    var isReport: Bool { method == "POST" && path.contains("/outputs/") }

    /// The request in one line, with the fields that the contract speaks of and without the credential.
    var description: String {
        let names = ["Idempotency-Key", "If-Match", "If-Screen", "If-None-Match", "Prefer", "Last-Event-ID"]
        let fields = names.compactMap { name in message[name].map { "\(name): \($0)" } }
        return (["\(number)", "\(method) \(path)"] + fields + ["→ \(fate)"]).joined(separator: "  ")
    }

    /// Whether the request reports an output.
    func reports(_ output: String) -> Bool { isReport && name == output }
}
