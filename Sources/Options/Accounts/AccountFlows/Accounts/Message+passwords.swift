package import Coordination

extension Message {
    /// Tells that the password is changed.
    package static let passwordChanged = Message(
        "password.changed",
        "Password changed. Your other devices are logged out.",
        level: .success
    )

    /// Creates the message for attempts that must wait, with the time that is left.
    package static func tooManyTries(retryAt: Timestamp, at now: Timestamp) -> Message {
        Message(
            "auth.tooMany",
            "Too many attempts. You can try again in \((retryAt - now).inWords).",
            params: ["retryAt": .string(retryAt.description)]
        )
    }

    /// Creates the message for a password that can't be used, with the reason.
    package static func weakPassword(_ weakness: PasswordWeakness) -> Message {
        switch weakness {
        case .tooShort(let length):
            Message(
                "auth.weakPassword",
                "Use at least \(length) characters.",
                pointer: "/password",
                params: ["minimumLength": .integer(Int64(length))]
            )
        case .tooLong(let length):
            Message(
                "auth.longPassword",
                "Use at most \(length) characters.",
                pointer: "/password",
                params: ["maximumLength": .integer(Int64(length))]
            )
        case .common:
            Message(
                "auth.commonPassword",
                "Many people use this password, so attackers try it first. Choose another, such as four unrelated words.",
                pointer: "/password"
            )
        case .predictable:
            Message(
                "auth.predictablePassword",
                "Repeated characters and rows of letters or numbers are easy to guess. Choose another password.",
                pointer: "/password"
            )
        case .containsKnownWord:
            Message(
                "auth.knownWordInPassword",
                "Your username and the names of this service are easy to guess. Add more of your own, or choose other words.",
                pointer: "/password"
            )
        }
    }
}
