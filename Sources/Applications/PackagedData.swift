import JSON

/// Reads what comes with the package as JSON.
///
/// It is a mistake of the package when that is not what it should be, so nothing goes on then.
///
/// - Parameters:
///   - bytes: The file, as it was compiled into the program.
///   - name: What to call it in the sentence that says what is wrong.
func packaged<Value: Decodable>(_ bytes: [UInt8], _ name: String) -> Value {
    do {
        // The limits are for what clients send; this is our own.
        let limits = JSONLimits(bytes: bytes.count, nodes: .max)
        return try JSONCoding.decode(Value.self, parsing: bytes, limits: limits)
    } catch {
        preconditionFailure("The \(name) that come with the package can't be read: \(error)")
    }
}
