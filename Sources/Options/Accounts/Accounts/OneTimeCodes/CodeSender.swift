public import AccountFlows
public import Coordination

/// A message with a one-time code.
public struct CodeMessage: Sendable {
    /// The recipient's number.
    public let phone: PhoneNumber
    /// The code: six digits.
    public let code: Secret
    /// The time for which the code is still valid.
    public let validFor: Duration

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - phone: The recipient's number.
    ///   - code: The code: six digits.
    ///   - validFor: The time for which the code is still valid.
    public init(phone: PhoneNumber, code: Secret, validFor: Duration = .seconds(600)) {
        self.phone = phone
        self.code = code
        self.validFor = validFor
    }

    /// The text for the user, which contains the code.
    public var text: Secret {
        let minutes = max(1, validFor.components.seconds / 60)
        let time = minutes == 1 ? "1 minute" : "\(minutes) minutes"
        return Secret("\(code.exposed) is your verification code. It expires in \(time). Don't share it with anyone.")
    }
}

/// A service that delivers one-time codes to telephones.
public protocol CodeSender: Sendable {
    /// Sends a message.
    ///
    /// - Parameters:
    ///   - message: The recipient's number and the code.
    ///   - key: An idempotency key: the same for every attempt at this message and different for every other message. A
    ///     gateway that supports such keys sends the message once.
    /// - Throws: ``UnconfirmedDelivery`` when the message may have been sent, or any other error when nothing was sent.
    func send(_ message: CodeMessage, key: String) async throws
}

/// An error of a delivery that failed although the message may have been sent.
public struct UnconfirmedDelivery: Error, CustomStringConvertible {
    /// A sentence that describes the failure, without the code.
    public let description: String

    /// Creates an error from a sentence that describes the failure.
    public init(_ description: String) {
        self.description = description
    }
}
