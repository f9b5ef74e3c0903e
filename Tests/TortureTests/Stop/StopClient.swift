import Concurrency
import Glibc
import RawHTTP

/// The progress of a server's stop.
enum StopPhase: Equatable, Sendable {
    case running
    case stopping(since: ContinuousClock.Instant)
    case ended

    /// The instant at which the stop began, or the present in every other phase.
    var begin: ContinuousClock.Instant {
        if case .stopping(let instant) = self { instant } else { .now }
    }
}

/// The clients of one session of a server that stops.
///
/// Each ends when its connection does.
struct StopClient: Sendable {
    let port: Int
    let session: SessionHistory
    let outcome: Lock<StopRun.Outcome>

    /// A request that starts a session.
    static let startRequest = """
        POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}
        """

    /// A request that adds a number.
    var tapRequest: String {
        "POST \(session.path)/screens/\(session.screen)/outputs/add HTTP/1.1\r\n" + fields
            + "Prefer: return=minimal\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n7"
    }

    /// A request that waits for a change.
    var pollRequest: String {
        "GET \(session.path) HTTP/1.1\r\n" + fields
            + "If-None-Match: \"\(session.revision)\"\r\nPrefer: wait=25\r\n\r\n"
    }

    private var fields: String { "Host: localhost\r\nAuthorization: Bearer \(session.token)\r\n" }

    /// Adds numbers as fast as it can, until the connection ends.
    func tap() {
        repeatedly(tapRequest, expecting: [204]) { outcome.withLock { $0.taps += 1 } }
    }

    /// Long-polls for changes, until the connection ends.
    func poll() {
        repeatedly(pollRequest, expecting: [200, 304])
    }

    private func repeatedly(_ request: String, expecting statuses: Set<Int>, _ count: () -> Void = {}) {
        do {
            let client = try RawClient(port: port, timeout: 30)
            while true {
                try client.send(request)
                guard let response = try client.readResponse() else { return }
                if statuses.contains(response.status) {
                    count()
                } else if response.status != 503, !asksToWaitForEffects(response) {
                    return outcome.withLock { $0.failures.append("status \(response.status): \(response.text)") }
                }
            }
        } catch {
            // The server has stopped and closed the connection, which ends this client.
        }
    }

    /// Whether the server rejected a tap only because its session has too many pending effects: on a busy machine two
    /// clients add numbers faster than their effects are performed.
    private func asksToWaitForEffects(_ response: RawResponse) -> Bool {
        response.status == 422 && response.text.contains("effects are pending")
    }

    /// Requests a large file and pipelines a second request, then reads slowly.
    ///
    /// - Parameters:
    ///   - request: The second request, which the server parses after it has sent the whole file.
    ///   - delay: The time from the stop until the client reads on, or `nil` for never.
    ///   - phase: The progress of the stop.
    func read(andThen request: String, after delay: Duration?, _ phase: Monitor<StopPhase>) {
        var status = "none"
        do {
            let client = try RawClient(port: port, timeout: 30)
            try client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" + request)
            _ = try client.peek(1)
            guard let delay else { return phase.wait(while: { $0 != .ended }) { _ in } }
            let begin = phase.wait(while: { $0 == .running }) { $0.begin }
            let pause = (begin + delay - .now).components
            if pause.seconds >= 0, pause.attoseconds > 0 {
                usleep(UInt32(pause.seconds * 1_000_000 + pause.attoseconds / 1_000_000_000_000))
            }
            status = try client.lastStatus() ?? status
        } catch {
            // Counted as a request without a response.
        }
        outcome.withLock { [status] in $0.pipelined[status, default: 0] += 1 }
    }
}

extension RawClient {
    /// Reads until the end, and returns the status of the second response, or `nil` if there was none.
    fileprivate func lastStatus() throws -> String? {
        // The last two chunks, because the second response may straddle their boundary, and byte-wise reads would be too slow.
        var parts = [ArraySlice<UInt8>](repeating: [], count: 2)
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            parts = [parts[1], buffer[..<count]]
        }
        let tail = parts[0] + parts[1]
        let head = Array("HTTP/1.1 ".utf8)
        guard let found = tail.firstRange(of: head), tail.count >= found.upperBound + 3 else { return nil }
        return String(decoding: tail[found.upperBound..<found.upperBound + 3], as: UTF8.self)
    }
}
