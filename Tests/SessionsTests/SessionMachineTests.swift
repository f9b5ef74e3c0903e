import Coordination
import Counter
import Testing

@testable import Sessions

@Suite("The order of requests in a session")
struct SessionMachineTests {
    private typealias Machine = SessionMachine<String, String>

    /// Returns a machine at generation and revision 1.
    private static func machine() throws -> Machine { Machine(.init(record: try record(1), encoded: nil)) }

    /// Returns the record of a generation, with a pending effect when one is named.
    private static func record(_ generation: UInt64, effect: String? = nil, expiresAt: Int64 = 1_000) throws
        -> LiveRecord
    {
        let application = try CounterApplication.make()
        let context = StepContext(now: Timestamp(milliseconds: 0), session: "s", client: ClientInfo())
        var state = try application.start(at: context).state
        if let effect {
            let screen = try #require(state.focus?.key)
            state = try application.apply(.output(effect, screen: screen, payload: nil), to: state, at: context).state
        }
        return LiveRecord(
            id: SessionID("s"),
            application: "counter",
            generation: generation,
            revision: generation,
            credential: Digest(of: "secret"),
            client: ClientInfo(),
            createdAt: Timestamp(milliseconds: 0),
            expiresAt: Timestamp(milliseconds: expiresAt),
            creation: nil,
            due: nil,
            content: state
        )
    }

    /// Returns a result as a short text, for comparisons.
    private static func words(_ start: Machine.SubmitResult) -> String {
        switch start {
        case .run(let base): "run on \(base.record.generation)"
        case .queued: "queued"
        case .reload: "reload"
        case .idempotencyKeyInUse: "key in use"
        case .removed: "gone"
        }
    }

    /// Returns the result of an event, because `#expect` can't call mutating functions.
    private static func now<Value>(_ value: Value) -> Value { value }

    private static func words(_ next: Machine.Next?) -> String {
        next.map { "\($0.request) on \($0.base.record.generation)" } ?? "nothing"
    }

    private static func words(_ failure: Machine.Failure) -> String {
        switch failure {
        case .unchanged(let next): "unchanged, then \(words(next))"
        case .reload: "reload"
        }
    }

    @Test("one request runs, and the others follow in order, each on the record of the one before")
    func order() throws {
        var machine = try Self.machine()
        #expect(machine.isIdle)
        #expect(Self.words(machine.submit("a")) == "run on 1")
        #expect(Self.words(machine.submit("b")) == "queued")
        #expect(Self.words(machine.submit("c")) == "queued")
        #expect(!machine.isIdle)
        #expect(Self.words(machine.committed(.init(record: try Self.record(2), encoded: nil)).next) == "b on 2")
        // Request b changes nothing.
        #expect(Self.words(machine.finished()) == "c on 2")
        #expect(Self.words(machine.finished()) == "nothing")
        #expect(machine.isIdle)
        #expect(machine.lastCommitted.record.generation == 2)
    }

    @Test("a key can be used again when its request has ended, with or without success")
    func keys() throws {
        var machine = try Self.machine()
        let (key, other) = (Digest(of: "key"), Digest(of: "other"))
        #expect(Self.words(machine.submit("a", key: key)) == "run on 1")
        #expect(Self.words(machine.submit("b", key: key)) == "key in use")
        #expect(Self.words(machine.submit("c", key: other)) == "queued")
        #expect(Self.words(machine.finished(key: key)) == "c on 1")
        // The key of a queued request stays in use while that request runs.
        #expect(Self.words(machine.submit("d", key: other)) == "key in use")
        #expect(Self.words(machine.submit("e", key: key)) == "queued")
        #expect(
            Self.words(machine.failed(.unavailable, committing: try Self.record(2), key: other))
                == "unchanged, then e on 1"
        )
        #expect(Self.words(machine.failed(.unknownOutcome, committing: try Self.record(2), key: key)) == "reload")
        #expect(Self.words(machine.submit("f", key: key)) == "queued")
        #expect(Self.now(machine.reloadFailed()) == ["f"])
        #expect(Self.words(machine.submit("g", key: key)) == "reload")
    }

    @Test(
        "a failed commit leaves the record unchanged, and needs a reload when its outcome is in doubt",
        arguments: [
            (StoreError.Kind.unavailable, "unchanged, then b on 1"), (.unreadable, "unchanged, then b on 1"),
            (.unknownOutcome, "reload"), (.conflict, "reload"),
        ]
    )
    func failures(kind: StoreError.Kind, result: String) throws {
        var machine = try Self.machine()
        _ = machine.submit("a")
        _ = machine.submit("b")
        #expect(Self.words(machine.failed(kind, committing: try Self.record(2))) == result)
        #expect(machine.lastCommitted.record.generation == 1)
        #expect(!machine.isIdle)
    }

    @Test("after a commit in doubt, requests build on the stored record, old, new or foreign", arguments: [1, 2, 3])
    func reload(found: UInt64) throws {
        var machine = try Self.machine()
        _ = machine.submit("a")
        _ = machine.failed(.unknownOutcome, committing: try Self.record(2))
        #expect(Self.words(machine.submit("b")) == "queued")
        #expect(Self.words(machine.reloaded(try Self.record(found)).progress.next) == "b on \(found)")
        #expect(Self.words(machine.finished()) == "nothing")
        #expect(machine.isIdle)
    }

    @Test("after a conflict the same request runs first, on the record of the other server, and keeps its key")
    func conflict() throws {
        var machine = try Self.machine()
        let key = Digest(of: "key")
        _ = machine.submit("a", key: key)
        _ = machine.submit("b")
        _ = Self.now(machine.wait(until: .revision(not: 1), number: 1, "w"))
        #expect(Self.words(machine.failed(.conflict, committing: try Self.record(2), key: key)) == "reload")
        #expect(Self.words(machine.submit("c", key: key)) == "key in use")
        let (woken, base) = machine.reloadedAfterConflict(try Self.record(5))
        #expect(woken == ["w"])
        #expect(base.record.generation == 5)
        #expect(Self.words(machine.submit("c", key: key)) == "key in use")
        #expect(
            Self.words(machine.committed(.init(record: try Self.record(6), encoded: nil), key: key).next) == "b on 6"
        )
        #expect(Self.words(machine.submit("c", key: key)) == "queued")
    }

    @Test("a request that is rejected after a conflict gives its key back")
    func rejectedAfterConflict() throws {
        let key = Digest(of: "key")
        var machine = try Self.machine()
        _ = machine.submit("a", key: key)
        _ = machine.failed(.conflict, committing: try Self.record(2), key: key)
        #expect(Self.words(machine.reloaded(try Self.record(5), key: key).progress.next) == "nothing")
        #expect(Self.words(machine.submit("a", key: key)) == "run on 5")
        _ = machine.failed(.conflict, committing: try Self.record(6), key: key)
        #expect(Self.now(machine.reloadFailed(key: key)).isEmpty)
        #expect(Self.words(machine.submit("a", key: key)) == "reload")
    }

    @Test("a reload returns the effects that were not started here, with the secrets that only memory has")
    func effectsOfAReload() throws {
        var machine = try Self.machine()
        _ = machine.submit("a")
        let committing = try Self.record(2, effect: "askSecretly")
        _ = machine.failed(.unknownOutcome, committing: committing)
        let effects = machine.reloaded(committing).effects
        #expect(effects.map(\.key) == committing.state.pending.map(\.key))
        #expect(effects.allSatisfy { $0.effect != nil })
        _ = machine.submit("b")
        _ = machine.failed(.conflict, committing: try Self.record(3))
        // They were started after the first reload.
        #expect(Self.now(machine.reloaded(committing)).effects.isEmpty)
    }

    @Test("while reloads fail, requests are rejected, and a later reload needs no request")
    func storeOutOfReach() throws {
        var machine = try Self.machine()
        _ = machine.submit("a")
        _ = machine.failed(.unknownOutcome, committing: try Self.record(2))
        _ = machine.submit("b")
        #expect(Self.now(machine.reloadFailed()) == ["b"])
        #expect(!machine.isIdle)
        #expect(Self.words(machine.submit("c")) == "reload")
        // A reload is in flight already.
        #expect(!Self.now(machine.retryReload()))
        #expect(Self.now(machine.reloadFailed()) == ["c"])
        #expect(Self.now(machine.retryReload()))
        #expect(Self.words(machine.reloaded(try Self.record(2)).progress.next) == "nothing")
        #expect(machine.isIdle)
        #expect(!Self.now(machine.retryReload()))
    }

    @Test("a waiter is woken once, by the change that it waits for")
    func waiters() throws {
        var machine = try Self.machine()
        #expect(!Self.now(machine.wait(until: .revision(not: 7), number: 1, "ready")))
        #expect(Self.now(machine.wait(until: .revision(not: 1), number: 2, "revision")))
        #expect(!Self.now(machine.wait(until: .notBusy, number: 3, "idle")))
        _ = machine.submit("a")
        let busy = machine.committed(.init(record: try Self.record(2, effect: "ask"), encoded: nil))
        #expect(busy.woken == ["revision"])
        #expect(Self.now(machine.wait(until: .notBusy, number: 4, "idle")))
        #expect(Self.now(machine.timedOut(2)) == nil)
        _ = machine.submit("b")
        #expect(Self.now(machine.committed(.init(record: try Self.record(3), encoded: nil))).woken == ["idle"])
        #expect(machine.waiterCount == 0)
    }

    @Test("a waiter that has timed out or was released does not wait any longer")
    func releasedWaiters() throws {
        var machine = try Self.machine()
        for (number, name) in [(1, "a"), (2, "b"), (3, "c")] as [(UInt64, String)] {
            #expect(Self.now(machine.wait(until: .revision(not: 1), number: number, name)))
        }
        #expect(Self.now(machine.timedOut(2)) == "b")
        #expect(Self.now(machine.timedOut(2)) == nil)
        #expect(Self.now(machine.releaseWaiters(where: { $0 == "c" })) == ["c"])
        #expect(Self.now(machine.releaseWaiters()) == ["a"])
        #expect(machine.waiterCount == 0)
    }

    @Test("a waiter that is cancelled while the waiters are released is woken then or later, and never lost")
    func releasedMeanwhile() throws {
        var machine = try Self.machine()
        #expect(Self.now(machine.wait(until: .revision(not: 1), number: 1, "a")))
        var isCancelled = false
        let first = machine.releaseWaiters { _ in
            defer { isCancelled = true }
            return isCancelled
        }
        #expect(first == [] && machine.waiterCount == 1)
        #expect(Self.now(machine.releaseWaiters { _ in isCancelled }) == ["a"])
    }

    @Test("the end of a session wakes all waiters and rejects all requests, queued and later ones")
    func end() throws {
        var machine = try Self.machine()
        _ = machine.wait(until: .revision(not: 1), number: 1, "waiter")
        _ = machine.submit("end")
        _ = machine.submit("late")
        let (woken, rejected) = machine.markRemoved()
        #expect(woken == ["waiter"] && rejected == ["late"])
        #expect(Self.words(machine.submit("later")) == "gone")
        #expect(machine.isRemoved && !machine.isIdle)
        #expect(!Self.now(machine.wait(until: .revision(not: 1), number: 2, "late waiter")))
    }

    @Test("a session expires after its expiry once no request runs")
    func expiry() throws {
        var machine = Machine(.init(record: try Self.record(1, expiresAt: 10), encoded: nil))
        _ = machine.wait(until: .revision(not: 1), number: 1, "waiter")
        #expect(!Self.now(machine.removeIfExpired(at: Timestamp(milliseconds: 9))).isRemoved)
        _ = machine.submit("a")
        #expect(!Self.now(machine.removeIfExpired(at: Timestamp(milliseconds: 10))).isRemoved)
        _ = machine.finished()
        let (isRemoved, woken) = machine.removeIfExpired(at: Timestamp(milliseconds: 10))
        #expect(isRemoved && woken == ["waiter"])
        #expect(Self.now(machine.removeIfExpired(at: Timestamp(milliseconds: 10))).isRemoved)
    }
}
