import CoordinationTesting
import Foundation
import FuzzTargets
import Testing

@Suite("Bytes from strangers")
struct FuzzingTests {
    @Test("no mutation of a valid input traps or takes long", arguments: FuzzTarget.allCases)
    func mutations(target: FuzzTarget) {
        setUp(target)
        var generator = SeededGenerator(seed: 1)
        for seed in target.seeds {
            #expect(target.runsInTime(seed), "\(String(decoding: seed, as: UTF8.self))")
            for _ in 0..<200 {
                let input = mutated(seed, using: &generator)
                #expect(target.runsInTime(input), "\(Data(input).base64EncodedString())")
            }
        }
    }

    @Test(
        "no input that a fuzzer has found traps or takes long, nor does a mutation of it",
        arguments: FuzzTarget.allCases
    )
    func corpus(target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../FuzzCorpora/\(target)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        setUp(target)
        var generator = SeededGenerator(seed: 2)
        for file in files.sorted(by: { $0.path < $1.path }) {
            let input = Array(try Data(contentsOf: file))
            #expect(target.runsInTime(input), "\(file.lastPathComponent)")
            for _ in 0..<10 {
                let input = mutated(input, using: &generator)
                #expect(target.runsInTime(input), "\(Data(input).base64EncodedString())")
            }
        }
    }

    /// Runs what is valid once, because the first runs set up the applications and their caches, which takes longer
    /// than an input may.
    private func setUp(_ target: FuzzTarget) {
        for seed in target.seeds { target.run(seed) }
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
