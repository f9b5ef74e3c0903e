/// A state in Usher's format, in plain `Codable` types, as in a hand-written handler.
package struct StateResponse: Codable, Sendable {
    package var id: String
    package var app: String
    package var appTitle: String
    package var language: String
    package var revision: Int
    package var status: String
    package var expiresAt: String
    package var stack: [String]
    package var focus: String?
    package var link: String?
    package var navigation: Container
    package var modals: [Modal]
    package var screens: [String: Screen]
    package var gestures: [String: String]

    package struct Container: Codable, Sendable {
        package var type: String
        package var key: String
        package var index: Int
        package var transition: String?
        package var routes: [Route]
    }

    package struct Route: Codable, Sendable {
        package var key: String
        package var name: String
        package var title: String?
        package var image: Image?
        package var state: Container?
    }

    package struct Image: Codable, Sendable {
        package var symbol: String
        package var alt: String
    }

    package struct Modal: Codable, Sendable {
        package var key: String
        package var presentation: String
        package var dismissible: Bool
        package var transition: String
        package var state: Container
    }

    package struct Screen: Codable, Sendable {
        package var name: String
        package var title: String
        package var props: Properties
        package var view: [Element]
        package var messages: [String]
        package var hides: [String]?
        package var outputs: [Output]
    }

    package struct Properties: Codable, Sendable {
        package var items: [Item]?
        package var isLoading: Bool?
        package var item: Item?
    }

    package struct Item: Codable, Sendable {
        package var id: Int
        package var title: String
        package var category: String
    }

    package struct Element: Codable, Sendable {
        package var kind: String
        package var title: String?
        package var subtitle: String?
        package var text: String?
        package var image: Image?
        package var label: String?
        package var output: String?
        package var placement: String?
        package var symbol: String?
        package var style: String?
        package var sections: [Section]?
        package var fallback: Fallback?
    }

    /// The element that a client draws which does not know the kind of another one.
    package struct Fallback: Codable, Sendable {
        package var kind: String
        package var style: String?
        package var sections: [Section]
    }

    package struct Section: Codable, Sendable {
        package var key: String
        package var footer: String?
        package var rows: [Row]
    }

    package struct Row: Codable, Sendable {
        package var key: String
        package var title: String
        package var subtitle: String?
        package var image: Image?
        package var accessory: String?
        package var report: Report?
    }

    package struct Report: Codable, Sendable {
        package var output: String
        package var payload: Int
        package var link: String?
    }

    package struct Output: Codable, Sendable {
        package var name: String
        package var href: String
        package var schema: Schema?
    }

    package struct Schema: Codable, Sendable {
        package var type: String
        package var minimum: Int?
        package var maximum: Int?
    }
}
