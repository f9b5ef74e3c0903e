// The standard library computes Unicode's normal forms, but offers them to Foundation only.
@_spi(_Unicode) import Swift

/// The kind of text that a string of a schema holds, which determines the canonical form of what people type and paste.
///
/// A text becomes canonical before it is validated, so lengths and patterns hold for the canonical text:
///
/// ```swift
/// TextForm.line.canonical("  Anna\u{A0}\u{200B}Schmidt\n")  // "Anna Schmidt"
/// TextForm.code.canonical("abcd–efgh")                       // "abcdefgh"
/// ```
///
/// The rules are properties of Unicode, so they hold for characters of later versions, too. Texts of ASCII, which most are, are
/// returned after one pass over their bytes.
public enum TextForm: Hashable, Sendable {
    /// The text as it was sent, such as a password, which has rules of its own, or a value that programs make.
    case verbatim
    /// Text with line breaks, such as a note.
    ///
    /// It is in NFC, and each line break is a line feed. Control characters and noncharacters are dropped. Spaces stay, and so
    /// do format characters, which emoji, Persian and Hindi need.
    case prose
    /// Text in one line, such as a name or a title.
    ///
    /// It is in NFC, without spaces at its ends, and with one space in place of every other run of white space. Invisible
    /// characters are dropped, except those that join letters or are part of an emoji. A text without a visible character
    /// becomes one space, so that the application can say that it is blank.
    case line
    /// Letters and digits that people copy, such as a recovery code.
    ///
    /// White space, punctuation, marks and invisible characters are dropped. Digits of all scripts and full-width letters
    /// become ASCII.
    case code

    /// Returns the canonical form of a text, which is the text itself if it is canonical.
    public func canonical(_ text: String) -> String {
        switch self {
        case .verbatim: text
        case .prose: Self.isPlain(text, breaksLines: true) ? text : Self.prose(text)
        case .line: Self.isPlain(text, breaksLines: false) && !Self.hasSpareSpace(text) ? text : Self.line(text)
        case .code: text.utf8.allSatisfy(\.isASCIIAlphanumeric) ? text : Self.code(text)
        }
    }

    /// Returns whether a text is ASCII without control characters, except tabs and line feeds if it may break lines.
    private static func isPlain(_ text: String, breaksLines: Bool) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) || breaksLines && ($0 == 0x09 || $0 == 0x0A) }
    }

    private static func hasSpareSpace(_ text: String) -> Bool {
        var isAfterSpace = true
        for byte in text.utf8 {
            if isAfterSpace, byte == 0x20 { return true }
            isAfterSpace = byte == 0x20
        }
        return isAfterSpace && !text.isEmpty
    }

    private static func prose(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            if isAfterReturn, scalar == "\n" { continue }
            if scalar.breaksLine {
                scalars.append("\n")
            } else if scalar == "\t" || !scalar.isDropped {
                scalars.append(scalar)
            }
        }
        // At the end, because a dropped character may have stood between a letter and its mark.
        return normalized(scalars)
    }

    // A character may be dropped because of its neighbor, which can be another one once the rest is in NFC. So this is repeated
    // until nothing changes. It ends, because each repetition drops a character.
    private static func line(_ text: String) -> String {
        var line = line(once: text)
        while true {
            let next = self.line(once: line)
            if next.utf8.elementsEqual(line.utf8) { return line }
            line = next
        }
    }

    private static func line(once text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var hasSpace = false
        for scalar in text._nfc {
            if scalar.properties.isWhitespace {
                hasSpace = true
            } else if !scalar.isDropped, !scalar.isIgnorableFormat || (!hasSpace && scalar.continues(scalars.last)) {
                if hasSpace, !scalars.isEmpty { scalars.append(" ") }
                hasSpace = false
                scalars.append(scalar)
            }
        }
        // A joiner at the end joins nothing.
        while let last = scalars.last, last.properties.isJoinControl { scalars.removeLast() }
        if scalars.isEmpty, !text.isEmpty { scalars.append(" ") }
        // A dropped character may have stood between a letter and its mark.
        return normalized(scalars)
    }

    /// Returns a text in NFC.
    private static func normalized(_ scalars: String.UnicodeScalarView) -> String {
        // The standard library orders the parts of a mark such as U+0F81 among other marks only once it sees them apart.
        let once = String(String.UnicodeScalarView(String(scalars)._nfc))
        return String(String.UnicodeScalarView(once._nfc))
    }

    private static func code(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isSeparator { scalars.append(scalar.narrow) }
        return String(scalars)
    }
}

extension String.UnicodeScalarView {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init()
        append(contentsOf: scalars)
    }
}

extension Unicode.Scalar {
    /// Whether the character separates or decorates the letters and digits of a code: white space, punctuation, a mark, or an
    /// invisible or a control character.
    package var isSeparator: Bool {
        if properties.isWhitespace || properties.isDash || properties.isDefaultIgnorableCodePoint { return true }
        return switch properties.generalCategory {
        case .control, .format, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .nonspacingMark, .spacingMark, .enclosingMark,
            .spaceSeparator, .lineSeparator, .paragraphSeparator:
            true
        default: false
        }
    }

    /// The digit of ASCII for a decimal digit of any script, and the character of ASCII for its full-width form.
    package var narrow: Unicode.Scalar {
        guard !isASCII else { return self }
        if properties.numericType == .decimal, let digit = properties.numericValue.flatMap({ UInt8(exactly: $0) }) {
            return Unicode.Scalar(0x30 + digit)
        }
        // The block Halfwidth and Fullwidth Forms has the printable characters of ASCII in their order.
        return (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFF01 + 0x21)) : self
    }

    /// Whether the character ends a line: the controls of ASCII and Latin 1 that do, and the separators of Unicode.
    fileprivate var breaksLine: Bool {
        properties.isWhitespace && self != "\t"
            && [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }

    /// Whether no text has the character: a control character or a noncharacter.
    fileprivate var isDropped: Bool { properties.generalCategory == .control || properties.isNoncharacterCodePoint }

    /// Whether the character is invisible, and only tells a program how to show its neighbors.
    fileprivate var isIgnorableFormat: Bool {
        properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }

    /// Whether a format character belongs to the character before it: a joiner after a letter, a mark or an emoji, or a tag in
    /// the sequence of a flag.
    fileprivate func continues(_ previous: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        if properties.isJoinControl { return previous.properties.isAlphabetic || previous.isGraphemePart }
        return properties.isGraphemeExtend && previous.isGraphemePart && properties.generalCategory == .format
    }

    /// Whether the character is an emoji, or extends the one before it.
    private var isGraphemePart: Bool {
        properties.isEmoji || properties.isGraphemeExtend || properties.isEmojiModifier
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
    }
}
