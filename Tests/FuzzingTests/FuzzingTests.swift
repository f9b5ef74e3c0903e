import CoordinationTesting
import FuzzTargets
import Testing

@Suite("Bytes from strangers")
struct FuzzingTests {
    @Test("no mutation of a valid input traps", arguments: FuzzTarget.allCases)
    func mutations(target: FuzzTarget) {
        var generator = SeededGenerator(seed: 1)
        for seed in target.seeds {
            target.run(seed)
            for _ in 0..<200 { target.run(mutated(seed, using: &generator)) }
        }
    }

    /// Changes, repeats, removes or inserts some bytes.
    private func mutated(_ input: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
            case 2: bytes.removeSubrange(index..<min(index + Int.random(in: 1...8, using: &generator), bytes.count))
            default:
                let part = bytes[index..<min(index + Int.random(in: 1...32, using: &generator), bytes.count)]
                for _ in 0..<Int.random(in: 1...20, using: &generator) { bytes.insert(contentsOf: part, at: index) }
            }
        }
        return bytes
    }
}
