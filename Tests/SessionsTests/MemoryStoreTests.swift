import Sessions
import SessionsTesting
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("it holds to the contract", arguments: StoreContract.Clause.allCases)
    func contract(clause: StoreContract.Clause) async throws {
        try await StoreContract { MemoryStore() }.check(clause)
    }
}
