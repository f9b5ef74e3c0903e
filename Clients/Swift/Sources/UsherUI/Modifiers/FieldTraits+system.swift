#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UIKit
import UsherRendering

extension View {
    /// The keyboard of a field, and everything else that its type says.
    func traits(_ traits: FieldTraits) -> some View {
        keyboardType(traits.keyboard.system)
            .textContentType(traits.contentType?.system)
            .textInputAutocapitalization(traits.capitalization.system)
            .autocorrectionDisabled(!traits.allowsCorrection)
    }
}

extension FieldTraits.Keyboard {
    fileprivate var system: UIKeyboardType {
        switch self {
        case .standard: .default
        case .emailAddress: .emailAddress
        case .phonePad: .phonePad
        case .numberPad: .numberPad
        case .decimalPad: .decimalPad
        case .numbersAndPunctuation: .numbersAndPunctuation
        case .url: .URL
        case .asciiCapable: .asciiCapable
        }
    }
}

extension FieldTraits.Capitalization {
    fileprivate var system: TextInputAutocapitalization {
        switch self {
        case .never: .never
        case .words: .words
        case .sentences: .sentences
        case .characters: .characters
        }
    }
}

extension FieldTraits.ContentType {
    fileprivate var system: UITextContentType {
        switch self {
        case .username: .username
        case .password: .password
        case .newPassword: .newPassword
        case .oneTimeCode: .oneTimeCode
        case .emailAddress: .emailAddress
        case .telephoneNumber: .telephoneNumber
        case .name: .name
        case .givenName: .givenName
        case .familyName: .familyName
        case .organizationName: .organizationName
        case .fullStreetAddress: .fullStreetAddress
        case .streetAddressLine1: .streetAddressLine1
        case .streetAddressLine2: .streetAddressLine2
        case .addressCity: .addressCity
        case .addressState: .addressState
        case .countryName: .countryName
        case .postalCode: .postalCode
        case .creditCardNumber: .creditCardNumber
        case .url: .URL
        case .birthdate: .birthdate
        }
    }
}
#endif
