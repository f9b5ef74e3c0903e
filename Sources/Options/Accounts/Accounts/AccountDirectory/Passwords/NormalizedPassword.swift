// The standard library computes Unicode's normal forms, but offers them to Foundation only.
@_spi(_Unicode) import Swift

/// Returns a password in the form that is hashed: RFC 8265's OpaqueString, so one password has the same bytes on every
/// keyboard.
///
/// Spaces other than U+0020 become U+0020, and the rest is normalized to NFC. The work is quadratic in the longest run of
/// combining marks, so callers must limit the length first (``PasswordRules/maximumLength``).
func normalizedPassword(_ password: String) -> String {
    guard !password.utf8.allSatisfy({ $0 < 0x80 }) else { return password }
    var scalars = String.UnicodeScalarView()
    for scalar in password._nfc { scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar) }
    return String(scalars)
}
