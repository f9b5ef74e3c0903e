public import Coordination

/// The `kanji` application: a list of kanji, the details of each, and the kanji of its example words.
public enum KanjiApplication {
    /// Creates the application.
    ///
    /// - Parameter storage: The kanji to learn.
    /// - Returns: The application `kanji`.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(storage: KanjiStorage = .shipped) throws(ApplicationError) -> Application {
        try Application(
            "kanji",
            title: "Kanji List",
            root: KanjiCoordinator.self,
            factory: storage,
            samples: Samples(
                links: ["", "%E6%B0%B4", "%E5%B1%B1"].map { "usher://kanji/\($0)" },
                wrongLinks: ["%E9%BE%8D", "a/b"].map { "usher://kanji/\($0)" },
                payloads: ["kanjiList.search": ["", "water", "学", "がく", "nothing like it"]]
            )
        )
    }
}
