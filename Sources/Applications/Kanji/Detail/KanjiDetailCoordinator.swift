import Coordination

/// One kanji with its words, and the kanji of each word.
///
/// It can be run from anywhere: it needs nothing but the kanji, and nothing below it on the stack.
final class KanjiDetailCoordinator: Coordinator {
    struct State: CoordinatorState {
        var kanji: Kanji
        /// Whether the user is offered a way to all kanji, for want of a way back.
        var offersAll = false
    }
    typealias Factory = KanjiStorage

    static let anchor: Anchor<State>? = .restart

    func start() { push(KanjiDetail(kanji: state.kanji, offersAll: state.offersAll)) }

    static let wiring: Wiring<KanjiDetailCoordinator> = [
        .on(KanjiDetail.wordSelected) { try $0.showKanji(of: $1) },
        .shows(KanjiList.self),
    ]

    private func showKanji(of word: String) throws {
        guard state.kanji.examples.contains(where: { $0.word == word }) else {
            throw Refusal("word.unknown", "There is no word '\(word)' with this kanji.")
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
