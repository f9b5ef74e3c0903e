import JSON
internal import Synchronization

/// A schema that is derived from the way in which a type decodes itself.
///
/// The type is decoded from a decoder that answers each question with a sample, and records the questions.
enum DerivedSchema {
    /// The values that a schema describes.
    enum Purpose {
        /// Input from clients, which is limited in size.
        case payload
        /// The inputs of a screen, which the server sends.
        case props
    }

    /// The position of the derivation in the value whose schema is derived.
    private struct Context {
        var purpose = Purpose.payload
        /// The types that contain the type that is being decoded, also those of other payloads' schemas.
        var ancestors: [ObjectIdentifier] = []
        /// Whether the smallest values are decoded, without optional members and elements, as inside of a recursive type.
        var isMinimal = false
    }

    @TaskLocal private static var context = Context()
    /// The first failure of a payload inside of the type for which a schema is being derived.
    ///
    /// It is recorded here, because the ``Payload/schema`` of that payload can't throw it.
    @TaskLocal private static var nested: NestedFailure?

    private final class NestedFailure: Sendable {
        let first = Mutex<DerivedSchemaFailure?>(nil)
    }

    fileprivate static var isMinimal: Bool { context.isMinimal }

    /// Returns the schema of a payload's type, or `null` if there is none.
    ///
    /// The type that contains it then has none either.
    static func schemaOrNull<Value: Payload>(of type: Value.Type) -> JSONSchema {
        do throws(DerivedSchemaFailure) {
            return try schema(of: type, for: .payload)
        } catch {
            nested?.first.withLock { $0 = $0 ?? error }
            return .null
        }
    }

    /// Returns the schema of a type.
    ///
    /// - Throws: ``DerivedSchemaFailure`` for a type that rejects the samples, or with values that have members of any name.
    static func schema<Value: Decodable>(of type: Value.Type, for purpose: Purpose = .payload)
        throws(DerivedSchemaFailure) -> JSONSchema
    {
        let nested = NestedFailure()
        var context = Self.context
        context.purpose = purpose
        // A schema that a type declares once may be made inside of the smallest value of another type.
        context.isMinimal = false
        let result = Result {
            try $context.withValue(context) {
                try $nested.withValue(nested) { try probe(type, isOutermost: true).schema }
            }
        }
        if let failure = nested.first.withLock({ $0 }) { throw failure }
        switch result {
        case .success(let schema): return schema
        case .failure(let failure as DerivedSchemaFailure): throw failure
        case .failure: throw DerivedSchemaFailure(.rejectedSample, of: type)
        }
    }

    /// Decodes a sample of a type, and returns it with the schema of its values.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - token: The position in the value that is being decoded, as a part of a JSON Pointer, or `nil` for the value itself.
    ///   - isOutermost: Whether the schema of this type was asked for.
    /// - Returns: The schema, and a value of the type.
    /// - Throws: ``DerivedSchemaFailure``, with the position in the outermost type.
    fileprivate static func probe<Value: Decodable>(
        _ type: Value.Type,
        at token: String? = nil,
        isOutermost: Bool = false
    ) throws -> (schema: JSONSchema, sample: Value) {
        do {
            return try nestedProbe(type, isOutermost: isOutermost)
        } catch var failure as DerivedSchemaFailure {
            if let token { failure.path.insert(token, at: 0) }
            throw failure
        }
    }

    private static func nestedProbe<Value: Decodable>(
        _ type: Value.Type,
        isOutermost: Bool
    ) throws -> (schema: JSONSchema, sample: Value) {
        if let schema = try simple(type, isOutermost: isOutermost) {
            do {
                return (schema.named(after: type), try sample(of: type, schema))
            } catch {
                throw DerivedSchemaFailure(.rejectedExample, of: type)
            }
        }
        var inner = context
        // An array inside of itself is made of elements inside of themselves, which have a name.
        let isRecursive = inner.ancestors.contains(ObjectIdentifier(type)) && !(type is any Nameless.Type)
        guard !isRecursive || inner.purpose == .props, inner.ancestors.count < 32 else {
            throw DerivedSchemaFailure(.recursion, of: type)
        }
        inner.isMinimal = inner.isMinimal || isRecursive
        inner.ancestors.append(ObjectIdentifier(type))
        let record = Record()
        let sample = try $context.withValue(inner) { try decode(type, into: record) }
        // The type that contains this one has the schema of its members.
        guard !isRecursive else { return (.reference(to: type), sample) }
        guard !record.hasAnyNames else { throw DerivedSchemaFailure(.anyNames, of: type) }
        // A screen without stored properties is an empty object, and so is a smallest value.
        let isEmpty = inner.isMinimal || inner.purpose == .props && isOutermost
        guard let schema = record.schema ?? (isEmpty ? .object([]) : nil) else {
            throw DerivedSchemaFailure(.nothing, of: type)
        }
        return (schema.named(after: type), sample)
    }

    /// Decodes a value that answers each question with a sample.
    private static func decode<Value: Decodable>(_ type: Value.Type, into record: Record) throws -> Value {
        do {
            return try Value(from: ProbeDecoder(record: record))
        } catch let failure as DerivedSchemaFailure {
            throw failure
        } catch let cause as DerivedSchemaFailure.Cause {
            throw DerivedSchemaFailure(cause, of: type)
        } catch  where record.hasAnyNames {
            throw DerivedSchemaFailure(.anyNames, of: type)
        } catch {
            let problem = (error as? DecodingError).map(JSONDecodingFailure.init)
            throw DerivedSchemaFailure(.rejectedSample, of: type, at: problem?.pointer.tokens ?? [])
        }
    }

    private static func sample<Value: Decodable>(of type: Value.Type, _ schema: JSONSchema) throws -> Value {
        var numbers = SeededGenerator(seed: 0)
        let sample = (type as? any Payload.Type)?.example ?? schema.sample(using: &numbers)
        return try JSONCoding.decode(Value.self, from: sample)
    }

    /// Returns the schema of a type that need not be decoded to know it.
    private static func simple<Value>(_ type: Value.Type, isOutermost: Bool) throws -> JSONSchema? {
        switch type {
        case is Double.Type, is Float.Type: return .number
        case is Int64.Type: return .integer
        case let integer as any FixedWidthInteger.Type where type != Int.self: return bounds(of: integer)
        case let dictionary as any StringDictionary.Type where context.purpose == .props:
            return .dictionary(try dictionary.valueSchema())
        case is JSONValue.Type where context.purpose == .props: return .any
        default: break
        }
        if let cases = type as? any CaseIterable.Type {
            guard let names = names(of: cases) else { throw DerivedSchemaFailure(.otherCases, of: type) }
            return .enumeration(names)
        }
        // The schema of the outermost type is being derived here. An array's elements may need an example.
        guard !isOutermost, !(type is any Nameless.Type), let payload = type as? any Payload.Type else { return nil }
        let schema = payload.schema
        // The position of a part without a schema is relative to this payload, until it is thrown from here.
        if let failure = nested?.first.withLock({ $0.take() }) { throw failure }
        return schema
    }

    private static func bounds<Number: FixedWidthInteger>(of type: Number.Type) -> JSONSchema {
        .integer(min: Int64(clamping: Number.min), max: Int64(clamping: Number.max))
    }

    private static func names<Cases: CaseIterable>(of type: Cases.Type) -> [String]? {
        let names = type.allCases.map { ($0 as? any RawRepresentable)?.rawValue as? String }
        return names.isEmpty || names.contains(nil) ? nil : names.compactMap(\.self)
    }
}

/// The questions of one value that is being decoded.
private final class Record {
    /// The members that the type asks for, if it decodes an object.
    var properties: [JSONSchema.Property] = []
    /// The names of the members that the type asks about before it decodes them.
    var optional: Set<String> = []
    /// The schema of a value that is not an object.
    var value: JSONSchema?
    var isObject = false
    /// Whether the type asks for the names of all members.
    var hasAnyNames = false
    /// Whether the type asks for `null`.
    var isNullable = false

    var schema: JSONSchema? { isObject ? .object(properties) : value }

    func member<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
        let (schema, sample) = try DerivedSchema.probe(type, at: name)
        add(schema, name)
        return sample
    }

    func add(_ schema: JSONSchema, _ name: String) {
        guard !properties.contains(where: { $0.name == name }) else { return }
        properties.append(.init(name, schema, isRequired: !optional.contains(name)))
    }
}

private struct ProbeDecoder: Decoder {
    let record: Record
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        record.isObject = true
        return KeyedDecodingContainer(KeyedProbe(record: record))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedProbe(record: record) }
    func singleValueContainer() -> any SingleValueDecodingContainer { SingleProbe(record: record) }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: Record
    var codingPath: [any CodingKey] { [] }
    /// No keys, after the question was recorded, because there is no schema for a type that decodes members of any name.
    var allKeys: [Key] {
        record.hasAnyNames = true
        return []
    }

    /// Whether a member is present, which a type asks before it decodes an optional one.
    func contains(_ key: Key) -> Bool {
        record.optional.insert(key.stringValue)
        return !DerivedSchema.isMinimal
    }

    func decodeNil(forKey key: Key) -> Bool { DerivedSchema.isMinimal }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try record.member(type, key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw DerivedSchemaFailure.Cause.nestedContainers }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw DerivedSchemaFailure.Cause.nestedContainers
    }

    func superDecoder() throws -> any Decoder { throw DerivedSchemaFailure.Cause.superclass }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

/// An array with one element, or with none in a smallest value.
private struct UnkeyedProbe: UnkeyedDecodingContainer {
    let record: Record
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { DerivedSchema.isMinimal ? 0 : 1 }
    var isAtEnd: Bool { DerivedSchema.isMinimal || currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard currentIndex == 0 else { throw DerivedSchemaFailure.Cause.severalTypes }
        let (schema, sample) = try DerivedSchema.probe(type, at: "0")
        currentIndex = 1
        record.value = .array(schema, maxItems: 1_000)
        return sample
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw DerivedSchemaFailure.Cause.nestedContainers
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DerivedSchemaFailure.Cause.nestedContainers
    }

    func superDecoder() throws -> any Decoder { throw DerivedSchemaFailure.Cause.superclass }
}

private struct SingleProbe: SingleValueDecodingContainer {
    let record: Record
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        record.isNullable = true
        return DerivedSchema.isMinimal
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, sample) = try DerivedSchema.probe(type)
        record.value = record.isNullable ? .nullable(schema) : schema
        return sample
    }
}

/// A dictionary with the names of members as its keys.
private protocol StringDictionary {
    /// Returns the schema of the values.
    static func valueSchema() throws -> JSONSchema
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
    fileprivate static func valueSchema() throws -> JSONSchema { try DerivedSchema.probe(Value.self, at: "*").schema }
}

/// A type that is described by the schema of the values inside of it.
private protocol Nameless {}

extension Array: Nameless {}
extension Optional: Nameless {}
extension Set: Nameless {}
