package import Coordination
import JSON

/// A change that the user has chosen on the screen of the account's security.
package enum SecurityAction: Codable, Equatable {
    case addPhone
    case removePhone(PhoneNumber)
    case setUpAuthenticator
    case removeAuthenticator
    case makeRecoveryCodes
    case endSession(SignedInSession)
    case endOtherSessions

    /// Whether the change removes a phone or an app by which the user proves to own the account.
    package var removesFactor: Bool {
        switch self {
        case .removePhone, .removeAuthenticator: true
        case .addPhone, .setUpAuthenticator, .makeRecoveryCodes, .endSession, .endOtherSessions: false
        }
    }
}

extension SecurityAction: Payload {
    /// An object with one member, which names the change and has its values.
    package static let schema: JSONSchema = .object([
        .init("addPhone", .object([]), isRequired: false),
        .init("removePhone", .object(["_0": PhoneNumber.schema]), isRequired: false),
        .init("setUpAuthenticator", .object([]), isRequired: false),
        .init("removeAuthenticator", .object([]), isRequired: false),
        .init("makeRecoveryCodes", .object([]), isRequired: false),
        .init("endSession", .object(["_0": signedInSession]), isRequired: false),
        .init("endOtherSessions", .object([]), isRequired: false),
    ])

    private static let signedInSession: JSONSchema = .object([
        .init("id", .string), .init("application", .string), .init("platform", .string, isRequired: false),
        .init("usedAt", Timestamp.schema), .init("isCurrent", .boolean),
    ])

    package static let example: JSONValue? = ["addPhone": [:]]
}
