import JSON

/// Decodes a JSON file that is compiled into the package.
///
/// Invalid data is an error of the package, so the process stops.
///
/// - Parameters:
///   - bytes: The contents of the file.
///   - name: A plural noun for the contents, for the error text.
/// - Returns: The decoded value.
func decodeEmbedded<Value: Decodable>(_ bytes: [UInt8], _ name: String) -> Value {
    do {
        // The default limits are for data from clients, but this file is trusted.
        return try JSONCoding.decode(Value.self, parsing: bytes, limits: .stored)
    } catch {
        preconditionFailure("The \(name) that come with the package can't be read: \(error)")
    }
}
