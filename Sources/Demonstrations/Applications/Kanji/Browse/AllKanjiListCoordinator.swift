import Coordination

/// The flow of the list of all kanji: searches the list and runs the detail flow of a kanji.
final class AllKanjiListCoordinator: Coordinator {
    typealias Factory = KanjiStorage

    func start() {
        push(
            KanjiList(
                title: "Kanji list",
                kanji: factory.all.map(\.summary),
                isSelectable: true,
                // An empty list has no search.
                query: factory.all.isEmpty ? nil : ""
            )
        )
    }

    static let wiring: Wiring<AllKanjiListCoordinator> = [
        .anchor(.restart),
        .on(KanjiList.kanjiSelected) { $0.runDetailFlow(try $0.factory.kanji($1)) },
        .on(KanjiList.search) { $0.search($1) },
        .runs(KanjiDetailCoordinator.self),
    ]

    private func runDetailFlow(_ kanji: Kanji) {
        run(KanjiDetailCoordinator.self, with: .init(kanji: kanji))
    }

    private func search(_ query: String) {
        let query = query.searchText
        update { (screen: inout KanjiList) in
            screen.query = query
            screen.kanji = factory.kanji(matching: query).map(\.summary)
        }
    }
}
