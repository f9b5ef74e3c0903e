/// Writes the few bytes of JSON that a problem needs.
struct ProblemWriter {
    private var bytes: [UInt8] = [0x7B]

    mutating func member(_ name: String, string: String) {
        key(name)
        append(string)
    }

    mutating func member(_ name: String, json: [UInt8]) {
        key(name)
        bytes += json
    }

    consuming func finished() -> [UInt8] {
        bytes + [0x7D]
    }

    private mutating func key(_ name: String) {
        if bytes.count > 1 { bytes.append(0x2C) }
        append(name)
        bytes.append(0x3A)
    }

    private mutating func append(_ string: String) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(0x22)
        for byte in string.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
