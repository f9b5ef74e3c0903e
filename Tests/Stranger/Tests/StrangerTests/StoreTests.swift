import SessionsTesting
import Stranger
import Testing

@Suite("A store of another package")
struct StoreTests {
    @Test("the store fulfills the required part of the store contract", arguments: StoreContract.Clause.required)
    func contract(clause: StoreContract.Clause) async throws {
        try await StoreContract { try DictionaryStore() }.check(clause)
    }
}
