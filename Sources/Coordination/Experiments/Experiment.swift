/// A choice between variants, made for each session by its id alone: the same session always gets the same one.
///
/// A screen factory asks it which variant of a screen to make; the coordinators and the wiring are the same for all. How
/// the sessions fall is not a secret, but no two experiments of different names fall together.
///
/// ```swift
/// enum CitiesLook: String, CaseIterable, Codable, Sendable { case list, map }
/// let experiment = Experiment<CitiesLook>("citiesLook", shares: [.list: 80, .map: 20])
/// experiment.variant(for: session)  // .list for 80 of 100 sessions
/// ```
///
/// With other shares some sessions would get another variant than before. A flow that must not change under a user's
/// hands keeps what it was given in its state.
public struct Experiment<Variant: CaseIterable & Hashable & Sendable>: Sendable {
    /// The name; experiments that are to fall together have the same.
    public let name: String
    private let steps: [(variant: Variant, end: UInt64)]
    private let total: UInt64

    /// An experiment in which every variant is as frequent as any other.
    public init(_ name: String) {
        self.init(name, shares: Dictionary(Variant.allCases.map { ($0, 1) }) { first, _ in first })
    }

    /// An experiment with the frequencies of its variants.
    ///
    /// It is a programmer error to give no variant a share, or one less than nothing.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shares: How frequent each variant is in relation to the others; one that is not in it never comes.
    public init(_ name: String, shares: [Variant: Int]) {
        self.name = name
        var total: UInt64 = 0
        var steps: [(Variant, UInt64)] = []
        // A dictionary has no order, so that of the declaration is taken.
        for variant in Variant.allCases {
            let share = shares[variant] ?? 0
            precondition((0...1_000_000).contains(share), "A share of '\(name)' is not between 0 and 1,000,000.")
            guard share > 0 else { continue }
            total += UInt64(share)
            steps.append((variant, total))
        }
        precondition(total > 0, "No variant of '\(name)' has a share.")
        self.steps = steps
        self.total = total
    }

    /// The variant that a session gets.
    public func variant(for session: String) -> Variant {
        let place = StableHash.of([name, session]) % total
        for step in steps where place < step.end { return step.variant }
        preconditionFailure("The place is before the end of the last step.")
    }
}

/// A hash that is the same in every process and release, which Swift's own is not.
enum StableHash {
    /// FNV-1a over the UTF-8 bytes of texts, each with its end, and then the finalizer of MurmurHash3, since the low bits of
    /// FNV alone fall unevenly.
    static func of(_ texts: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // No byte of UTF-8 is 0xFF.
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash >> 33)
    }
}
