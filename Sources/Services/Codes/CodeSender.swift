public import Applications
public import Coordination

/// A message with a one-time code.
public struct CodeMessage: Sendable {
    /// Where it goes.
    public let phone: PhoneNumber
    /// The code: six digits.
    public let code: Secret

    /// Describes a message.
    ///
    /// - Parameters:
    ///   - phone: Where it goes.
    ///   - code: The code.
    public init(phone: PhoneNumber, code: Secret) {
        self.phone = phone
        self.code = code
    }

    /// What the user reads; it holds the code.
    public var text: Secret {
        Secret("\(code.exposed) is your code. It is valid for 10 minutes. Never tell it to anybody.")
    }
}

/// Brings one-time codes to telephones.
public protocol CodeSender: Sendable {
    /// Sends a message.
    ///
    /// - Parameters:
    ///   - message: Where to, and the code.
    ///   - key: The same for every attempt at this message, and for no other one; a gateway that takes such a key sends
    ///     once.
    /// - Throws: An error when nothing was sent.
    func send(_ message: CodeMessage, key: String) async throws
}
