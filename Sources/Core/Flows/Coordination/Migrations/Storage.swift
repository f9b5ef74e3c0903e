public import JSON

/// The stored state of a flow, from which an ``Anchor`` keeps the members that can still be decoded.
///
/// ```swift
/// .anchor(.restart { storage in
///     State(account: storage["account"], wasWelcomed: storage["wasWelcomed"] ?? false)
/// }),
/// ```
public struct Storage: Sendable {
    /// The version of the state: the stored version, or the version that the last successful migration reached.
    public let version: Int
    /// The whole state as JSON.
    public let state: JSONValue

    /// Returns a member as a value, or `nil` when it is missing or can't be decoded as this type.
    public subscript<Value: Decodable>(name: String) -> Value? {
        state[name].flatMap { try? JSONCoding.decode(Value.self, from: $0) }
    }

    /// Returns the whole state as a value, or `nil` when it can't be decoded as this type.
    public func read<Value: Decodable>(as type: Value.Type = Value.self) -> Value? {
        try? JSONCoding.decode(type, from: state)
    }
}
