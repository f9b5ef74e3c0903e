import Coordination

/// What it costs to bring an order.
enum Delivery {
    /// What it costs as a rule.
    static let fee = Price(290, "EUR")
    /// From what an order is brought for nothing.
    static let freeFrom = Price(4_000, "EUR")

    /// What it costs to bring these.
    static func fee(for lines: [OrderLine]) -> Price {
        let amount = lines.reduce(0) { $0 + $1.total.amount }
        return Price(amount >= freeFrom.amount ? 0 : fee.amount, fee.currency)
    }
}
