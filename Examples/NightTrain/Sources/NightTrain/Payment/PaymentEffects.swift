import Coordination

/// The card of a user, with a number that is never stored.
package struct CardEntry: Payload {
    package var number: Secret

    package static let schema: JSONSchema = .object(["number": .string(pattern: .digits(12...19), secret: true)])
}

/// Pays for an order; the bank carries out one payment for each.
package struct Pay: Effect {
    package static let name = "pay"
    package static let isSecret = true
    package var order: String
    package var cents: Int
    package var card: Secret

    package enum Value: Codable, Sendable {
        case paid(Receipt)
        case declined
    }
}

/// Looks whether an order was paid, when the outcome of a payment is not known.
package struct FindPayment: Effect {
    package typealias Value = Receipt?
    package static let name = "findPayment"
    package static let isReadOnly = true
    package var order: String
}
