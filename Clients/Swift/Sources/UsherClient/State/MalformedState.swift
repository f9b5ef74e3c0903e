/// A document that should be a state lacks a member, or has one of another type.
public struct MalformedState: Error, Sendable, Hashable {
    /// The name of the member.
    public let member: String
}

extension JSONValue {
    func text(_ name: String) throws(MalformedState) -> String {
        guard let text = self[name]?.string else { throw MalformedState(member: name) }
        return text
    }

    func elements(_ name: String) throws(MalformedState) -> [JSONValue] {
        guard let elements = self[name]?.array else { throw MalformedState(member: name) }
        return elements
    }

    func members(_ name: String) throws(MalformedState) -> [String: JSONValue] {
        guard let members = self[name]?.object else { throw MalformedState(member: name) }
        return members
    }
}
