/// A state in Usher's format, in plain `Codable` types, as in a hand-written handler.
struct StateResponse: Codable {
    var id: String
    var app: String
    var revision: Int
    var status: String
    var expiresAt: String
    var stack: [String]
    var focus: String?
    var navigation: Container
    var modals: [Modal]
    var screens: [String: Screen]
    var gestures: [String: String]

    struct Container: Codable {
        var type: String
        var key: String
        var index: Int
        var transition: String?
        var routes: [Route]
    }

    struct Route: Codable {
        var key: String
        var name: String
        var title: String?
        var image: Image?
        var state: Container?
    }

    struct Image: Codable {
        var symbol: String
        var alt: String
    }

    struct Modal: Codable {
        var key: String
        var presentation: String
        var dismissible: Bool
        var transition: String
        var state: Container
    }

    struct Screen: Codable {
        var name: String
        var title: String
        var props: Properties
        var view: [Element]
        var messages: [String]
        var outputs: [Output]
    }

    struct Properties: Codable {
        var items: [Item]?
        var item: Item?
    }

    struct Item: Codable {
        var id: Int
        var title: String
        var category: String
    }

    struct Element: Codable {
        var kind: String
        var text: String?
        var label: String?
        var output: String?
        var placement: String?
        var symbol: String?
        var style: String?
        var sections: [Section]?
    }

    struct Section: Codable {
        var rows: [Row]
    }

    struct Row: Codable {
        var title: String
        var subtitle: String?
        var accessory: String?
        var report: Report?
    }

    struct Report: Codable {
        var output: String
        var payload: Int
    }

    struct Output: Codable {
        var name: String
        var href: String
        var schema: Schema?
    }

    struct Schema: Codable {
        var type: String
        var minimum: Int?
        var maximum: Int?
    }
}
