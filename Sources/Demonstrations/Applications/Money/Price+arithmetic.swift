import Coordination

extension Price {
    /// Adds two prices, which must have the same currency.
    static func + (first: Price, second: Price) -> Price {
        precondition(first.currency == second.currency, "Prices in two currencies can't be added.")
        return Price(first.amount + second.amount, first.currency)
    }

    /// Subtracts the second price, which must have the same currency.
    static func - (first: Price, second: Price) -> Price { first + Price(-second.amount, second.currency) }

    /// Multiplies the amount by a quantity.
    static func * (price: Price, times: Int) -> Price { Price(price.amount * times, price.currency) }
}
