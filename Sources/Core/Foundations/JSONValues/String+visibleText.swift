extension Unicode.Scalar {
    /// Whether the character takes part in a text without being seen in it, or changes how others are shown: a control or format
    /// character, a space other than U+0020, a filler, or one that no font has.
    ///
    /// Texts for operators have escapes in their place (``Swift/String/withVisibleEscapes``).
    package var isUnseen: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        if properties.isDefaultIgnorableCodePoint || value == 0x2800 { return true }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            true
        default: false
        }
    }
}

extension String {
    /// The text with an escape in place of every character that is not seen, such as `ann\u{200B}`.
    package var withVisibleEscapes: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnseen {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a reader sees any of the text: at least one character that is no blank, control or invisible character.
    ///
    /// Use it for names and titles, which must not be blank. Spaces of any width, zero-width characters, fillers and
    /// combining marks without a base are not visible.
    public var hasVisibleText: Bool {
        unicodeScalars.contains { scalar in
            // U+2800 is a braille pattern without dots, which Unicode classifies as a symbol.
            guard !scalar.properties.isDefaultIgnorableCodePoint, scalar.value != 0x2800 else { return false }
            return switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
                .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
                false
            default: true
            }
        }
    }
}
