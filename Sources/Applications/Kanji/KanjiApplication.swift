public import Coordination

/// The `kanji` application: a list of kanji, the details of each, and the kanji of its example words.
public enum KanjiApplication {
    /// Creates the application.
    ///
    /// - Parameter storage: The kanji to learn.
    /// - Returns: The application `kanji`.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(storage: KanjiStorage = .shipped) throws(ApplicationError) -> Application {
        try Application("kanji", title: "Kanji List", root: KanjiCoordinator.self, factory: storage)
    }
}
