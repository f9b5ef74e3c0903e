import Coordination

/// Checks the customer's number and PIN.
package struct LogIn: Effect {
    package static let name = "logIn"
    /// The PIN is never stored.
    package static let isSecret = true
    package var credentials: BankCredentials

    package enum Value: Codable, Sendable {
        case customer(String, [BankAccount])
        case rejected
    }
}

/// Sends a code that confirms a transfer, which the message describes.
package struct SendTransferCode: Effect {
    package static let name = "sendTransferCode"
    package var transfer: Transfer

    package struct Value: Codable, Sendable {
        /// The identifier of the code.
        package var challenge: String
        package var attemptsLeft: Int
        package var resendAt: Timestamp

        package init(challenge: String, attemptsLeft: Int, resendAt: Timestamp) {
            self.challenge = challenge
            self.attemptsLeft = attemptsLeft
            self.resendAt = resendAt
        }
    }
}

/// Checks a code.
package struct CheckTransferCode: Effect {
    package static let name = "checkTransferCode"
    package static let isSecret = true
    /// The identifier of the code.
    package var challenge: String
    package var code: Secret

    package enum Value: Codable, Sendable {
        case right
        case wrong(attemptsLeft: Int)
    }
}

/// Books a transfer.
///
/// All attempts have the same idempotency key, so that it is booked once.
package struct BookTransfer: Effect {
    package static let name = "bookTransfer"
    /// Again after 1, 2 and 4 seconds.
    package static let retry = RetryPolicy.attempts(4)
    /// The IBAN of the account that the money comes from.
    package var source: String
    package var transfer: Transfer

    package enum Value: Codable, Sendable {
        /// The account that the money came from, with its new balance.
        case booked(BankAccount)
        /// The balance is lower than the amount.
        case uncovered
    }
}

extension Samples {
    static let bank = Samples(
        payloads: [
            "transfer.submit": [
                ["recipient": "Ada", "iban": "DE02120300000000202051", "amount": "12.50"],
                ["recipient": "Ada", "iban": "DE03120300000000202051", "amount": "12.50"],
            ]
        ]
    )
    .results(of: LogIn.self) { _, _ in [.customer("1234567890", [.sample]), .rejected] }
    .results(of: LoadAccount.self) { _, _ in [.sample, nil] }
    .results(of: SendTransferCode.self) { _, now in [.init(challenge: "c1", attemptsLeft: 3, resendAt: now)] }
    .results(of: CheckTransferCode.self) { _, _ in [.right, .wrong(attemptsLeft: 2), .wrong(attemptsLeft: 0)] }
    .results(of: BookTransfer.self) { _, _ in [.booked(.sample), .uncovered] }
}

extension BankAccount {
    static let sample = BankAccount(name: "Current account", iban: "DE75512108001245126199", cents: 120_000)
}
