/// A container of screens: a stack, or tabs with a stack each.
///
/// It has the shape of React Navigation's state.
public struct Container: Sendable, Hashable {
    /// The kinds of containers.
    public enum Kind: Sendable, Hashable {
        /// Screens above each other, with the root first.
        case stack
        /// Routes beside each other, with one selected.
        case tabs
        /// A kind of a later version.
        case other(String)
    }

    /// The kind of the container.
    public let kind: Kind
    /// The name of this instance, which is never used again in its session.
    public let key: String
    /// The position of the route in front.
    public let index: Int
    /// The screens of a stack, or the tabs.
    public let routes: [Route]
    /// The name of the transition with which it appeared.
    public let transition: String?

    /// The route in front, or `nil` in an empty container.
    public var selected: Route? { routes.indices.contains(index) ? routes[index] : nil }
}

/// A screen of a stack, or a tab.
public struct Route: Sendable, Hashable, Identifiable {
    /// The key of the screen, or of the tab.
    public let key: String
    /// The name of the screen's type, or of the tab.
    public let name: String
    /// The title of a tab.
    public let title: String?
    /// The badge of a tab.
    public let badge: String?
    /// The picture of a tab, as an `image` element.
    public let image: JSONValue?
    /// The container inside, or `nil` for a screen and for a tab that was never selected.
    public let container: Container?

    /// The key of the route.
    public var id: String { key }
}

/// A container above all others.
public struct Modal: Sendable, Hashable, Identifiable {
    /// The ways to present a modal.
    public enum Presentation: Sendable, Hashable {
        /// A sheet, below which a part of the screen stays visible.
        case sheet
        /// A modal over the whole screen.
        case fullScreen
        /// A screen that only asks a question, by a `confirm` element as its view.
        case alert
        /// A presentation of a later version.
        case other(String)
    }

    /// The key of the modal.
    public let key: String
    /// The way to present it.
    public let presentation: Presentation
    /// Whether the user may swipe it down.
    public let isDismissible: Bool
    /// The name of the transition with which it appeared.
    public let transition: String?
    /// The container inside.
    public let container: Container

    /// The key of the modal.
    public var id: String { key }
}

extension Container {
    init(_ document: JSONValue) throws(MalformedState) {
        key = try document.text("key")
        kind =
            switch try document.text("type") {
            case "stack": .stack
            case "tabs": .tabs
            case let other: .other(other)
            }
        index = document["index"]?.int ?? 0
        transition = document["transition"]?.string
        routes = try document.elements("routes").map { route throws(MalformedState) in try Route(route) }
    }
}

extension Route {
    fileprivate init(_ document: JSONValue) throws(MalformedState) {
        key = try document.text("key")
        name = try document.text("name")
        title = document["title"]?.string
        badge = document["badge"]?.string
        image = document["image"]
        container = try document["state"].map { state throws(MalformedState) in try Container(state) }
    }
}

extension Modal {
    init(_ document: JSONValue) throws(MalformedState) {
        key = try document.text("key")
        presentation =
            switch document["presentation"]?.string {
            case "sheet", nil: .sheet
            case "fullScreen": .fullScreen
            case "alert": .alert
            case let other?: .other(other)
            }
        isDismissible = document["dismissible"]?.bool ?? false
        transition = document["transition"]?.string
        container = try Container(document["state"] ?? .null)
    }
}
