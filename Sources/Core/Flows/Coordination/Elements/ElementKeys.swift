import JSON

/// A part of an element, such as a row of a list, with a key by which clients recognize it in the next state.
protocol KeyedPart: ViewPart {
    /// The key that the application has set, or `nil` for none.
    var key: String? { get }
    /// The key to use if the application has set none.
    var derivedKey: String { get }
}

/// The value of a member that is an array of parts, each with its key.
struct Keyed<Part: KeyedPart>: MemberValue {
    private let parts: [Part]
    /// The keys that the application has set inside of these parts, if keys there are unique across all of the parts.
    private let innerKeys: [String]?

    init(_ parts: [Part], innerKeys: [String]? = nil) {
        self.parts = parts
        self.innerKeys = innerKeys
    }

    static var memberSchema: MemberSchema { .array(of: Part.component) }

    func write(member name: StaticString, to writer: inout PartWriter) {
        writer.json.key(name)
        // The arrays inside of the parts share one set of keys, which the writer carries from one array to the next.
        let isInner = writer.innerKeys != nil
        var keys = writer.innerKeys.take() ?? ElementKeys(reserving: parts.compactMap { $0.key })
        writer.innerKeys = innerKeys.map { ElementKeys(reserving: $0) }
        writer.json.beginArray()
        for part in parts {
            writer.json.beginObject()
            writer.json.member("key", keys.next(part))
            part.visit(&writer)
            writer.json.endObject()
        }
        writer.json.endArray()
        writer.innerKeys = isInner ? keys : nil
    }

    func collect(into contents: inout PartContents) {
        for part in parts {
            contents.add(key: part.key, of: Part.self)
            part.collect(into: &contents)
        }
    }
}

/// The keys of the parts of one element, by which clients recognize a part in the next state.
///
/// A key that an application sets is taken as it is. Any other key is derived from the report of the part, or from its text,
/// and gets a number if another part of the element has the same.
struct ElementKeys {
    private var used: Set<String>

    /// Creates the keys of the parts of an element.
    ///
    /// - Parameter explicit: The keys that the application has set, which no other part gets.
    init(reserving explicit: [String]) {
        used = Set(explicit)
    }

    /// Returns the key of the next part: one that no earlier part has, unless the application has set it twice.
    mutating func next(_ part: some KeyedPart) -> String {
        if let key = part.key { return key }
        let base = part.derivedKey
        var key = base
        var number = 1
        while !used.insert(key).inserted {
            number += 1
            key = "\(base) \(number)"
        }
        return key
    }
}

extension Report {
    /// The longest text that is a key as it is, in bytes.
    ///
    /// A longer one is hashed.
    private static let longestKey = 64

    /// Returns the text that identifies the subject of the report.
    ///
    /// It is the payload if that is a short text or an integer, or the short text in an object with one member. Otherwise it is
    /// the output with a hash of the payload, if there is one. The member that the user sets does not count.
    func key(without member: String? = nil) -> String {
        switch payload {
        case .string(let text)? where text.utf8.count <= Self.longestKey: return text
        case .integer(let number)?: return String(number)
        case .object(var object)?:
            if let member { object[member] = nil }
            // A payload that is named by one of its members has a readable key.
            if object.count == 1, case .string(let text)? = object.members.first?.value,
                text.utf8.count <= Self.longestKey
            {
                return text
            }
            return "\(output) \(Self.hash(.object(object)))"
        case nil, .null?: return output
        case let payload?: return "\(output) \(Self.hash(payload))"
        }
    }

    private static func hash(_ payload: JSONValue) -> String {
        String(StableHash.of([String(decoding: payload.json, as: UTF8.self)]), radix: 36)
    }
}

extension String {
    /// A key from a text that the user sees.
    init(keyFrom text: String) { self.init(text.unicodeScalars.prefix(64)) }
}
