/// A change that the user has chosen on the screen of the account's security.
enum SecurityAction: Codable, Equatable {
    case addPhone
    case removePhone(PhoneNumber)
    case setUpAuthenticator
    case removeAuthenticator
    case makeRecoveryCodes
    case endSession(SignedInSession)
    case endOtherSessions

    /// Whether the change removes a phone or an app by which the user proves to own the account.
    var removesFactor: Bool {
        switch self {
        case .removePhone, .removeAuthenticator: true
        case .addPhone, .setUpAuthenticator, .makeRecoveryCodes, .endSession, .endOtherSessions: false
        }
    }
}
