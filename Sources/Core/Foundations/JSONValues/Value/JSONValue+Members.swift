extension JSONValue {
    /// Sets the value of a member, or appends a new member.
    ///
    /// This and the following functions do nothing if the value is not an object.
    public mutating func setMember(_ name: String, to value: JSONValue) {
        guard case .object(var object) = self else { return }
        object[name] = value
        self = .object(object)
    }

    /// Removes a member, if it exists.
    public mutating func removeMember(_ name: String) {
        guard case .object(var object) = self else { return }
        object[name] = nil
        self = .object(object)
    }

    /// Renames a member, if it exists.
    ///
    /// Its position remains, and an existing member with the new name is removed.
    public mutating func renameMember(_ name: String, to other: String) {
        guard case .object(var object) = self, let value = object[name], !name.hasSameBytes(as: other) else { return }
        object[other] = nil
        let members = object.members.map {
            $0.key.hasSameBytes(as: name) ? JSONObject.Member(key: other, value: value) : $0
        }
        self = .object(JSONObject(distinct: members))
    }

    /// Changes the value of a member, if it exists.
    ///
    /// - Throws: Any error of `change`, after which nothing has changed.
    public mutating func updateMember(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        guard case .object(let object) = self, var value = object[name] else { return }
        try change(&value)
        setMember(name, to: value)
    }
}
