public import JSON

/// The reason why the schema of a screen's inputs can't be derived.
public struct PropsSchemaError: Error, Equatable {
    /// The end of a sentence that begins with "because".
    public let reason: String
}

extension Screen {
    /// Returns the schema of the stored properties as clients get them in `props`.
    ///
    /// It is derived from the way in which the type decodes itself, like the schema of a ``Payload`` without one of its own. It
    /// allows more, though: further members, texts and arrays of any length, and dictionaries. There are two restrictions:
    ///
    /// - An enumeration must be one of strings and `CaseIterable`. One with associated values needs a schema of its own, as a
    ///   ``Payload``. So does a type that rejects some strings or numbers, and it needs a ``Payload/example`` as well.
    /// - A type with an `encode(to:)` that writes something else than its `init(from:)` reads is described as it is read.
    ///
    /// - Throws: ``PropsSchemaError`` for a type from which none can be derived.
    public static func propsSchema() throws(PropsSchemaError) -> JSONSchema {
        do throws(DerivedSchema.Failure) {
            return try DerivedSchema.schema(of: Self.self, for: .props).withoutLimits
        } catch {
            throw PropsSchemaError(reason: error.reason)
        }
    }
}
