public import JSON

/// What a flow remembered when it was written down, to be kept as far as it still reads; see ``Anchor``.
///
/// ```swift
/// .restart { storage in State(account: storage["account"], wasWelcomed: storage["wasWelcomed"] ?? false) }
/// ```
public struct Storage: Sendable {
    /// The version that the members have: the one that was written down, or the one that upgrades led to.
    public let version: Int
    /// All of it.
    public let state: JSONValue

    /// What a member says; `nil` when there is none or it doesn't read as a value of this type.
    public subscript<Value: Decodable>(name: String) -> Value? {
        state[name].flatMap { try? JSONCoding.decode(Value.self, from: $0) }
    }

    /// All of it as a value; `nil` when it doesn't read as one.
    public func read<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
        try? JSONCoding.decode(type, from: state)
    }
}
