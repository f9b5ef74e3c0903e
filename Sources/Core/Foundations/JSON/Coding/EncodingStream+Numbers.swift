extension EncodingStream {
    /// Throws for a number that JSON can't represent.
    func checkIsFinite<Number: BinaryFloatingPoint>(_ value: Number, _ path: () -> [any CodingKey]) throws {
        guard !value.isFinite else { return }
        throw invalid(value, path(), "JSON can't represent NaN or infinity (RFC 8259 §6).")
    }

    /// Returns the integer as `Int64`, and throws for a larger one, because the parser would not read it back exactly.
    func exact<Number: FixedWidthInteger>(_ value: Number, _ path: () -> [any CodingKey]) throws -> Int64 {
        guard let integer = Int64(exactly: value) else {
            throw invalid(
                value,
                path(),
                "The integer is out of the range of Int64, so JSON could not represent it exactly."
            )
        }
        return integer
    }

    private func invalid(_ value: Any, _ path: [any CodingKey], _ detail: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: detail))
    }
}
