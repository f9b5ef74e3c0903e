import CoordinationTesting
import Testing

@testable import Coordination

@Suite("Values by key")
struct KeyedArrayTests {
    private struct Named: KeyedElement, Equatable {
        let key: Key
        var name: String
    }

    @Test("values stay in the order of their keys while they are added and removed")
    func order() {
        var keyed = KeyedArray<Named>()
        var model: [Key: Named] = [:]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let key = Key(UInt32.random(in: 0..<50, using: &generator))
            let name = "\(Int.random(in: 0..<9, using: &generator))"
            let value = Bool.random(using: &generator) ? Named(key: key, name: name) : nil
            keyed[key] = value
            model[key] = value
            #expect(Array(keyed) == model.keys.sorted().compactMap { model[$0] })
            #expect(keyed[key] == value)
        }
        let removed = Set((0..<50).filter { $0.isMultiple(of: 3) }.map { Key(UInt32($0)) })
        keyed.remove(removed)
        #expect(Array(keyed) == model.keys.filter { !removed.contains($0) }.sorted().compactMap { model[$0] })
        keyed.update(Key(99)) { $0.name = "never" }
        #expect(keyed[Key(99)] == nil)
    }
}
