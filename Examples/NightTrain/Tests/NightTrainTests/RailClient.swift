import Foundation
import FoundationNetworking
import Testing

/// A client of the state API, as far as the tests need one.
final class RailClient {
    private(set) var state: [String: Any] = [:]
    private let address: String
    private var token = ""

    /// Starts a session.
    init(_ server: String, _ body: [String: Any]) async throws {
        address = server
        try await call("POST", "/v1/sessions", json: body)
    }

    var path: String { "/v1/sessions/\(state["id"] as? String ?? "")" }
    var focus: String { state["focus"] as? String ?? "" }

    /// The name of the screen in front.
    var screen: String { front["name"] as? String ?? "" }

    /// An input of the screen in front.
    func prop<Value>(_ name: String) -> Value? { (front["props"] as? [String: Any])?[name] as? Value }

    /// Reports an output, and waits for the effects.
    func report(_ output: String, _ payload: Any? = nil) async throws {
        try await call("POST", "\(path)/screens/\(focus)/outputs/\(output)", json: payload)
    }

    /// Waits for the next revision.
    func wait() async throws {
        try await call("GET", path, ["If-None-Match": "\"\(state["revision"] as? Int ?? 0)\"", "Prefer": "wait=20"])
    }

    /// Uploads a file in one request, and returns the reference, or the problem.
    func upload(_ bytes: [UInt8], _ type: String, field: String) async throws -> (status: Int, json: [String: Any]) {
        func metadata(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        let fields = [
            "Tus-Resumable": "1.0.0", "Upload-Length": "\(bytes.count)",
            "Content-Type": "application/offset+octet-stream",
            "Upload-Metadata": "filename \(metadata("passport")),filetype \(metadata(type)),field \(metadata(field))",
        ]
        return try await send("POST", "\(path)/uploads", fields, Data(bytes))
    }

    private var front: [String: Any] { (state["screens"] as? [String: [String: Any]])?[focus] ?? [:] }

    private func call(_ method: String, _ path: String, _ fields: [String: String] = [:], json: Any? = nil) async throws
    {
        let body = try json.map { try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
        let waiting = ["Prefer": "wait=20", "Content-Type": "application/json"].merging(fields) { $1 }
        let (status, state) = try await send(method, path, waiting, body)
        guard (200..<300).contains(status) else { return _ = Issue.record("\(method) \(path): \(status) \(state)") }
        self.state = state
        if let token = state["token"] as? String { self.token = token }
    }

    private func send(
        _ method: String,
        _ path: String,
        _ fields: [String: String],
        _ body: Data?
    ) async throws -> (status: Int, json: [String: Any]) {
        var request = URLRequest(url: try #require(URL(string: address + path)))
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if !token.isEmpty { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let json = data.isEmpty ? nil : try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
    }
}
