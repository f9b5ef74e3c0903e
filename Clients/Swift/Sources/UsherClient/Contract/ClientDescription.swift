import Foundation

/// A description of the app and its device, which a new session is made for.
///
/// ```swift
/// ClientDescription(platform: "ios", version: "2.1", screens: ["seatPlan": 3])
/// ```
public struct ClientDescription: Sendable, Hashable {
    /// The platform, such as `ios`.
    public var platform: String?
    /// The version of the app.
    public var version: String?
    /// The language and region of the user, as a tag of BCP 47.
    public var locale: String?
    /// The time zone, as a name of the IANA database.
    public var timeZone: String?
    /// Whether states have views.
    ///
    /// `false` is for an app with views of its own for all screens.
    public var view: Bool?
    /// The screens for which the app has a view of its own, with the version of each.
    public var screens: [String: Int]?
    /// The kinds of elements that the app draws.
    public var elements: [String]?
    /// Whether elements have fallbacks.
    ///
    /// `false` is for an app that draws all kinds of the contract.
    public var fallbacks: Bool?

    /// Creates a description in the language and the time zone of the device.
    public init(
        platform: String? = nil,
        version: String? = nil,
        locale: String? = Locale.preferredLanguages.first,
        timeZone: String? = TimeZone.current.identifier,
        view: Bool? = nil,
        screens: [String: Int]? = nil,
        elements: [String]? = nil,
        fallbacks: Bool? = nil
    ) {
        self.platform = platform
        self.version = version
        self.locale = locale
        self.timeZone = timeZone
        self.view = view
        self.screens = screens
        self.elements = elements
        self.fallbacks = fallbacks
    }

    var document: JSONValue {
        var members: [String: JSONValue] = [:]
        members["platform"] = platform.map(JSONValue.string)
        members["version"] = version.map(JSONValue.string)
        members["locale"] = locale.map(JSONValue.string)
        members["timeZone"] = timeZone.map(JSONValue.string)
        members["view"] = view.map(JSONValue.bool)
        members["screens"] = screens.map { .object($0.mapValues(JSONValue.integer)) }
        members["elements"] = elements.map { .array($0.map(JSONValue.string)) }
        members["fallbacks"] = fallbacks.map(JSONValue.bool)
        return .object(members)
    }
}
