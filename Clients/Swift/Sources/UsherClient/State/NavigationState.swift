import Foundation

/// The navigation state of an app: everything that a client draws.
///
/// It is a value. A later one comes whole or by a patch, and shares with the earlier one all parts that have not
/// changed.
///
/// ```swift
/// let screen = state.front                 // the screen in front
/// let item = try state.decode("k6", as: ItemProps.self)
/// state.screens["k6"]?.output("submit")    // nil if it can't be reported now
/// ```
public struct NavigationState: Sendable {
    /// The activities of a session.
    public enum Status: Sendable, Hashable {
        /// The user can act.
        case active
        /// An effect runs. The screen in front reports nothing meanwhile.
        case busy(effect: String)
        /// The last flow has finished, and nothing changes any more.
        case ended
        /// A status of a later version.
        case other(String)
    }

    /// The directions of a text.
    public enum Direction: Sendable, Hashable {
        /// From left to right.
        case leftToRight
        /// From right to left.
        case rightToLeft
    }

    /// The id of the session, which is no credential.
    public internal(set) var id = ""
    /// The name of the application for programs.
    public internal(set) var app = ""
    /// The revision, which only grows.
    ///
    /// Of two states with the same ``id`` the one with the higher revision is newer.
    public internal(set) var revision = 0
    /// The activity of the session.
    public internal(set) var status = Status.active
    /// The keys of the screens in front, with the root first.
    public internal(set) var stack: [String] = []
    /// The key of the screen in front.
    public internal(set) var focus: String?
    /// The container that covers the window.
    public internal(set) var navigation = Container(kind: .stack, key: "", index: 0, routes: [], transition: nil)
    /// The modals above it, with the front one last.
    public internal(set) var modals: [Modal] = []
    /// Every screen on any stack by key, the covered ones, too.
    public internal(set) var screens: [String: Screen] = [:]
    /// The ways back that are possible now.
    public internal(set) var gestures = Gestures(nil)
    /// All members without the token, including members that this version of the library does not know.
    public internal(set) var document: JSONValue

    /// The screen in front.
    public var front: Screen? { focus.flatMap { screens[$0] } }
    /// The name of the application for users.
    public var title: String? { document["appTitle"]?.string }
    /// The link that leads to the place in front.
    public var link: String? { document["link"]?.string }
    /// The language of the texts, as a tag of BCP 47.
    public var language: String? { document["language"]?.string }
    /// The direction of the texts.
    public var direction: Direction { document["direction"]?.string == "rtl" ? .rightToLeft : .leftToRight }
    /// The time at which the session expires unless it changes.
    public var expiresAt: Date? { document["expiresAt"]?.date }
    /// Whether an effect runs.
    public var isBusy: Bool { if case .busy = status { true } else { false } }

    /// The result of an ended session, or `nil` if there is none.
    ///
    /// `usher types` writes its type as `SessionResult`: `try state.result?.decode(as: SessionResult.self)`.
    public var result: JSONValue? { document["result"] }

    /// Decodes the props of a screen.
    ///
    /// - Throws: `DecodingError` if there is no such screen, or its props have another form.
    public func decode<Props: Decodable>(_ key: String, as type: Props.Type = Props.self) throws -> Props {
        guard let props = screens[key]?.props else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "No screen '\(key)' has props.")
            throw DecodingError.valueNotFound(type, context)
        }
        return try props.decode(as: type)
    }
}

extension NavigationState: Hashable {
    /// Returns whether two states have the same members.
    public static func == (one: NavigationState, other: NavigationState) -> Bool { one.document == other.document }

    /// Adds the id and the revision, which tell states apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(revision)
    }
}

extension JSONValue {
    /// The time in a string as RFC 3339 writes it.
    public var date: Date? {
        guard let string else { return nil }
        if let date = try? Date(string, strategy: .iso8601) { return date }
        return try? Date(string, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
