import CoordinationTesting
import Testing

@testable import Coordination

@Suite("The change between two encodings")
struct EncodedChangeTests {
    private let state: NavigationState

    init() throws {
        state = try Application.scripted().start(link: nil, at: .test).state
    }

    private func change(from later: [UInt8], to earlier: [UInt8]) -> EncodedChange {
        func encoded(_ bytes: [UInt8]) -> EncodedState {
            EncodedState(bytes: bytes, state: state, segments: [], flows: 0..<0)
        }
        return EncodedChange(from: encoded(later), to: encoded(earlier), changes: nil)
    }

    /// Returns bytes of two kinds, so that two of them have long beginnings, ends and middles in common.
    private func bytes(_ count: Int, _ generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0..<10, using: &generator) == 0 ? 98 : 97 }
    }

    @Test("applied to the later encoding, it gives the earlier one, for random encodings")
    func isApplied() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5_000 {
            let later = bytes(.random(in: 0...60, using: &generator), &generator)
            let earlier = bytes(.random(in: 0...60, using: &generator), &generator)
            #expect(change(from: later, to: earlier).applied(to: later) == earlier)
        }
    }

    @Test("it has only the bytes that differ, wherever they are", arguments: [0, 1, 7, 8, 9, 500, 991, 992, 999])
    func isShort(place: Int) {
        let later = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var earlier = later
        earlier[place] ^= 0xff
        let replaced = change(from: later, to: earlier)
        #expect(replaced.applied(to: later) == earlier)
        #expect(replaced.bytes.count < 24)
        earlier.insert(contentsOf: [1, 2, 3], at: place)
        let inserted = change(from: later, to: earlier)
        #expect(inserted.applied(to: later) == earlier)
        #expect(inserted.bytes.count < 24)
    }
}
