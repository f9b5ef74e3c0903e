import Coordination
import JSON

/// Texts as people type and paste them, and worse: spaces of every width, invisible characters, digits of all scripts, marks
/// without letters, emoji, right-to-left letters and control characters.
///
/// The characters are found by their properties in Unicode, so none of them is listed here.
struct HostileTexts {
    private static let kinds: [[Unicode.Scalar]] = {
        var kinds: [[Unicode.Scalar]] = Array(repeating: [], count: 8)
        for value in Array(UInt32(0)...0x2FFF) + Array(0xA000...0xABFF) + Array(0xFB00...0x1_10FF)
            + Array(0x1_D400...0x1_FAFF)
            + Array(0xE_0000...0xE_01EF)
        {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            if properties.isWhitespace { kinds[0].append(scalar) }
            if properties.isDefaultIgnorableCodePoint { kinds[1].append(scalar) }
            if properties.isDash || properties.generalCategory == .otherPunctuation { kinds[2].append(scalar) }
            if properties.numericType == .decimal { kinds[3].append(scalar) }
            if properties.generalCategory == .nonspacingMark { kinds[4].append(scalar) }
            if properties.isEmoji || properties.isEmojiModifier { kinds[5].append(scalar) }
            if properties.isAlphabetic { kinds[6].append(scalar) }
            if properties.generalCategory == .control || properties.isNoncharacterCodePoint { kinds[7].append(scalar) }
        }
        return kinds
    }()

    var generator: SeededGenerator

    /// Returns a payload for a schema with a hostile text in place of each string.
    mutating func payload(for schema: JSONSchema) -> JSONValue {
        var value = schema.sample(using: &generator)
        replace(in: &value)
        return value
    }

    private mutating func replace(in value: inout JSONValue) {
        switch value {
        case .string(let text): value = .string(Bool.random(using: &generator) ? decorated(text) : random())
        case .array(var elements):
            for index in elements.indices { replace(in: &elements[index]) }
            value = .array(elements)
        case .object(var object):
            for member in object.members {
                var part = member.value
                replace(in: &part)
                object[member.key] = part
            }
            value = .object(object)
        default: break
        }
    }

    /// Returns a text with spaces, invisible characters and dashes in it, and with digits of other scripts.
    private mutating func decorated(_ text: String) -> String {
        let digits = Self.kinds[3]
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                append(Int.random(in: 0...2, using: &generator), to: &scalars)
            }
            let digit = digits.filter { $0.properties.numericValue == scalar.properties.numericValue }
            let other = ("0"..."9").contains(scalar) ? digit.randomElement(using: &generator) : nil
            scalars.append(other ?? scalar)
        }
        append(Int.random(in: 0...2, using: &generator), to: &scalars)
        return String(scalars)
    }

    private mutating func random() -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<([0, 1, 5, 20, 300].randomElement(using: &generator) ?? 1) {
            append(Int.random(in: Self.kinds.indices, using: &generator), to: &scalars)
        }
        return String(scalars)
    }

    private mutating func append(_ kind: Int, to scalars: inout String.UnicodeScalarView) {
        if let scalar = Self.kinds[kind].randomElement(using: &generator) { scalars.append(scalar) }
    }
}
