public import Coordination

/// The `kanji` application: a list of kanji, what each means, and the kanji that its words are written with.
public enum KanjiApplication {
    /// Puts the application together.
    ///
    /// - Parameter storage: The kanji to learn.
    /// - Throws: ``ApplicationError`` for mistakes in the wiring.
    public static func make(storage: KanjiStorage = .shipped) throws(ApplicationError) -> Application {
        try Application("kanji", title: "Kanji List", root: KanjiCoordinator.self, factory: storage)
    }
}
