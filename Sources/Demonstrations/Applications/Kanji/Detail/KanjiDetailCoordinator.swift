import Coordination

/// The flow of a kanji: its details, and the kanji of each example word.
///
/// It can be run from anywhere, because it needs only the kanji and no screen below it.
final class KanjiDetailCoordinator: Coordinator {
    struct State: CoordinatorState {
        var kanji: Kanji
        /// Whether to offer the list of all kanji, for a detail screen that has no screen below it.
        var offersAll = false
    }
    typealias Factory = KanjiStorage

    func start() { push(KanjiDetail(kanji: state.kanji, offersAll: state.offersAll)) }

    static let wiring: Wiring<KanjiDetailCoordinator> = [
        .anchor(.restart),
        .on(KanjiDetail.wordSelected) { try $0.showKanji(of: $1) },
        .shows(KanjiList.self),
    ]

    private func showKanji(of word: String) throws {
        guard state.kanji.examples.contains(where: { $0.word == word }) else {
            throw Rejection("word.unknown", "There is no word '\(word)' with this kanji.")
        }
        push(
            KanjiList(
                title: word,
                kanji: factory.kanji(of: word).map(\.summary),
                isSelectable: false
            )
        )
    }
}
