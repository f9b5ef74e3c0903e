/// A part of a coding path that no type declares: a position in an array, or a dictionary's key.
package enum JSONCodingKey: CodingKey {
    case name(String)
    case index(Int)

    /// The key under which a superclass is coded when none is given.
    package static let `super` = JSONCodingKey.name("super")

    package init(stringValue: String) {
        self = .name(stringValue)
    }

    package init(intValue: Int) {
        self = .index(intValue)
    }

    package var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    package var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }
}
