import Sessions
import SessionsTesting
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("the store in memory fulfills the store contract", arguments: StoreContract.Clause.allCases)
    func contract(clause: StoreContract.Clause) async throws {
        try await StoreContract { MemoryStore() }.check(clause)
    }
}
