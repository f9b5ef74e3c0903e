/// The members of a JSON object, in the order in which they were written.
///
/// No two members have the same name. Names are compared as Swift strings, thus by canonical equivalence, so that a
/// name which looks the same can't be smuggled in beside another one. Order is kept but does not count: two objects
/// are equal when they hold the same members.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    public struct Member: Hashable, Sendable {
        /// The member's name, unique in its object.
        public let key: String
        /// The member's value.
        public var value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// Makes an object without members.
    public init() {
        members = []
    }

    /// Makes an object of these members; naming one twice is a programmer error.
    public init(_ elements: some Sequence<(String, JSONValue)>) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
        precondition(Set(members.map(\.key)).count == members.count, "A JSON object names each member once.")
    }

    /// Makes an object of these members; naming one twice is a programmer error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }

    /// Makes an object of members that are known to have different names.
    package init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of that name.
    ///
    /// Setting a new name appends a member; setting `nil` removes it. Looking one up takes time in proportion to the
    /// number of members.
    public subscript(key: String) -> JSONValue? {
        get {
            for member in members where member.key == key { return member.value }
            return nil
        }
        set {
            switch (members.firstIndex { $0.key == key }, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Hashable {
    /// Whether both hold the same members, in whatever order.
    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        guard one.members.count == other.members.count else { return false }
        if one.members == other.members { return true }
        // By dictionary, not by look-up: two objects of 10,000 members in different order must not cost 10⁸ comparisons.
        let values = Dictionary(uniqueKeysWithValues: other.members.lazy.map { ($0.key, $0.value) })
        return one.members.allSatisfy { values[$0.key] == $0.value }
    }

    /// Feeds the members into the hasher so that their order does not count.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
    }
}
