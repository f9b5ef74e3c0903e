extension JSONValue {
    /// Gives a member a value; a new one comes last.
    ///
    /// Nothing happens when this is no object, here and below.
    public mutating func setMember(_ name: String, to value: JSONValue) {
        guard case .object(var object) = self else { return }
        object[name] = value
        self = .object(object)
    }

    /// Takes a member away, if there is one.
    public mutating func removeMember(_ name: String) {
        guard case .object(var object) = self else { return }
        object[name] = nil
        self = .object(object)
    }

    /// Gives a member another name, if there is one.
    ///
    /// Its place stays, and a member that had the new name before goes.
    public mutating func renameMember(_ name: String, to other: String) {
        guard case .object(var object) = self, let value = object[name], name != other else { return }
        object[other] = nil
        let members = object.members.map { $0.key == name ? JSONObject.Member(key: other, value: value) : $0 }
        self = .object(JSONObject(distinct: members))
    }

    /// Changes the value of a member, if there is one.
    ///
    /// - Throws: What the change throws; nothing has changed then.
    public mutating func updateMember(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        guard case .object(let object) = self, var value = object[name] else { return }
        try change(&value)
        setMember(name, to: value)
    }
}
