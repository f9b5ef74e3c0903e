import JSONValues

/// The stored form of a screen, until it is read as the type of its kind.
struct UnreadScreen: Screen {
    static let name = ""
    var kind = ""
    var props = JSONValue.null
}

/// The stored form of an effect, until it is read as the type of its kind.
struct UnreadEffect: Effect {
    static let name = ""
    typealias Value = Nothing
    var kind = ""
    /// The effect; `nil` for one that was lost.
    var value: JSONValue?
}
