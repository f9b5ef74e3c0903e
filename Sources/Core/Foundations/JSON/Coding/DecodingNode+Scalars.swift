// The key is an autoclosure, evaluated only for an error.

extension DecodingNode {
    func bool(_ value: JSONValue, at key: @autoclosure () -> (any CodingKey)? = nil) throws -> Bool {
        guard case .bool(let bool) = value else { throw mismatch(Bool.self, "a boolean", value, at: key()) }
        return bool
    }

    func string(_ value: JSONValue, at key: @autoclosure () -> (any CodingKey)? = nil) throws -> String {
        guard case .string(let string) = value else { throw mismatch(String.self, "a string", value, at: key()) }
        return string
    }

    func double(_ value: JSONValue, at key: @autoclosure () -> (any CodingKey)? = nil) throws -> Double {
        guard let number = value.numberValue else { throw mismatch(Double.self, "a number", value, at: key()) }
        return number
    }

    func float(_ value: JSONValue, at key: @autoclosure () -> (any CodingKey)? = nil) throws -> Float {
        let float = Float(try double(value, at: key()))
        guard float.isFinite else { throw DecodingError.dataCorrupted(context("the number is too large", at: key())) }
        return float
    }

    /// Returns the integer if its width can represent it exactly, without rounding or truncating it.
    func integer<Number: FixedWidthInteger>(
        _ type: Number.Type,
        _ value: JSONValue,
        at key: @autoclosure () -> (any CodingKey)? = nil
    ) throws -> Number {
        switch value {
        case .integer, .number: break
        default: throw mismatch(type, "an integer", value, at: key())
        }
        guard let integer = value.integerValue else {
            throw DecodingError.dataCorrupted(context("the number is not an integer or is too large", at: key()))
        }
        guard let number = Number(exactly: integer) else {
            throw DecodingError.dataCorrupted(
                context("the number must be between \(Number.min) and \(Number.max)", at: key())
            )
        }
        return number
    }
}
