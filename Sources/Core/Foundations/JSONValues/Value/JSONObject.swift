/// The members of a JSON object, in the order in which they were written.
///
/// Names are unique. They are compared by their bytes (RFC 8259 §8.3), so "é" is another name than "e" with a combining
/// accent. The order is kept but doesn't affect equality: two objects with the same members are equal.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    /// A name with its value.
    public struct Member: Hashable, Sendable {
        /// The member's name, unique in its object.
        public let key: String
        /// The member's value.
        public var value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// Creates an object without members.
    public init() {
        members = []
    }

    /// Creates an object with these members.
    ///
    /// A repeated name is a programmer error.
    public init(_ elements: some Sequence<(String, JSONValue)>) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
        precondition(
            Set(members.map { ByteKey($0.key) }).count == members.count,
            "The members of a JSON object must have unique names."
        )
    }

    /// Creates an object with these members.
    ///
    /// A repeated name is a programmer error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }

    /// Creates an object with members that are known to have different names.
    package init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of the member with this name, or `nil` when there is none.
    ///
    /// Setting a new name appends a member, and setting `nil` removes it. A look-up is O(n) in the number of members.
    public subscript(key: String) -> JSONValue? {
        get {
            for member in members where member.key.hasSameBytes(as: key) { return member.value }
            return nil
        }
        set {
            switch (members.firstIndex { $0.key.hasSameBytes(as: key) }, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Hashable {
    /// Returns whether both have the same members, in any order.
    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        guard one.members.count == other.members.count else { return false }
        if one.members == other.members { return true }
        // A dictionary, because look-ups in the object would need 10⁸ comparisons for two objects of 10,000 members in
        // different order.
        let values = other.valuesByName
        return one.members.allSatisfy { values[ByteKey($0.key)] == $0.value }
    }

    /// Hashes the members independently of their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
    }
}

extension JSONObject {
    /// The values by name, for many look-ups in an object of many members.
    package var valuesByName: [ByteKey: JSONValue] {
        Dictionary(uniqueKeysWithValues: members.lazy.map { (ByteKey($0.key), $0.value) })
    }
}

extension JSONObject.Member {
    /// Returns whether both have the same name, byte by byte, and the same value.
    public static func == (one: Self, other: Self) -> Bool {
        one.key.hasSameBytes(as: other.key) && one.value == other.value
    }

    /// Hashes the bytes of the name, and the value.
    public func hash(into hasher: inout Hasher) {
        key.hashBytes(into: &hasher)
        hasher.combine(value)
    }
}
