import Coordination

/// The root of the `kanji` application: shows the list, or the single kanji of a deep link.
final class KanjiCoordinator: ApplicationCoordinator {
    typealias Factory = KanjiStorage

    func start() { runListFlow() }

    static let wiring: Wiring<KanjiCoordinator> = [
        .anchor(.restart),
        .on(KanjiDetail.seeAll) { $0.runListFlow() },
        .runs(AllKanjiListCoordinator.self),
        .runs(KanjiDetailCoordinator.self),
        // The lists of the kanji of a word have no link.
        .link(to: KanjiList.self) { $0.isSelectable ? .list : nil },
        .link(to: KanjiDetail.self) { .kanji($0.kanji.character) },
        .link(of: KanjiList.kanjiSelected) { .kanji($0) },
        .link(of: KanjiDetail.seeAll) { .list },
    ]

    func open(_ link: KanjiLink) throws {
        switch link {
        case .list: showList()
        case .kanji(let character): runDetailFlow(try factory.kanji(character))
        }
    }

    private func showList() {
        guard let list = child(AllKanjiListCoordinator.self) else { return runListFlow() }
        list.popToRoot()
    }

    private func runListFlow() {
        run(AllKanjiListCoordinator.self, in: .root(transition: .fade))
    }

    private func runDetailFlow(_ kanji: Kanji) {
        run(KanjiDetailCoordinator.self, with: .init(kanji: kanji, offersAll: true), in: .root(transition: .fade))
    }
}
