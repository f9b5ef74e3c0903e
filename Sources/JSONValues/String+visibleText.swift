extension String {
    /// Whether a reader sees any of the text: at least one character that is no blank, control or invisible character.
    ///
    /// Use it for names and titles, which must not be blank. Spaces of any width, zero-width characters, fillers and
    /// combining marks without a base are not visible.
    public var hasVisibleText: Bool {
        unicodeScalars.contains { scalar in
            // U+2800 is a braille pattern without dots; Unicode classifies it as a symbol.
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
