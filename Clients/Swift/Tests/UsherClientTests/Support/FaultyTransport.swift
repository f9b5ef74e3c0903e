import Foundation

@testable import UsherClient

/// A transport that loses what a test tells it to, and records what it was given.
///
/// It is unchecked because its variables are read and written under its lock.
final class FaultyTransport: Transport, @unchecked Sendable {
    /// The faults of a network.
    enum Fault: Sendable {
        /// The request never arrives.
        case requestLost
        /// The request arrives, and its response is lost.
        case responseLost
        /// The request arrives twice at once.
        case doubled
        /// Nothing ever comes.
        case silent
    }

    private let transport = URLSessionTransport()
    private let lock = NSLock()
    private var isAway = false
    private var faults: [Fault] = []
    private var recorded: [(request: HTTPRequest, response: HTTPResponse?)] = []
    private var streams: [AsyncThrowingStream<Data, any Error>.Continuation] = []
    private var blocksStreams = false
    private var leavesAfterPost = false

    /// The requests that were tried, with those responses that the client got.
    var exchanges: [(request: HTTPRequest, response: HTTPResponse?)] { lock.withLock { recorded } }

    /// The POSTs that were tried.
    var posts: [HTTPRequest] { exchanges.map(\.request).filter { $0.method == .post } }

    /// Waits until a stream is open, with a certain token if there is one.
    func untilStreamOpens(with token: String?) async throws {
        while !exchanges.contains(where: { isStream($0.request, token) }) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func isStream(_ request: HTTPRequest, _ token: String?) -> Bool {
        let isAuthorized = token.map { request.fields["Authorization"] == "Bearer \($0)" } ?? true
        return request.url.lastPathComponent == "events" && isAuthorized
    }

    /// Gives the next POSTs these faults, one each.
    func fail(nextPosts faults: Fault...) {
        lock.withLock { self.faults += faults }
    }

    /// Loses everything until ``comeBack()``, the streams, too.
    func leave() {
        let streams = lock.withLock {
            isAway = true
            defer { self.streams = [] }
            return self.streams
        }
        for stream in streams { stream.finish(throwing: TransportFailure.lost("The network is away.")) }
    }

    /// Leaves when the next POST was handled.
    func leaveAfterNextPost() {
        lock.withLock { leavesAfterPost = true }
    }

    func comeBack() {
        lock.withLock { isAway = false }
    }

    /// Holds the content of streams back, as some proxies do.
    func holdStreamsBack() {
        lock.withLock { blocksStreams = true }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let (isAway, fault): (Bool, Fault?) = lock.withLock {
            (self.isAway, request.method == .post && !self.isAway && !faults.isEmpty ? faults.removeFirst() : nil)
        }
        defer {
            let leaves = lock.withLock {
                defer { if request.method == .post { leavesAfterPost = false } }
                return request.method == .post && leavesAfterPost
            }
            if leaves { leave() }
        }
        guard !isAway, fault != .requestLost else {
            record(request, nil)
            throw .lost("The request was lost.")
        }
        switch fault {
        case .silent:
            record(request, nil)
            try? await Task.sleep(for: .seconds(3600))
            throw .cancelled
        case .doubled:
            async let other = transport.send(request)
            let response = try await transport.send(request)
            _ = try? await other
            record(request, response)
            return response
        case .responseLost:
            record(request, nil)
            _ = try? await transport.send(request)
            throw .lost("The response was lost.")
        case .requestLost, nil:
            let response = try await transport.send(request)
            record(request, response)
            return response
        }
    }

    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        guard !lock.withLock({ isAway }) else { throw .lost("The request was lost.") }
        let stream = try await transport.open(request)
        let (content, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        let holdsBack = lock.withLock {
            streams.append(writer)
            return blocksStreams
        }
        record(request, HTTPResponse(status: stream.status, fields: stream.fields))
        let task = Task {
            do {
                for try await part in stream.content where !holdsBack { writer.yield(part) }
                writer.finish()
            } catch {
                writer.finish(throwing: error)
            }
        }
        writer.onTermination = { _ in task.cancel() }
        return HTTPStream(status: stream.status, fields: stream.fields, content: content)
    }

    private func record(_ request: HTTPRequest, _ response: HTTPResponse?) {
        lock.withLock { recorded.append((request, response)) }
    }
}
