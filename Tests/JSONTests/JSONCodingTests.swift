import Foundation
import JSON
import Testing

@Suite("Codable values as JSON")
struct JSONCodingTests {
    @Test("values of every shape are encoded as by Foundation, and each decodes the other's output")
    func oracle() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for value in [Rich.sample, Rich.other] {
            let ours = try JSONCoding.encode(value)
            let theirs = try encoder.encode(value)
            #expect(try canonical(ours) == canonical(Array(theirs)))
            #expect(try JSONCoding.decode(Rich.self, parsing: ours) == value)
            #expect(try JSONCoding.decode(Rich.self, parsing: Array(theirs)) == value)
            #expect(try JSONDecoder().decode(Rich.self, from: Data(ours)) == value)
        }
    }

    @Test("a text that Foundation's decoder rejects is rejected, and no other")
    func rejectionOracle() throws {
        let texts = [
            #"{"name":"a","age":1,"tags":[]}"#, #"{"name":"a","age":1}"#, #"{"name":null,"age":1,"tags":[]}"#,
            #"{"name":1,"age":1,"tags":[]}"#, #"{"name":"a","age":1.5,"tags":[]}"#,
            #"{"name":"a","age":1.0,"tags":[]}"#,
            #"{"name":"a","age":300,"tags":[]}"#, #"{"name":"a","age":-1,"tags":[]}"#,
            #"{"name":"a","age":"1","tags":[]}"#,
            #"{"name":"a","age":true,"tags":[]}"#, #"{"name":"a","age":1,"tags":{}}"#,
            #"{"name":"a","age":1,"tags":["x",1]}"#,
            #"{"name":"a","age":1,"tags":["x",null]}"#, #"{"name":"a","age":1,"tags":[],"kind":"known"}"#,
            #"{"name":"a","age":1,"tags":[],"kind":"unknown"}"#, #"{"name":"a","age":1,"tags":[],"kind":null}"#,
            #"{"name":"a","age":1,"tags":[],"more":1}"#, #"[]"#, #"1"#, #"null"#,
        ]
        for text in texts {
            let ours = try? JSONCoding.decode(Small.self, parsing: Array(text.utf8))
            let theirs = try? JSONDecoder().decode(Small.self, from: Data(text.utf8))
            #expect(ours == theirs, "\(text)")
        }
    }

    @Test("dictionaries and sets are encoded in sorted order, with elements of any type")
    func order() throws {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<50).map { (String($0), $0) })
        let sorted = numbers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        #expect(try text(JSONCoding.encode(numbers)) == "{\(sorted)}")
        #expect(try text(JSONCoding.encode([10: "b", 9: "a"])) == #"{"9":"a","10":"b"}"#)
        #expect(try text(JSONCoding.encode([Kind.other: 1, .known: 2])) == #"["known",2,"other",1]"#)
        #expect(try text(JSONCoding.encode(Set(["b", "a", "c"]))) == #"["a","b","c"]"#)
        #expect(try text(JSONCoding.encode(Set([10, 9, -1]))) == "[-1,9,10]")
        #expect(try text(JSONCoding.encode(Set([Kind.other, .known]))) == #"["known","other"]"#)
        #expect(
            try text(JSONCoding.encode(Set([Point(x: 2, y: 1), Point(x: 1, y: 2)])))
                == #"[{"x":1,"y":2},{"x":2,"y":1}]"#
        )
        #expect(try text(JSONCoding.encode(["k": ["z": Set([2, 1]), "y": []]])) == #"{"k":{"y":[],"z":[1,2]}}"#)
        let keyed = [Key(rawValue: "b"): [1], Key(rawValue: "a"): []]
        #expect(try text(JSONCoding.encode(keyed)) == #"{"a":[],"b":[1]}"#)
        #expect(try JSONCoding.decode([Key: [Int]].self, parsing: JSONCoding.encode(keyed)) == keyed)
    }

    @Test("nested containers may be filled in any order")
    func outOfOrder() throws {
        #expect(
            try text(JSONCoding.encode(Interleaved()))
                == #"{"first":{"a":1,"b":2},"list":[1,{"deep":[true]},[],2],"second":{"c":3},"super":{"base":0},"own":"x","last":9}"#
        )
        var writer = JSONWriter()
        writer.beginArray()
        writer.string("before")
        try JSONCoding.encode(Interleaved(), to: &writer)
        writer.integer(7)
        writer.endArray()
        let value = try JSONValue(parsing: writer.bytes)
        #expect(value[0] == "before" && value[1]?["list"]?[1]?["deep"] == [true] && value[2] == 7)
    }

    @Test("subclasses round-trip, by superEncoder or in the same container")
    func inheritance() throws {
        let bytes = try JSONCoding.encode(Derived(base: 1, own: "two"))
        #expect(text(bytes) == #"{"own":"two","super":{"base":1}}"#)
        let derived = try JSONCoding.decode(Derived.self, parsing: bytes)
        #expect(derived.base == 1 && derived.own == "two")
    }

    @Test("an existential is encoded as its value")
    func existential() throws {
        let values: [any Encodable] = [1, "a", [true], Point(x: 1, y: 2), Double?.none, ["k": 0.5]]
        let texts = try values.map { try text(JSONCoding.encode($0)) }
        #expect(texts == ["1", #""a""#, "[true]", #"{"x":1,"y":2}"#, "null", #"{"k":0.5}"#])
        #expect(try text(JSONCoding.encode(Empty())) == "{}")
        #expect(try text(JSONCoding.encode([Silent()])) == "[{}]")
    }

    @Test("a value with an encoding of its own uses it, at any depth")
    func writable() throws {
        let value: JSONValue = ["b": 1, "a": [1.5, nil]]
        #expect(try text(JSONCoding.encode(["x": [value]])) == #"{"x":[{"b":1,"a":[1.5,null]}]}"#)
        #expect(try JSONCoding.decode(JSONValue.self, from: value) == value)
        let foundation = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: foundation) == value)
    }

    @Test("numbers that JSON can't represent are rejected with their path, and leave the writer unchanged")
    func rejectedNumbers() throws {
        struct Measure: Encodable {
            var values: [Double]
        }
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(1)
        let error = #expect(throws: EncodingError.self) {
            try JSONCoding.encode(["m": Measure(values: [1, .nan])], to: &writer)
        }
        guard case .invalidValue(_, let context) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(JSONPointer(context.codingPath).description == "/m/values/1")
        #expect(text(writer.bytes) == "[1")
        writer.integer(2)
        #expect(text(writer.bytes) == "[1,2")
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Float.infinity) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(UInt64.max) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(["a": Int128.max]) }
        #expect(try text(JSONCoding.encode(UInt64(Int64.max))) == "9223372036854775807")
    }

    @Test("a member that fails to encode leaves nothing behind when its owner continues")
    func recovery() throws {
        struct Tolerant: Encodable {
            enum CodingKeys: CodingKey { case a, b, list }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                #expect(throws: EncodingError.self) { try container.encode(["x": [1, Double.nan]], forKey: .b) }
                try container.encode([2], forKey: .b)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                #expect(throws: EncodingError.self) { try list.encode([Point?.none: Double.infinity]) }
                try list.encode(3)
                #expect(list.count == 1)
            }
        }
        #expect(try text(JSONCoding.encode(Tolerant())) == #"{"a":1,"b":[2],"list":[3]}"#)
    }

    @Test("integers of every width are decoded exactly or not at all")
    func widths() throws {
        func reads<Number: FixedWidthInteger & Codable>(_ type: Number.Type) throws {
            for number in [Number.min, .max, 0, 1] where Int64(exactly: number) != nil {
                #expect(try JSONCoding.decode(type, parsing: JSONCoding.encode(number)) == number)
                #expect(try JSONCoding.decode([Number].self, parsing: JSONCoding.encode([number])) == [number])
            }
            if let above = Int64(exactly: Number.max), above < .max {
                #expect(throws: DecodingError.self) { try JSONCoding.decode(type, from: .integer(above + 1)) }
            }
        }
        try reads(Int.self)
        try reads(Int8.self)
        try reads(Int16.self)
        try reads(Int32.self)
        try reads(Int64.self)
        try reads(UInt.self)
        try reads(UInt8.self)
        try reads(UInt16.self)
        try reads(UInt32.self)
        try reads(UInt64.self)
        try reads(Int128.self)
        try reads(UInt128.self)
        #expect(try JSONCoding.decode(Int.self, parsing: Array("1e2".utf8)) == 100)
        for text in ["1.5", "1e300", "9007199254740994.0", "9223372036854775808", "true", "\"1\"", "null"] {
            #expect(throws: DecodingError.self) { try JSONCoding.decode(UInt64.self, parsing: Array(text.utf8)) }
        }
        #expect(throws: DecodingError.self) { try JSONCoding.decode(Float.self, from: 1e300) }
    }

    @Test(
        "a decoding error has the path and the reason, and nothing of the input",
        arguments: [
            (#"{"name":"hunter2","age":1}"#, "/tags", "the member “tags” is required"),
            (#"{"name":7,"age":1,"tags":[]}"#, "/name", "a string was expected, but a number was found"),
            (#"{"name":null,"age":1,"tags":[]}"#, "/name", "a string was expected, but null was found"),
            (#"{"name":"a","age":777,"tags":[]}"#, "/age", "the number must be between 0 and 255"),
            (#"{"name":"a","age":1,"tags":["x",{}]}"#, "/tags/1", "a string was expected, but an object was found"),
            (
                #"{"name":"a","age":1,"tags":[],"kind":"hunter2"}"#, "/kind",
                "the value is not accepted here"
            ),
            (
                #"{"name":"a","age":1,"tags":[],"points":[{"x":1,"y":2},{"x":1}]}"#, "/points/1/y",
                "the member “y” is required"
            ),
            (#"[]"#, "", "an object was expected, but an array was found"),
        ]
    )
    func problems(text: String, pointer: String, detail: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONCoding.decode(Small.self, parsing: Array(text.utf8))
        }
        let problem = JSONCoding.problem(of: try #require(error))
        #expect(problem.pointer.description == pointer)
        #expect(problem.detail == detail)
    }

    @Test("userInfo reaches every level")
    func userInfo() throws {
        struct Asking: Codable, Equatable {
            static let key = CodingUserInfoKey(rawValue: "asking")!
            var answer: String
            init(answer: String) { self.answer = answer }
            init(from decoder: any Decoder) throws { answer = decoder.userInfo[Self.key] as? String ?? "none" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[Self.key] as? String ?? "none")
            }
        }
        let info: [CodingUserInfoKey: any Sendable] = [Asking.key: "yes"]
        let set = Set([["a"]])
        #expect(try text(JSONCoding.encode(["k": [Asking(answer: "")]], userInfo: info)) == #"{"k":["yes"]}"#)
        #expect(try text(JSONCoding.encode(set, userInfo: info)) == #"[["a"]]"#)
        #expect(try JSONCoding.decode([Asking].self, from: [1], userInfo: info) == [Asking(answer: "yes")])
    }

    @Test("a dictionary of thousands is decoded in reasonable time")
    func manyMembers() throws {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<9_000).map { ("key\($0)", $0) })
        let bytes = try JSONCoding.encode(numbers)
        #expect(
            try JSONCoding.decode([String: Int].self, parsing: bytes, limits: JSONLimits(bytes: 1 << 20)) == numbers
        )
    }
}

@Suite("JSON pointers")
struct JSONPointerTests {
    @Test("parts are escaped according to RFC 6901")
    func escaping() {
        #expect(JSONPointer().description.isEmpty)
        #expect(JSONPointer().appending("").description == "/")
        #expect(
            JSONPointer().appending("a/b").appending("m~n").appending(0).appending("~1").description
                == "/a~1b/m~0n/0/~01"
        )
        #expect((["a", "é b"] as JSONPointer).description == "/a/é b")
    }
}

/// Returns a text with sorted members in every object and whole numbers as integers, as Foundation encodes them.
private func canonical(_ bytes: [UInt8]) throws -> JSONValue {
    func unify(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number: value.integerValue.map { .integer($0) } ?? value
        case .array(let elements): .array(elements.map(unify))
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, unify($0.value)) }))
        default: value
        }
    }
    return unify(try JSONValue(parsing: bytes))
}
