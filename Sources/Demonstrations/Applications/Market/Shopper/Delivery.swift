import Coordination

/// The delivery fee and its exemption.
enum Delivery {
    /// The regular fee: €2.90.
    static let fee = Price(290, "EUR")
    /// The order value from which delivery is free: €40.
    static let freeFrom = Price(4_000, "EUR")

    /// Returns the delivery fee for the lines of an order.
    static func fee(for lines: [OrderLine]) -> Price {
        let amount = lines.reduce(0) { $0 + $1.total.amount }
        return Price(amount >= freeFrom.amount ? 0 : fee.amount, fee.currency)
    }
}
