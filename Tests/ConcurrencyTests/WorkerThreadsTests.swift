import Concurrency
import Testing

@Suite("Worker threads") struct WorkerThreadsTests {
    @Test("submitted work runs in order on a worker thread")
    func order() throws {
        let workers = try WorkerThreads(count: 1, name: "store")
        let done = Lock([String]())
        for number in 0..<100 {
            workers.submit {
                let name = threadName()
                done.withLock { $0.append("\(name) \(number)") }
            }
        }
        workers.stop()
        #expect(done.withLock { $0 } == (0..<100).map { "store-0 \($0)" })
    }

    @Test("async code that prefers the workers runs on them, also after each suspension")
    func executor() async throws {
        let workers = try WorkerThreads(count: 1, name: "hash")
        let names = await Task(executorPreference: workers) {
            var names = [threadName()]
            await Task.yield()
            names.append(threadName())
            await Task.detached {}.value
            names.append(threadName())
            return names
        }.value
        #expect(names == ["hash-0", "hash-0", "hash-0"])
        workers.stop()
    }

    @Test("a worker that blocks does not block other threads")
    func blocking() async throws {
        let workers = try WorkerThreads(count: 2, name: "block")
        let gate = Monitor(false)
        for _ in 0..<2 { workers.submit { gate.wait(while: { !$0 }) { _ in } } }
        await Task.detached { gate.withLock { $0 = true } }.value
        workers.stop()
    }

    @Test("stopping finishes the queued work and rejects new work")
    func stopping() throws {
        let workers = try WorkerThreads(count: 3, name: "stop")
        let count = Lock(0)
        for _ in 0..<1000 { workers.submit { count.withLock { $0 += 1 } } }
        workers.stop()
        #expect(count.withLock { $0 } == 1000)
        #expect(!workers.submit { Issue.record("it ran") })
        workers.stop()
    }

    @Test("the waiting count is the number of queued work items")
    func waiting() throws {
        let workers = try WorkerThreads(count: 1, name: "wait")
        let gate = Monitor(0)
        workers.submit {
            gate.withLock { $0 = 1 }
            gate.wait(while: { $0 == 1 }) { _ in }
        }
        gate.wait(while: { $0 == 0 }) { _ in }
        for _ in 0..<5 { workers.submit {} }
        #expect(workers.waitingCount == 5)
        gate.withLock { $0 = 2 }
        workers.stop()
        #expect(workers.waitingCount == 0)
    }

    @Test("a task that outlives its worker threads finishes on another thread")
    func outliving() async throws {
        let workers = try WorkerThreads(count: 1, name: "gone")
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let started = Monitor(false)
        let task = Task(executorPreference: workers) {
            started.withLock { $0 = true }
            for await _ in stream {}
            return threadName()
        }
        let join = try NamedThread(name: "stopper") {
            started.wait(while: { !$0 }) { _ in }
            workers.stop()
            continuation.finish()
        }
        #expect(await task.value != "gone-0")
        join.join()
    }
}
