/// The single-value encoding container: writes a scalar, or encodes another value instead of its own.
struct SingleValueEncoder: SingleValueEncodingContainer {
    let stream: EncodingStream
    let level: Int

    var codingPath: [any CodingKey] { stream.path(to: level) }

    func encodeNil() {
        claim()
        stream.writer.null()
    }

    func encode(_ value: Bool) {
        claim()
        stream.writer.bool(value)
    }

    func encode(_ value: String) {
        claim()
        stream.writer.string(value)
    }

    func encode(_ value: Double) throws {
        try stream.checkIsFinite(value) { codingPath }
        claim()
        stream.writer.number(value)
    }

    func encode(_ value: Float) throws {
        try stream.checkIsFinite(value) { codingPath }
        claim()
        stream.writer.number(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws {
        try encodeInteger(value)
    }

    func encodeInteger<Number: FixedWidthInteger>(_ value: Number) throws {
        let integer = try stream.exact(value) { codingPath }
        claim()
        stream.writer.integer(integer)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let mark = stream.mark
        do {
            claim()
            try stream.encode(value)
        } catch {
            stream.rollBack(to: mark)
            stream.frames[level].kind = .undecided
            throw error
        }
    }

    private func claim() {
        stream.checkIsInnermost(level)
        precondition(
            stream.frames[level].kind == .undecided,
            "A value must be encoded as one object, one array or one single value."
        )
        stream.frames[level].kind = .scalar
    }
}
