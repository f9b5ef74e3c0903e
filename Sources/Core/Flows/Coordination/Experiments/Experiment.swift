/// An experiment that assigns each session one variant, always the same, by a hash of its id.
///
/// A screen factory asks the experiment which variant of a screen to make, and coordinators and wiring are the same for all
/// variants. The assignment is not secret. Experiments with different names assign sessions independently.
///
/// ```swift
/// enum CitiesVariant: String, CaseIterable, Codable, Sendable { case list, map }
/// let experiment = Experiment<CitiesVariant>("citiesLook", weights: [.list: 80, .map: 20])
/// experiment.variant(for: session)  // .list for 80 of 100 sessions
/// ```
///
/// Changing the weights moves some sessions to another variant. If the variant must not change during a session, the flow
/// stores it in its state.
public struct Experiment<Variant: CaseIterable & Hashable & Sendable>: Sendable {
    /// The name, which is part of the hash.
    ///
    /// Experiments that must assign sessions alike use the same name.
    public let name: String
    private let steps: [(variant: Variant, end: UInt64)]
    private let total: UInt64

    /// Creates an experiment in which all variants have the same weight.
    public init(_ name: String) {
        self.init(name, weights: Dictionary(Variant.allCases.map { ($0, 1) }) { first, _ in first })
    }

    /// Creates an experiment with a weight for each variant.
    ///
    /// It is a programmer error to pass a weight outside 0...1,000,000, or no weight above 0.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - weights: The relative frequency of each variant. A variant without a weight is never chosen.
    public init(_ name: String, weights: [Variant: Int]) {
        self.name = name
        var total: UInt64 = 0
        var steps: [(Variant, UInt64)] = []
        // A dictionary has no order, so use the order of declaration.
        for variant in Variant.allCases {
            let share = weights[variant] ?? 0
            precondition((0...1_000_000).contains(share), "A share of '\(name)' is not between 0 and 1,000,000.")
            guard share > 0 else { continue }
            total += UInt64(share)
            steps.append((variant, total))
        }
        precondition(total > 0, "No variant of '\(name)' has a share greater than 0.")
        self.steps = steps
        self.total = total
    }

    /// Returns the variant of the session with this id.
    public func variant(for session: String) -> Variant {
        let bucket = StableHash.of([name, session]) % total
        for step in steps where bucket < step.end { return step.variant }
        preconditionFailure("The place must be before the end of the last step.")
    }
}

/// A hash that is the same in every process and release, unlike Swift's `Hasher`.
enum StableHash {
    /// Returns the FNV-1a hash of the UTF-8 bytes of the texts, finalized as in MurmurHash3.
    ///
    /// A byte after each text marks its end, so that `["ab", "c"]` and `["a", "bc"]` differ. The finalizer is needed
    /// because the low bits of FNV-1a alone are unevenly distributed.
    static func of(_ texts: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // 0xFF can't occur in UTF-8.
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash >> 33)
    }
}
