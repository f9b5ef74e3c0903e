import JSON
internal import Synchronization

/// A schema that is derived from the way in which a type decodes itself.
///
/// The type is decoded from a decoder that answers each question with a sample, and records the questions.
enum DerivedSchema {
    /// The reason why a type has no derived schema, as the end of a sentence.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// The values that a schema describes.
    enum Purpose {
        /// Input from clients, which is limited in size.
        case payload
        /// The inputs of a screen, which the server sends.
        case props
    }

    @TaskLocal fileprivate static var purpose = Purpose.payload
    /// The number of types that contain the type that is being decoded.
    ///
    /// The schema of a payload is derived while another one is, and the limit on this number ends a type that contains itself.
    @TaskLocal private static var depth = 0
    /// The first failure of a payload inside of the type for which a schema is being derived.
    ///
    /// It is recorded here, because the ``Payload/schema`` of that payload can't throw it.
    @TaskLocal private static var nested: NestedFailure?

    private final class NestedFailure: Sendable {
        let first = Mutex<Failure?>(nil)
    }

    /// Returns the schema of a payload's type, or `null` if there is none.
    ///
    /// The type that contains it then has none either.
    static func schemaOrNull<Value: Payload>(of type: Value.Type) -> JSONSchema {
        do throws(Failure) {
            return try schema(of: type, for: .payload)
        } catch {
            nested?.first.withLock { $0 = $0 ?? error }
            return .null
        }
    }

    /// Returns the schema of a type.
    ///
    /// - Throws: ``Failure`` for a type that rejects the samples, or with values that have members of any name.
    static func schema<Value: Decodable>(of type: Value.Type, for purpose: Purpose = .payload) throws(Failure)
        -> JSONSchema
    {
        let nested = NestedFailure()
        let result = Result {
            try $purpose.withValue(purpose) {
                try $nested.withValue(nested) { try probe(type, isOutermost: true).schema }
            }
        }
        if let failure = nested.first.withLock({ $0 }) { throw failure }
        switch result {
        case .success(let schema): return schema
        case .failure(let failure as Failure): throw failure
        case .failure(let error as DecodingError):
            throw Failure(reason: "it rejects a sample at '\(JSONDecodingFailure(error).pointer)'")
        case .failure: throw Failure(reason: "it rejects a sample")
        }
    }

    /// Decodes a sample of a type, and returns it with the schema of its values.
    fileprivate static func probe<Value: Decodable>(
        _ type: Value.Type,
        isOutermost: Bool = false
    ) throws -> (schema: JSONSchema, sample: Value) {
        guard depth < 32 else { throw Failure(reason: "it contains values of its own type") }
        return try $depth.withValue(depth + 1) { try nestedProbe(type, isOutermost: isOutermost) }
    }

    private static func nestedProbe<Value: Decodable>(
        _ type: Value.Type,
        isOutermost: Bool
    ) throws -> (schema: JSONSchema, sample: Value) {
        if let schema = try simple(type, isOutermost: isOutermost) {
            var numbers = SeededGenerator(seed: 0)
            let sample = (type as? any Payload.Type)?.example ?? schema.sample(using: &numbers)
            return (schema, try JSONCoding.decode(Value.self, from: sample))
        }
        let record = Record()
        let sample = try Value(from: ProbeDecoder(record: record))
        guard !record.hasAnyNames else { throw Failure(reason: "its values have members of any name") }
        // A screen without stored properties is an empty object.
        let nothing: JSONSchema? = purpose == .props && isOutermost ? .object([]) : nil
        guard let schema = record.schema ?? nothing else { throw Failure(reason: "it decodes nothing") }
        return (schema, sample)
    }

    /// Returns the schema of a type that need not be decoded to know it.
    private static func simple<Value>(_ type: Value.Type, isOutermost: Bool) throws -> JSONSchema? {
        switch type {
        case is Double.Type, is Float.Type: return .number
        case is Int64.Type: return .integer
        case let integer as any FixedWidthInteger.Type where type != Int.self: return bounds(of: integer)
        case let dictionary as any StringDictionary.Type where purpose == .props:
            return .dictionary(try dictionary.valueSchema())
        case is JSONValue.Type where purpose == .props: return .any
        default: break
        }
        if let cases = type as? any CaseIterable.Type {
            guard let names = names(of: cases) else {
                throw Failure(reason: "\(type) is not an enumeration of strings")
            }
            return .enumeration(names)
        }
        // The schema of the outermost type is being derived here. An array's elements may need an example.
        guard !isOutermost, !(type is any AnyArray.Type), let payload = type as? any Payload.Type else { return nil }
        return payload.schema
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
        let (schema, sample) = try DerivedSchema.probe(type)
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
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try record.member(type, key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw DerivedSchema.Failure(reason: "it decodes nested containers") }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw DerivedSchema.Failure(reason: "it decodes nested containers")
    }

    func superDecoder() throws -> any Decoder { throw DerivedSchema.Failure(reason: "it has a superclass") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}

/// An array with one element.
private struct UnkeyedProbe: UnkeyedDecodingContainer {
    let record: Record
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard currentIndex == 0 else { throw DerivedSchema.Failure(reason: "it decodes elements of several types") }
        let (schema, sample) = try DerivedSchema.probe(type)
        currentIndex = 1
        record.value = .array(schema, maxItems: 1_000)
        return sample
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw DerivedSchema.Failure(reason: "it decodes nested containers")
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DerivedSchema.Failure(reason: "it decodes nested containers")
    }

    func superDecoder() throws -> any Decoder { throw DerivedSchema.Failure(reason: "it has a superclass") }
}

private struct SingleProbe: SingleValueDecodingContainer {
    let record: Record
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        record.isNullable = true
        return false
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
    fileprivate static func valueSchema() throws -> JSONSchema { try DerivedSchema.probe(Value.self).schema }
}

/// An array of any elements.
private protocol AnyArray {}

extension Array: AnyArray {}
