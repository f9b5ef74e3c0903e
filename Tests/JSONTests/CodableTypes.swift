enum Kind: String, Codable, Hashable { case known, other }

struct Key: RawRepresentable, Codable, Hashable, CodingKeyRepresentable {
    var rawValue: String
}

struct Point: Codable, Hashable {
    var x: Int
    var y: Int
}

struct Small: Codable, Equatable {
    var name: String
    var age: UInt8
    var tags: [String]
    var kind: Kind?
    var points: [Point]?
}

struct Empty: Codable {}

/// A value that encodes nothing.
struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
}

enum Event: Codable, Equatable {
    case plain
    case named(String)
    case full(point: Point, times: [Double], note: String?)
}

indirect enum Tree: Codable, Equatable {
    case leaf(Int)
    case branch(Tree, Tree)
}

/// A value with every kind of member that synthesized conformances support.
struct Rich: Codable, Equatable {
    var bool: Bool
    var string: String
    var double: Double
    var float: Float
    var int: Int
    var widths: [Int8]
    var unsigned: UInt32
    var missing: String?
    var present: Int?
    var optionals: [Int?]
    var point: Point
    var points: [Point]
    var kind: Kind
    var events: [Event]
    var tree: Tree
    var dictionary: [String: [Point]]
    var integers: [Int: String]
    var nested: [[String]]
    var deep: [String: [String: Double?]]
    var pair: Pair<String, [Int]>

    static var sample: Rich {
        Rich(
            bool: true,
            string: "\"é\u{1}\n\\/漢😀\u{2028}",
            double: 0.1,
            float: 3.4e5,
            int: .min,
            widths: [.min, 0, .max],
            unsigned: .max,
            missing: nil,
            present: 7,
            optionals: [1, nil, 3],
            point: Point(x: -1, y: 1),
            points: [Point(x: 1, y: 2), Point(x: 3, y: 4)],
            kind: .known,
            events: [.plain, .named("x"), .full(point: Point(x: 0, y: 0), times: [1.5, -2e-9], note: nil)],
            tree: .branch(.leaf(1), .branch(.leaf(2), .leaf(3))),
            dictionary: ["b": [], "a": [Point(x: 9, y: 9)]],
            integers: [3: "c", 1: "a"],
            nested: [[], ["a"], ["b", "c"]],
            deep: ["k": ["x": 1.25, "y": nil]],
            pair: Pair(first: "one", second: [2])
        )
    }

    static var other: Rich {
        Rich(
            bool: false,
            string: "",
            double: -1e300,
            float: .leastNormalMagnitude,
            int: .max,
            widths: [],
            unsigned: 0,
            missing: "here",
            present: nil,
            optionals: [],
            point: Point(x: .max, y: .min),
            points: [],
            kind: .other,
            events: [],
            tree: .leaf(0),
            dictionary: [:],
            integers: [:],
            nested: [],
            deep: [:],
            pair: Pair(first: "ünï", second: [])
        )
    }
}

struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
    var first: First
    var second: Second
}

class Base: Codable {
    var base: Int
    init(base: Int) { self.base = base }
}

final class Derived: Base {
    var own: String

    private enum CodingKeys: CodingKey { case own }

    init(base: Int, own: String) {
        self.own = own
        super.init(base: base)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        own = try container.decode(String.self, forKey: .own)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
    }
}

/// A value that creates its containers first, and fills them alternately afterwards.
struct Interleaved: Encodable {
    private enum Keys: CodingKey { case first, list, second, own, last, a, b, c, deep }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var first = container.nestedContainer(keyedBy: Keys.self, forKey: .first)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var second = container.nestedContainer(keyedBy: Keys.self, forKey: .second)
        let base = container.superEncoder()
        try first.encode(1, forKey: .a)
        try list.encode(1)
        try container.encode("x", forKey: .own)
        var deep = list.nestedContainer(keyedBy: Keys.self)
        _ = list.nestedUnkeyedContainer()
        try second.encode(3, forKey: .c)
        try list.encode(2)
        var innermost = deep.nestedUnkeyedContainer(forKey: .deep)
        try Base(base: 0).encode(to: base)
        try innermost.encode(true)
        try first.encode(2, forKey: .b)
        // The same container, requested again.
        var again = encoder.container(keyedBy: Keys.self)
        try again.encode(9, forKey: .last)
    }
}
