import Foundation
import UsherClient

/// A server in memory with the responses that a test gives it.
///
/// It is unchecked because its variables are read and written under its lock.
package final class ScriptedServer: Transport, @unchecked Sendable {
    /// A request as a test looks at it.
    package struct Received: Sendable, Equatable {
        package let path: String
        package let body: JSONValue?

        package init(path: String, body: JSONValue?) {
            self.path = path
            self.body = body
        }
    }

    package enum Reply: Sendable {
        case state(JSONValue)
        case problem(Int, JSONValue)
        case content(JSONValue)
        /// No response until ``release()``.
        case held(JSONValue)
        case lost
    }

    private let lock = NSLock()
    private var first: JSONValue
    private var replies: [Reply] = []
    private var recorded: [Received] = []
    private var streams: [AsyncThrowingStream<Data, any Error>.Continuation] = []
    private var events: [Data] = []
    private var held: [CheckedContinuation<Void, Never>] = []
    private var releases = 0

    /// The time by which the clock of the server is ahead of the device's, in seconds.
    private let clockAhead: Double

    /// Creates a server with the state of a new session.
    package init(_ first: JSONValue, clockAhead: Double = 0) {
        self.first = first
        self.clockAhead = clockAhead
    }

    /// Gives the next requests of the user these replies.
    package func reply(_ replies: Reply...) {
        lock.withLock { self.replies += replies }
    }

    /// The requests of the user.
    package var received: [Received] { lock.withLock { recorded } }

    /// Sends a state by the stream.
    ///
    /// The first stream gets it when it opens, because a test may be faster than the stream.
    package func push(_ state: JSONValue) {
        let event = Data("event: state\ndata: \(state)\n\n".utf8)
        lock.withLock {
            if streams.isEmpty { events.append(event) }
            for stream in streams { stream.yield(event) }
        }
    }

    /// Lets the held reply arrive, or the next one.
    package func release() {
        let waiter = lock.withLock {
            if held.isEmpty { releases += 1 }
            return held.isEmpty ? nil : held.removeFirst()
        }
        waiter?.resume()
    }

    package func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        let path = request.url.path
        let (content, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        if path.hasSuffix("/events") {
            writer.yield(Data(": open\n\n".utf8))
            lock.withLock {
                for event in events { writer.yield(event) }
                events = []
                streams.append(writer)
            }
            return HTTPStream(status: 200, fields: ["Content-Type": "text/event-stream"], content: content)
        }
        if request.method == .post, path == "/v1/sessions" {
            return finished(writer, content, 201, lock.withLock { first })
        }
        let body = request.body.flatMap { try? JSONValue(parsing: $0) }
        let query = request.url.query.map { "?\($0)" } ?? ""
        let reply: Reply? = lock.withLock {
            recorded.append(Received(path: path + query, body: body))
            return replies.isEmpty ? nil : replies.removeFirst()
        }
        switch reply {
        case .state(let state)?: return finished(writer, content, 200, state)
        case .content(let value)?: return finished(writer, content, 200, value)
        case .problem(let status, let problem)?: return finished(writer, content, status, problem)
        case .held(let state)?:
            await withCheckedContinuation { continuation in
                let isReleased = lock.withLock {
                    if releases > 0 {
                        releases -= 1
                        return true
                    }
                    held.append(continuation)
                    return false
                }
                if isReleased { continuation.resume() }
            }
            return finished(writer, content, 200, state)
        case .lost?, nil: throw .lost("There is no response.")
        }
    }

    /// The time of the server as HTTP writes it.
    private var date: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date().addingTimeInterval(clockAhead))
    }

    private func finished(
        _ writer: AsyncThrowingStream<Data, any Error>.Continuation,
        _ content: AsyncThrowingStream<Data, any Error>,
        _ status: Int,
        _ value: JSONValue
    ) -> HTTPStream {
        writer.yield(value.data)
        writer.finish()
        let type = status < 400 ? "application/json" : "application/problem+json"
        return HTTPStream(status: status, fields: ["Content-Type": type, "Date": date], content: content)
    }
}
