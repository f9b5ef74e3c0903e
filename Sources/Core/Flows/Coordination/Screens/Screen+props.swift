public import JSON

/// The reason why the schema of a screen's inputs can't be derived.
public struct PropsSchemaError: Error, Equatable {
    /// The end of a sentence that begins with "because".
    ///
    /// It names the type that causes it, and its position in the inputs: "Stage at '/booking/stage' does not list its cases".
    public let reason: String
    /// The position in the inputs as a JSON Pointer, which is empty for the screen itself.
    ///
    /// The token `0` stands for each element of an array, and `*` for each member of a dictionary.
    public let pointer: String
    /// The line of Swift that mends it, as the end of a sentence after a colon.
    public let remedy: String
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
        do throws(DerivedSchemaFailure) {
            return try DerivedSchema.schema(of: Self.self, for: .props).withoutLimits
        } catch {
            throw PropsSchemaError(reason: error.reason, pointer: error.pointer, remedy: error.remedy)
        }
    }

    /// The missing schema of the inputs as a sentence, or `nil` if they have one or clients don't get them.
    static var propsError: String? {
        guard sendsProps else { return nil }
        do throws(PropsSchemaError) {
            _ = try propsSchema()
            return nil
        } catch {
            return "The props of '\(name)' have no derived schema, because \(error.reason): \(error.remedy)."
        }
    }
}
