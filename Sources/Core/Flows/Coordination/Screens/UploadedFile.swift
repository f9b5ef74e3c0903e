public import JSON

/// A file that the user has uploaded, in the payload of an output.
///
/// The file itself never passes through a flow. The client uploads it beside the session, and its output carries this reference:
///
/// ```swift
/// struct Damage: Payload {
///     var text: String
///     var photo: UploadedFile
/// }
///
/// Field(\Damage.photo, "Photo", .file(types: ["image/jpeg", "image/png"], bytes: 5_000_000))
/// ```
///
/// A flow gets only references to complete files of its own session, with the name, the type and the size that the server knows.
/// The handler of an effect reads the content (`EffectContext.uploads`).
public struct UploadedFile: Payload, Equatable {
    /// The id of the upload, which is unique in its session.
    public let id: String
    /// The name that the file had on the user's device, without folders.
    ///
    /// It is a text for people. Never make a path of it.
    public let name: String
    /// The media type that the client has named, such as `image/jpeg`.
    public let type: String
    /// The number of bytes.
    public let size: Int

    /// Describes a file, for tests and samples.
    ///
    /// - Parameters:
    ///   - id: The id of the upload.
    ///   - name: The name of the file.
    ///   - type: The media type.
    ///   - size: The number of bytes.
    public init(id: String, name: String = "", type: String = "application/octet-stream", size: Int = 0) {
        self.id = id
        self.name = name
        self.type = type
        self.size = size
    }

    /// An object with the id of the upload.
    ///
    /// The server replaces all other members.
    public static let schema: JSONSchema = .object([
        .init("id", .string(minLength: 1, maxLength: 64, form: .verbatim)),
        .init("name", .string(maxLength: 255), isRequired: false),
        .init("type", .string(maxLength: 127), isRequired: false),
        .init("size", .integer(min: 0), isRequired: false),
    ])

    /// Decodes a reference, in which all members but the id may be missing.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try members.decode(String.self, forKey: .id),
            name: try members.decodeIfPresent(String.self, forKey: .name) ?? "",
            type: try members.decodeIfPresent(String.self, forKey: .type) ?? "application/octet-stream",
            size: try members.decodeIfPresent(Int.self, forKey: .size) ?? 0
        )
    }
}

extension JSONSchema {
    /// Whether values of the schema can have an ``UploadedFile`` in them.
    package var hasFiles: Bool {
        if self == UploadedFile.schema { return true }
        return switch kind {
        case .array(let rules): rules.items.hasFiles
        case .object(let rules): rules.properties.contains { $0.schema.hasFiles } || rules.others?.hasFiles == true
        case .nullable(let schema): schema.hasFiles
        case .any, .string, .null, .boolean, .integer, .number, .enumeration: false
        }
    }

    /// Returns a value with each ``UploadedFile`` replaced.
    ///
    /// - Parameters:
    ///   - value: A value, which need not match the schema.
    ///   - pointer: Its position as a JSON Pointer.
    ///   - replacing: Returns the replacement of a file at a position.
    /// - Returns: The value with the replacements.
    package func replacingFiles(
        in value: JSONValue,
        at pointer: String = "",
        _ replacing: (JSONValue, String) -> JSONValue
    ) -> JSONValue {
        if self == UploadedFile.schema { return replacing(value, pointer) }
        switch (kind, value) {
        case (.array(let rules), .array(let elements)) where rules.items.hasFiles:
            return .array(
                elements.enumerated().map { index, element in
                    rules.items.replacingFiles(in: element, at: "\(pointer)/\(index)", replacing)
                }
            )
        case (.object(let rules), .object(let members)):
            return .object(
                JSONObject(
                    members.members.map { member in
                        let property = rules.properties.first { $0.name.hasSameBytes(as: member.key) }
                        let schema = property?.schema ?? rules.others
                        let value = schema?.replacingFiles(in: member.value, at: "\(pointer)/\(member.key)", replacing)
                        return (member.key, value ?? member.value)
                    }
                )
            )
        case (.nullable(let schema), _): return schema.replacingFiles(in: value, at: pointer, replacing)
        default: return value
        }
    }
}
