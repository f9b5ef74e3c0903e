import Concurrency
import Foundation
import JSON
import RawHTTP

/// Clients that read, report, go back and read again, each on a random session of its own.
final class LoadGenerator: Sendable {
    /// The duration of the longer part in seconds.
    ///
    /// Set `USHER_LOAD_SECONDS` for another one.
    static let seconds = ProcessInfo.processInfo.environment["USHER_LOAD_SECONDS"].flatMap(Int.init) ?? 3

    private struct Session: Sendable {
        let path: String
        let token: String
        let login: String
    }

    private let sessions: [Session]
    private let port: Int
    private let state = Lock((responses: 0, errors: [String]()))

    init(port: Int, sessions count: Int) throws {
        self.port = port
        sessions = try (0..<count).map { _ in
            let client = try AppClient(port: port)
            return Session(path: client.path, token: client.token, login: client.focus)
        }
    }

    var responses: Int { state.withLock { $0.responses } }
    var errors: [String] { state.withLock { $0.errors } }

    /// Drives the server from this many threads, with a connection and some sessions each.
    func run(connections: Int, for duration: Duration) throws {
        let end = ContinuousClock.now + duration
        let threads = try (0..<connections).map { number in
            try NamedThread(name: "load-\(number)") { [self] in
                do {
                    try drive(number, of: connections, until: end)
                } catch {
                    state.withLock { $0.errors.append("\(error)") }
                }
            }
        }
        for thread in threads { thread.join() }
    }

    private func drive(_ number: Int, of connections: Int, until end: ContinuousClock.Instant) throws {
        let own = sessions.indices.filter { $0 % connections == number }.map { sessions[$0] }
        let connection = try RawClient(port: port)
        var tag: String?
        var count = 0
        while ContinuousClock.now < end {
            let session = own[count % own.count]
            count += 1
            let fields = ["Authorization": "Bearer \(session.token)"]
            try send(connection, "POST", "\(session.path)/screens/\(session.login)/outputs/signUp", nil, fields, [200])
            let state = try send(connection, "GET", session.path, nil, fields, [200])
            tag = state.field("etag")
            try send(
                connection,
                "GET",
                session.path,
                nil,
                fields.merging(["If-None-Match": tag ?? ""]) { $1 },
                [304]
            )
            try send(connection, "POST", "\(session.path)/screens/\(session.login)/outputs/signUp", nil, fields, [409])
            try send(
                connection,
                "POST",
                "\(session.path)/back",
                [:],
                fields.merging(["Idempotency-Key": "\(UInt64.random(in: .min ... .max))", "If-Match": tag ?? ""]) {
                    $1
                },
                [200]
            )
            try send(connection, "GET", "/healthz", nil, [:], [200])
        }
    }

    @discardableResult
    private func send(
        _ connection: RawClient,
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        _ fields: [String: String],
        _ expected: Set<Int>
    ) throws -> RawResponse {
        let response = try connection.exchange(method, path, body, fields: fields)
        state.withLock { state in
            state.responses += 1
            if !expected.contains(response.status) { state.errors.append("\(method) \(path): \(response.status)") }
        }
        return response
    }

    /// Returns the resident memory of a process (proc(5), statm).
    static func residentBytes(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }
}
