/// The reason why a password can't be used.
public enum PasswordWeakness: Codable, Equatable, Sendable {
    /// The password is too short.
    case tooShort(minimumLength: Int)
    /// The password is too long.
    case tooLong(maximumLength: Int)
    /// The password is among those that are used, and guessed, most often.
    case common
    /// The password repeats a few characters, or is a row of the alphabet, of numbers or of the keyboard.
    case predictable
    /// The password is too short without the username and the names of the service, which are guessed first.
    case containsKnownWord
}
