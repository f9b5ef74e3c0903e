import UsherClient

/// The keyboard of a field, and everything else that its type says.
///
/// ```swift
/// FieldTraits(field, schema).keyboard  // .emailAddress
/// ```
public struct FieldTraits: Sendable, Hashable {
    /// The keyboards, named as `UIKeyboardType` has them.
    public enum Keyboard: String, Sendable {
        /// All keys for a text.
        case standard
        /// An email address.
        case emailAddress
        /// A telephone number.
        case phonePad
        /// Digits without a separator.
        case numberPad
        /// Digits and the decimal separator.
        case decimalPad
        /// Digits, signs and letters.
        case numbersAndPunctuation
        /// An address of a page.
        case url
        /// Letters and digits of ASCII.
        case asciiCapable
    }

    /// The contents by which the system fills in a field, named as `UITextContentType` has them.
    public enum ContentType: String, Sendable {
        /// The name of an account.
        case username
        /// The password of an account.
        case password
        /// A password to be made.
        case newPassword
        /// A code that was sent for one use.
        case oneTimeCode
        /// An email address.
        case emailAddress
        /// A telephone number.
        case telephoneNumber
        /// The name of a person.
        case name
        /// The first name.
        case givenName
        /// The family name.
        case familyName
        /// The name of an organization.
        case organizationName
        /// The street with its number.
        case fullStreetAddress
        /// The first line of an address.
        case streetAddressLine1
        /// The second line of an address.
        case streetAddressLine2
        /// The name of a city.
        case addressCity
        /// The name of a state or a region.
        case addressState
        /// The name of a country.
        case countryName
        /// The code of a town.
        case postalCode
        /// The number of a credit card.
        case creditCardNumber
        /// An address of a page.
        case url = "URL"
        /// The day of birth.
        case birthdate
    }

    /// The capitals that the keyboard writes by itself.
    public enum Capitalization: Sendable {
        /// None, as in a password.
        case never
        /// The first letter of each word, as in a name.
        case words
        /// The first letter of each sentence.
        case sentences
        /// Every letter, as in an IBAN.
        case characters
    }

    /// The keyboard of the field.
    public let keyboard: Keyboard
    /// The content by which the system fills it in.
    public let contentType: ContentType?
    /// The capitals that the keyboard writes by itself.
    public let capitalization: Capitalization
    /// Whether the system may correct what is typed.
    public let allowsCorrection: Bool
    /// Whether the characters are hidden.
    public let isHidden: Bool
    /// Whether the user can ask to see the hidden characters.
    public let canReveal: Bool

    /// The traits of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - schema: The schema of its value.
    public init(_ field: Field, _ schema: PayloadSchema?) {
        let content = Self.contentType(field)
        let isCode = schema?.pattern != nil || schema?.digits != nil
        contentType = content
        isHidden = field.isSecret && field.input != .oneTimeCode
        canReveal = field.input == .password
        keyboard =
            switch field.input {
            case .email: .emailAddress
            case .phone: .phonePad
            case .number: schema?.type == .integer && (schema?.least ?? -1) >= 0 ? .numberPad : .decimalPad
            // A code of letters and digits needs all keys.
            case .oneTimeCode: schema?.pattern != nil && schema?.digits == nil ? .asciiCapable : .numberPad
            case .password: .standard
            default:
                switch (schema?.format, content) {
                case ("email", _), (_, .emailAddress?): .emailAddress
                case ("uri", _), (_, .url?): .url
                case (_, .creditCardNumber?): .numberPad
                case (_, .postalCode?): .numbersAndPunctuation
                case (_, .telephoneNumber?): .phonePad
                default: schema?.digits == nil ? .standard : .numberPad
                }
            }
        let isVerbatim =
            field.isSecret || isCode || [.email, .phone, .number, .oneTimeCode, .password].contains(field.input)
            || content == .username || content == .emailAddress || content == .url
        capitalization =
            if isVerbatim {
                .never
            } else if [.name, .givenName, .familyName, .addressCity, .fullStreetAddress].contains(content) {
                .words
            } else {
                .sentences
            }
        allowsCorrection = !isVerbatim && content == nil
    }

    private static func contentType(_ field: Field) -> ContentType? {
        // A token may follow the name of a section or `shipping`, and only the last one names the content.
        let token = field.autocomplete?.split(separator: " ").last.map(String.init)
        if let token { return tokens[token] }
        return switch field.input {
        case .email: .emailAddress
        case .phone: .telephoneNumber
        case .password: .password
        case .oneTimeCode: .oneTimeCode
        default: nil
        }
    }

    private static let tokens: [String: ContentType] = [
        "username": .username, "current-password": .password, "new-password": .newPassword,
        "one-time-code": .oneTimeCode, "email": .emailAddress, "tel": .telephoneNumber, "name": .name,
        "given-name": .givenName, "family-name": .familyName, "organization": .organizationName,
        "street-address": .fullStreetAddress, "address-line1": .streetAddressLine1,
        "address-line2": .streetAddressLine2, "address-level2": .addressCity, "address-level1": .addressState,
        "country-name": .countryName, "postal-code": .postalCode, "cc-number": .creditCardNumber, "url": .url,
        "bday": .birthdate,
    ]
}
