/// A change that the user has chosen on the screen of the account's security.
enum SecurityAction: Codable, Equatable {
    case addPhone
    case removePhone(PhoneNumber)
    case setUpAuthenticator
    case removeAuthenticator
    case makeRecoveryCodes
    case endSession(SignedInSession)
    case endOtherSessions
}
