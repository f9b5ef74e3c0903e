public import Applications
public import Coordination

/// A message with a one-time code.
public struct CodeMessage: Sendable {
    /// The recipient's number.
    public let phone: PhoneNumber
    /// The code: six digits.
    public let code: Secret

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - phone: The recipient's number.
    ///   - code: The code: six digits.
    public init(phone: PhoneNumber, code: Secret) {
        self.phone = phone
        self.code = code
    }

    /// The text for the user, which contains the code.
    public var text: Secret {
        Secret("\(code.exposed) is your verification code. It expires in 10 minutes. Don't share it with anyone.")
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
    /// - Throws: An error when nothing was sent.
    func send(_ message: CodeMessage, key: String) async throws
}
