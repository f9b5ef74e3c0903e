/// A coding key for positions in arrays and keys of dictionaries, which no type declares.
package enum JSONCodingKey: CodingKey {
    case name(String)
    case index(Int)

    /// The default key for a superclass.
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
