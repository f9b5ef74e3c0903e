extension EncodingStream {
    /// Refuses a number that JSON has no form for.
    func checkIsFinite<Number: BinaryFloatingPoint>(_ value: Number, _ path: () -> [any CodingKey]) throws {
        guard !value.isFinite else { return }
        throw invalid(value, path(), "JSON has no form for NaN and infinities (RFC 8259 §6).")
    }

    /// The integer as JSON is read here; one beyond 64 bits with sign would not be read again exactly.
    func exact<Number: FixedWidthInteger>(_ value: Number, _ path: () -> [any CodingKey]) throws -> Int64 {
        guard let integer = Int64(exactly: value) else {
            throw invalid(value, path(), "An integer beyond Int64 would lose digits in JSON.")
        }
        return integer
    }

    private func invalid(_ value: Any, _ path: [any CodingKey], _ sentence: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: sentence))
    }
}
