import HTTPCore
import Testing

@Suite("A byte") struct BytesTests {
    @Test("a byte may be in a token exactly if RFC 9110 lists it")
    func token() {
        let listed = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(byte.isTokenByte == listed.contains(byte), "byte \(byte)")
        }
    }

    @Test("a byte is lowercased exactly if it is an ASCII capital")
    func lowercase() {
        for byte in UInt8.min...UInt8.max {
            #expect(byte.lowercased == ((0x41...0x5A).contains(byte) ? byte + 32 : byte))
        }
    }

    @Test("a byte has a hexadecimal value exactly if it is such a digit")
    func hexadecimal() {
        for byte in UInt8.min...UInt8.max {
            let digit = byte < 0x80 ? Character(UnicodeScalar(byte)).hexDigitValue : nil
            #expect(byte.hexadecimalValue.map(Int.init) == digit)
        }
    }

    @Test("a byte may be in a field value unless it is a control character other than a tab")
    func fieldValue() {
        for byte in UInt8.min...UInt8.max {
            #expect(byte.isFieldValueByte == (byte == 9 || byte >= 32 && byte != 127))
        }
    }
}

@Suite("A field value") struct FieldValueBytesTests {
    @Test("a field value is valid exactly if each of its bytes is, at every position")
    func everyByteEverywhere() {
        for length in [1, 7, 8, 9, 20] {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    for other in [UInt8(0x20), 0x41, 0x7E, 0x80, 0xFF] {
                        var value = [UInt8](repeating: other, count: length)
                        value[place] = byte
                        let isFine = value.span.isFieldValue
                        #expect(isFine == byte.isFieldValueByte, "byte \(byte) at \(place)")
                    }
                }
            }
        }
    }

    @Test("an empty field value is valid")
    func empty() {
        let isFine = [UInt8]().span.isFieldValue
        #expect(isFine)
    }
}
