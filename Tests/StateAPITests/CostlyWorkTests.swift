import Concurrency
import HTTPCore
import Sessions
import Testing

@testable import StateAPI

@Suite("The queue of costly requests")
struct CostlyWorkTests {
    /// A client that can go.
    private final class Client: Caller {
        private let gone = Lock(false)
        let queue: any WorkQueue = InlineQueue.shared
        var isCancelled: Bool { gone.withLock { $0 } }

        func leave() { gone.withLock { $0 = true } }
    }

    /// The work that has begun, in order, with its turns.
    private final class Record: Sendable {
        private let begun = Lock([(name: String, turn: CostlyWork.Turn)]())
        private let order = Lock([String]())

        var names: [String] { order.withLock { $0 } }

        func begin(_ name: String, _ turn: CostlyWork.Turn) {
            order.withLock { $0.append(name) }
            begun.withLock { $0.append((name, turn)) }
        }

        /// Ends the oldest work.
        func endFirst() {
            let ended = begun.withLock { begun in begun.isEmpty ? nil : begun.removeFirst() }
            _ = consume ended
        }
    }

    /// A limit that is exceeded, by its field in the response.
    private enum Limit: String, CaseIterable {
        case session = #""session-work";q=2;qu="concurrent-requests""#
        case address = #""address-work";q=4;qu="concurrent-requests""#
        case total = #""work";q=10;qu="concurrent-requests""#
        case other
    }

    private static let limits = CostlyWork.Limits(session: 2, address: 4, total: 10, running: 1)
    private let record = Record()

    private func add(
        _ name: String,
        of session: String? = nil,
        from address: String? = nil,
        by client: Client = Client(),
        to queue: CostlyWork
    ) -> Limit? {
        do throws(APIError) {
            try queue.add(session.map { SessionID($0) }, address.flatMap { ClientAddress($0) }, for: client) {
                [record] turn in record.begin(name, turn)
            }
            return nil
        } catch {
            guard case .limit(let problem) = error else { return .other }
            return Limit.allCases.first { problem.fields["RateLimit-Policy"] == $0.rawValue } ?? .other
        }
    }

    @Test("two requests of a session, four of an address and ten in total wait or run, and the next is rejected")
    func limits() {
        let queue = CostlyWork(Self.limits, on: InlineQueue.shared)
        #expect(add("1", of: "a", from: "192.0.2.1", to: queue) == nil)
        #expect(add("2", of: "a", from: "192.0.2.1", to: queue) == nil)
        #expect(add("3", of: "a", from: "192.0.2.2", to: queue) == .session)
        #expect(add("3", of: "b", from: "192.0.2.1", to: queue) == nil)
        #expect(add("4", of: "c", from: "192.0.2.1", to: queue) == nil)
        #expect(add("5", of: "d", from: "192.0.2.1", to: queue) == .address)
        for number in 5...10 { #expect(add("\(number)", to: queue) == nil) }
        #expect(add("11", from: "192.0.2.3", to: queue) == .total)
        #expect(record.names == ["1"])
        record.endFirst()
        #expect(add("11", from: "192.0.2.3", to: queue) == nil)
    }

    @Test("addresses take turns, so the only request of one is not behind all of another")
    func fairness() {
        let queue = CostlyWork(Self.limits, on: InlineQueue.shared)
        for name in ["a1", "a2", "a3", "a4"] { #expect(add(name, from: "192.0.2.1", to: queue) == nil) }
        for name in ["b1", "b2"] { #expect(add(name, from: "192.0.2.2", to: queue) == nil) }
        for name in ["c1"] { #expect(add(name, from: "2001:db8::1", to: queue) == nil) }
        for _ in 0..<7 { record.endFirst() }
        #expect(record.names == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"])
        #expect(queue.count == 0)
    }

    @Test("the work for a client that has gone is skipped, and its place is free at once")
    func gone() {
        let queue = CostlyWork(Self.limits, on: InlineQueue.shared)
        let clients = (0..<4).map { _ in Client() }
        for (number, client) in clients.enumerated() {
            #expect(add("\(number)", from: "192.0.2.1", by: client, to: queue) == nil)
        }
        #expect(add("late", from: "192.0.2.1", to: queue) == .address)
        clients[1].leave()
        clients[2].leave()
        #expect(add("late", from: "192.0.2.1", to: queue) == nil)
        #expect(queue.count == 3)
        clients[3].leave()
        for _ in 0..<4 { record.endFirst() }
        #expect(record.names == ["0", "late"])
        #expect(queue.count == 0)
    }

    @Test("requests that come at once from many threads never exceed a limit, and one of them runs at a time")
    func atOnce() async throws {
        let threads = try WorkerThreads(count: 1, name: "work")
        let queue = CostlyWork(CostlyWork.Limits(session: 2, address: 8, total: 64, running: 1), on: threads)
        let (running, most, accepted) = (Lock(0), Lock(0), Lock(0))
        let gate = Monitor(false)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<100 {
                        let address = ClientAddress("192.0.2.\(task % 4)")
                        do throws(APIError) {
                            try queue.add(SessionID("\(number)"), address, for: Client()) { turn in
                                gate.wait(while: { !$0 }) { _ in }
                                let now = running.withLock { running in
                                    running += 1
                                    return running
                                }
                                most.withLock { $0 = max($0, now) }
                                running.withLock { $0 -= 1 }
                                withExtendedLifetime(turn) {}
                            }
                            accepted.withLock { $0 += 1 }
                        } catch {}
                    }
                }
            }
        }
        #expect(queue.count == accepted.withLock { $0 } && queue.count == 32)
        gate.withLock { $0 = true }
        threads.stop()
        #expect(queue.count == 0)
        #expect(most.withLock { $0 } == 1)
    }

    @Test("work that ends at once does not start the next inside itself, however much waits")
    func depth() {
        let queue = CostlyWork(
            CostlyWork.Limits(session: 1, address: 1, total: 100_000, running: 1),
            on: InlineQueue.shared
        )
        let first = Lock<CostlyWork.Turn?>(nil)
        let count = Lock(0)
        for number in 0..<100_000 {
            try? queue.add(nil, nil, for: Client()) { turn in
                if number == 0 { first.withLock { $0 = turn } }
                count.withLock { $0 += 1 }
            }
        }
        #expect(count.withLock { $0 } == 1)
        let turn = first.withLock { turn in
            defer { turn = nil }
            return turn
        }
        _ = consume turn
        #expect(count.withLock { $0 } == 100_000)
    }
}
