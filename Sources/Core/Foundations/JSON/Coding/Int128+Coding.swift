// For 128-bit integers the protocols have default implementations, which throw and take precedence over a generic method.

extension KeyedEncoder {
    func encode(_ value: Int128, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try encodeInteger(value, forKey: key) }
}

extension UnkeyedEncoder {
    func encode(_ value: Int128) throws { try encodeInteger(value) }
    func encode(_ value: UInt128) throws { try encodeInteger(value) }
}

extension SingleValueEncoder {
    func encode(_ value: Int128) throws { try encodeInteger(value) }
    func encode(_ value: UInt128) throws { try encodeInteger(value) }
}

extension KeyedDecoder {
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, forKey: key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, forKey: key) }
}

extension UnkeyedDecoder {
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}

extension SingleValueDecoder {
    func decode(_ type: Int128.Type) throws -> Int128 { try node.integer(type, value) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try node.integer(type, value) }
}
