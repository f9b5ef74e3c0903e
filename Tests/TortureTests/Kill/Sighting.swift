/// A state of a ledger that a client has seen.
struct Sighting: Hashable, Sendable {
    let revision: UInt64
    let content: Content

    enum Content: Hashable, Sendable {
        /// The state after a number was added, by the response that acknowledges it.
        case addition(Int)
        /// A whole state with a count of numbers.
        case count(Int)
    }
}
