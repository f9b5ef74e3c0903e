import Concurrency
import Sessions
import Testing

@Suite("Requests that share transactions")
struct StoreBatchesTests {
    private let batches = StoreBatches<Int, Void>(requestsPerTransaction: 3)

    /// Adds requests, and returns the requests after which a transaction must run.
    private func add(_ requests: Range<Int>) -> [Int] {
        requests.filter { batches.add($0, StoreCompletion(on: InlineQueue.shared) { _ in }) }
    }

    private func take() -> [Int] { batches.take().map(\.request) }

    @Test("the first request begins a transaction, which takes those that come before it has a connection")
    func first() {
        #expect(add(0..<3) == [0])
        #expect(take() == [0, 1, 2])
        #expect(!batches.ended())
        #expect(add(3..<4) == [3])
    }

    @Test("a few requests wait until the running transaction has ended")
    func few() {
        #expect(add(0..<1) == [0])
        #expect(take() == [0])
        #expect(add(1..<3) == [])
        #expect(batches.ended())
        #expect(add(3..<4) == [], "The announced transaction takes it, too.")
        #expect(take() == [1, 2, 3])
    }

    @Test("many requests begin further transactions, the later the more of them run")
    func many() {
        #expect(add(0..<1) == [0])
        #expect(take() == [0])
        #expect(add(1..<4) == [3])
        #expect(take() == [1, 2, 3])
        #expect(add(4..<10) == [9])
        #expect(take() == [4, 5, 6, 7, 8, 9])
        #expect(add(10..<12) == [])
        #expect(!batches.ended(), "Two others run.")
        #expect(!batches.ended(), "Another one runs.")
        #expect(batches.ended())
        #expect(take() == [10, 11])
    }

    @Test("no request is left when all transactions have ended")
    func none() {
        var left = Set(0..<1_000), running = 0
        for request in 0..<1_000 {
            if batches.add(request, StoreCompletion(on: InlineQueue.shared) { _ in }) {
                left.subtract(take())
                running += 1
            }
            while running > 0, request % 7 == 0 || request == 999 {
                running -= 1
                guard batches.ended() else { continue }
                left.subtract(take())
                running += 1
            }
        }
        #expect(left.isEmpty)
    }
}
