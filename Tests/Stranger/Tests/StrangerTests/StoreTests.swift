import SessionsTesting
import Stranger
import Testing

@Suite("A store of another package")
struct StoreTests {
    @Test("it holds to the contract", arguments: StoreContract.Clause.required)
    func contract(clause: StoreContract.Clause) async throws {
        try await StoreContract { try DictionaryStore() }.check(clause)
    }
}
