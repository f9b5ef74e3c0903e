import Coordination
import FoundationEssentials
import HTTPCore
import StateAPI

/// What a client says of a file before it sends it: `Upload-Length` and `Upload-Metadata` of the protocol tus 1.0.
struct UploadMetadata {
    /// The number of bytes of the whole file.
    let size: Int
    /// The name of the file, without folders.
    let name: String
    /// The media type.
    let type: String
    /// The name of the field, or `nil` if any field of the screen will do.
    let field: String?
    /// The key of the screen, or `nil` for the one in focus.
    let screen: String?

    /// Reads the fields of a request.
    ///
    /// - Throws: `ProblemType.malformedRequest` with the field that is wrong.
    init(_ request: HTTPRequest) throws(APIError) {
        guard let length = request.fields[.uploadLength] else {
            throw .problem(.malformedRequest, "The field Upload-Length must have the number of bytes of the file.")
        }
        guard let size = Int(length), size >= 0, length.utf8.allSatisfy(\.isDigit) else {
            throw .problem(.malformedRequest, "Upload-Length must be a number of bytes.")
        }
        var values: [String: String] = [:]
        for pair in (request.fields[.uploadMetadata] ?? "").split(separator: ",") {
            let parts = pair.split(separator: " ")
            guard let key = parts.first, parts.count <= 2,
                let data = Data(base64Encoded: parts.count == 2 ? String(parts[1]) : ""),
                let value = String(validating: Array(data), as: UTF8.self), value.utf8.count <= 1_000
            else {
                throw .problem(
                    .malformedRequest,
                    "Upload-Metadata must be pairs of a name and a value in Base64, with commas between the pairs."
                )
            }
            values[String(key)] = value
        }
        self.size = size
        name = Self.name(values["filename"] ?? values["name"] ?? "")
        type = try Self.type(values["filetype"] ?? values["type"])
        field = values["field"]
        screen = values["screen"]
    }

    /// Returns a name without folders and without characters that no name has.
    private static func name(_ text: String) -> String {
        let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let scalars = last.unicodeScalars.filter {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        return String(String.UnicodeScalarView(scalars.prefix(200)))
    }

    private static func type(_ text: String?) throws(APIError) -> String {
        guard let text, !text.isEmpty else { return "application/octet-stream" }
        guard text.utf8.count <= 127, let type = MediaType(text) else {
            throw .problem(
                .malformedRequest,
                "The file type in Upload-Metadata is not a media type, such as image/jpeg."
            )
        }
        return "\(type)"
    }
}

extension HTTPFieldName {
    static let tusResumable: HTTPFieldName = "Tus-Resumable"
    static let tusVersion: HTTPFieldName = "Tus-Version"
    static let tusExtension: HTTPFieldName = "Tus-Extension"
    static let tusMaxSize: HTTPFieldName = "Tus-Max-Size"
    static let uploadLength: HTTPFieldName = "Upload-Length"
    static let uploadMetadata: HTTPFieldName = "Upload-Metadata"
    static let uploadOffset: HTTPFieldName = "Upload-Offset"
    static let contentDisposition: HTTPFieldName = "Content-Disposition"
}
