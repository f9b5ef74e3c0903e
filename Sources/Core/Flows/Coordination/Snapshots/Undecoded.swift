import JSONValues

/// A placeholder with the JSON of a stored screen, until it is decoded as its own type.
struct UndecodedScreen: Screen {
    static let name = ""
    var kind = ""
    var props = JSONValue.null
}

/// A placeholder with the JSON of a stored effect, until it is decoded as its own type.
struct UndecodedEffect: Effect {
    static let name = ""
    typealias Value = Nothing
    var kind = ""
    /// The effect's JSON, or `nil` for an effect that was lost.
    var value: JSONValue?
}
