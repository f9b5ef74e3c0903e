import Concurrency
import EventStreams
import Glibc
import JSON
import Programs
import RawHTTP
import Testing

@Suite("Many event streams", .serialized)
struct StreamLoadTests {
    /// All clients have one address here.
    private static let options = [
        "serve", "--port", "0", "--store", "memory", "--log-level", "warning", "--address-connections", "0",
        "--address-new-sessions", "0",
    ]

    private func serve() async throws -> (program: Program, port: Int) {
        let program = try Program.start(Self.options)
        return (program, try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Opens streams of a session and reads their first events.
    private func open(_ count: Int, of client: AppClient, _ port: Int) throws -> [EventStream] {
        try (0..<count).map { _ in
            let stream = try EventStream(of: client, port: port)
            #expect(try stream.next()?.name == "state")
            return stream
        }
    }

    @Test("take at most 20 KiB of the server's memory each while they are idle")
    func memory() async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let clients = try (0..<30).map { _ in try AppClient(port: port, starting: ["app": "profile"]) }
        // Code and buffers that the first streams need are no part of the others.
        let first = try clients[..<10].map { try open(10, of: $0, port) }
        let before = try LoadGenerator.residentBytes(of: program.id)
        let streams = try clients[10...].map { try open(10, of: $0, port) }
        let each = (try LoadGenerator.residentBytes(of: program.id) - before) / 200
        print("\(each) bytes of memory for each of 200 idle streams")
        #expect(first.joined().count == 100 && streams.joined().count == 200)
        // Sanitizers keep shadows of all memory.
        if !Sanitizer.isRunning { #expect(each <= 20 << 10) }
    }

    @Test("get 100 revisions a second of 100 sessions in time")
    func revisions() async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let watched = try (0..<100).map { _ in try WatchedSession(port: port) }
        let (rate, seconds) = (100, 3)
        let run = Run(watched, taps: rate * seconds)
        let reader = try NamedThread(name: "streams") { run.read() }
        // There are several threads, so that a slow response delays no other tap.
        let threads = try (0..<4).map { thread in
            try NamedThread(name: "taps") {
                let began = ContinuousClock.now
                for number in stride(from: thread, to: rate * seconds, by: 4) {
                    let due = began + .seconds(1) * number / rate
                    let pause = due - ContinuousClock.now
                    if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
                    run.tap(number % watched.count)
                }
            }
        }
        for thread in threads { thread.join() }
        reader.join()
        let (latencies, errors) = run.result
        #expect(errors == [])
        try #require(latencies.count == rate * seconds)
        let (middle, p99) = (latencies[latencies.count / 2], latencies[latencies.count * 99 / 100])
        print("\(rate) revisions/s of \(watched.count) sessions: p50 \(middle), p99 \(p99)")
        #expect(p99 <= .milliseconds(50) * Self.slack)
    }

    /// The factor by which an event may take longer than in a release build on an idle machine.
    private static let slack = Sanitizer.isRunning ? 40 : 10
}

/// A session with a connection for its taps and one for its stream.
private final class WatchedSession: @unchecked Sendable {
    /// Only the thread that taps uses it.
    let client: AppClient
    /// Only the thread that reads uses it.
    let stream: EventStream
    private let list: String
    private var isOpen = false

    init(port: Int) throws {
        client = try AppClient(port: port, starting: ["app": "profile"])
        list = client.focus
        stream = try EventStream(of: client, port: port)
        _ = try stream.next()
    }

    /// Adds a revision: a screen opens, and the next tap goes back.
    func tap() throws {
        let path = isOpen ? "/back" : "/screens/\(list)/outputs/selectCity"
        isOpen.toggle()
        let response = try client.send("POST", path, fields: ["Prefer": "return=minimal"])
        guard response.status == 204 else { throw RawClient.Failure(text: "\(response.status) \(response.text)") }
    }
}

/// The taps of a run, and the time from each to its event.
private final class Run: Sendable {
    private struct State {
        /// The times of the taps that still wait for their event, by session and in their order.
        var sent: [[ContinuousClock.Instant]]
        var latencies: [Duration] = []
        var errors: [String] = []
    }

    private let watched: [WatchedSession]
    private let taps: Int
    private let state: Lock<State>

    init(_ watched: [WatchedSession], taps: Int) {
        self.watched = watched
        self.taps = taps
        state = Lock(State(sent: watched.map { _ in [] }))
    }

    /// The latencies in their order of size, and what has failed.
    var result: (latencies: [Duration], errors: [String]) {
        state.withLock { ($0.latencies.sorted(), $0.errors) }
    }

    func tap(_ number: Int) {
        state.withLock { $0.sent[number].append(.now) }
        do {
            try watched[number].tap()
        } catch {
            state.withLock { $0.errors.append("\(error)") }
        }
    }

    /// Reads events until each tap has one, for 10 seconds at most.
    func read() {
        let deadline = ContinuousClock.now + .seconds(10)
        var polled = watched.map { pollfd(fd: $0.stream.connection.descriptor, events: CShort(POLLIN), revents: 0) }
        while ContinuousClock.now < deadline, state.withLock({ $0.latencies.count < taps && $0.errors.isEmpty }) {
            guard unsafe poll(&polled, nfds_t(polled.count), 100) > 0 else { continue }
            for number in polled.indices where polled[number].revents != 0 {
                do {
                    let event = try watched[number].stream.next()
                    let now = ContinuousClock.now
                    state.withLock { state in
                        guard event?.name == "patch" || event?.name == "state", !state.sent[number].isEmpty else {
                            return state.errors.append("an event without a tap: \(event?.name ?? "end")")
                        }
                        state.latencies.append(now - state.sent[number].removeFirst())
                    }
                } catch {
                    state.withLock { $0.errors.append("\(error)") }
                }
            }
        }
    }
}
