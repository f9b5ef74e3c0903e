import Coordination

/// An account of a customer.
package struct BankAccount: Codable, Equatable, Sendable {
    package var name: String
    package var iban: String
    /// The balance in cents.
    package var cents: Int

    package init(name: String, iban: String, cents: Int) {
        self.name = name
        self.iban = iban
        self.cents = cents
    }
}

/// The customer's number and PIN.
package struct BankCredentials: Payload {
    package var number: String
    package var pin: Secret

    package static let schema: JSONSchema = .object([
        "number": .string(pattern: .digits(1...10)), "pin": .string(pattern: .digits(5), secret: true),
    ])
}

/// A transfer as the customer enters it.
///
/// The reference is optional.
package struct Transfer: Payload, Equatable {
    package var recipient: String
    package var iban: String
    /// The amount in euros, such as `12.50`.
    package var amount: String
    package var reference: String?

    package static let schema: JSONSchema = .object(
        [
            "recipient": .string(minLength: 1, maxLength: 70, form: .line), "iban": .string(pattern: .iban),
            "amount": .string(pattern: .decimal()), "reference": .string(maxLength: 140, form: .line),
        ],
        required: ["recipient", "iban", "amount"]
    )

    /// The amount in cents.
    package var cents: Int {
        let parts = amount.split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return (Int(parts[0]) ?? 0) * 100 + (Int((fraction + "00").prefix(2)) ?? 0)
    }

    /// Whether the check digits of the IBAN are right (ISO/IEC 7064, MOD 97-10).
    package var hasRightCheckDigits: Bool {
        let moved = iban.dropFirst(4) + iban.prefix(4)
        return moved.reduce(0) { rest, character in
            let value = Int(String(character), radix: 36) ?? 0
            return (rest * (value > 9 ? 100 : 10) + value) % 97
        } == 1
    }
}

/// The code that the customer enters.
package struct CodeEntry: Payload {
    package var code: Secret

    package static let schema: JSONSchema = .object(["code": .string(pattern: .digits(6), secret: true)])
}
