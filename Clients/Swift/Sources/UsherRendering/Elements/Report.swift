import UsherClient

/// A report of an output with a fixed payload, such as by a button or a row.
public struct Report: Sendable, Hashable {
    /// The name of the output.
    public let output: String
    /// The payload, or `nil` for an output without one.
    public let payload: JSONValue?
    /// The link that leads to the same screen, which can be copied and shared.
    public let link: String?

    /// Creates a report.
    public init(_ output: String, _ payload: JSONValue? = nil, link: String? = nil) {
        self.output = output
        self.payload = payload
        self.link = link
    }

    /// Reads the members of a report, or returns `nil` without an output.
    init?(_ document: JSONValue?) {
        guard let document, let output = document["output"]?.string else { return nil }
        self.init(output, document["payload"], link: document["link"]?.string)
    }
}

/// A price in the minor unit of its currency.
public struct Price: Sendable, Hashable {
    /// The amount in minor units: cents, but whole yen.
    public let amount: Int
    /// The code of the currency (ISO 4217).
    public let currency: String

    /// Creates a price.
    public init(_ amount: Int, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    init?(_ document: JSONValue?) {
        guard let amount = document?["amount"]?.int, let currency = document?["currency"]?.string else { return nil }
        self.init(amount, currency)
    }
}
