import Coordination

extension Price {
    /// Both together; they are in one currency.
    static func + (first: Price, second: Price) -> Price {
        precondition(first.currency == second.currency, "Prices in two currencies can't be added.")
        return Price(first.amount + second.amount, first.currency)
    }

    /// What is left of one without the other; they are in one currency.
    static func - (first: Price, second: Price) -> Price { first + Price(-second.amount, second.currency) }

    /// So many times the amount.
    static func * (price: Price, times: Int) -> Price { Price(price.amount * times, price.currency) }

    /// The amount in whole euros, for sentences.
    var euros: String { "€\(amount / 100)" }
}
