/// Stands for a screen while what was written down of it has not been read.
struct UnreadScreen: Screen {
    static let name = ""
}

/// Stands for an effect while what was written down of it has not been read.
struct UnreadEffect: Effect {
    static let name = ""
    typealias Value = Nothing
}
