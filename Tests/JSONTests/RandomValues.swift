import JSON

/// Returns a random value of any kind, with at most this depth.
func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .number(Double.random(in: -1e6...1e6, using: &generator))
    case 4, 5: return .string(randomString(using: &generator))
    case 6:
        let count = Int.random(in: 0...4, using: &generator)
        return .array((0..<count).map { _ in randomValue(depth: depth - 1, using: &generator) })
    default:
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            object[randomString(using: &generator)] = randomValue(depth: depth - 1, using: &generator)
        }
        return .object(object)
    }
}

func randomString(using generator: inout SeededGenerator) -> String {
    var string = ""
    for _ in 0..<Int.random(in: 0...24, using: &generator) {
        let ceiling: UInt32 = [0x80, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &generator) ?? 0x80
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<ceiling, using: &generator)) {
            string.unicodeScalars.append(scalar)
        }
    }
    return string
}

func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}
