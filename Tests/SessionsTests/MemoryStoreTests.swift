import Sessions
import StoreContract
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("a store that keeps records holds to the contract", arguments: StoreContract.Clause.allCases)
    func keepsRecords(clause: StoreContract.Clause) async throws {
        try await StoreContract { _ in MemoryStore() }.check(clause)
    }

    @Test("a store that writes records down holds to the contract", arguments: StoreContract.Clause.allCases)
    func writesDown(clause: StoreContract.Clause) async throws {
        try await StoreContract { MemoryStore(writingDownFor: $0) }.check(clause)
    }
}
