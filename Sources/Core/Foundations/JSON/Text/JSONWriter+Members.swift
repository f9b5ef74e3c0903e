extension JSONWriter {
    /// Writes a member, or nothing for `nil`.
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member, or nothing for `nil`.
    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    /// Writes a member, or nothing for `nil`.
    package mutating func member(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    /// Writes a member, or nothing for `nil`.
    package mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a member, or nothing for `nil`.
    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    /// Writes a member, or nothing for `nil`.
    @inlinable
    package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    /// Writes a member with the value `true`, or nothing for `false`.
    package mutating func flag(_ name: StaticString, _ isTrue: Bool) {
        if isTrue { member(name, true) }
    }

    /// Writes an object.
    @inlinable
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes an array.
    @inlinable
    package mutating func array<Element>(_ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
        beginArray()
        for element in elements { write(element, &self) }
        endArray()
    }

    /// Writes a member that is an object.
    @inlinable
    package mutating func member(_ name: StaticString, object members: (inout JSONWriter) -> Void) {
        key(name)
        object(members)
    }

    /// Writes a member that is an array.
    @inlinable
    package mutating func member<Element>(
        _ name: StaticString,
        array elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        array(elements, write)
    }
}
