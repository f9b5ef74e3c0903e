import Coordination

/// A list of kanji: all of them, or the kanji of a word.
///
/// The flow that shows the list sets its title, and whether its rows can be selected and searched.
struct KanjiList: Screen {
    static let name = "kanjiList"
    static let kanjiSelected = Output<KanjiList, String>("kanjiSelected")
    static let search = Output<KanjiList, String>("search")

    var title: String
    var kanji: [KanjiSummary]
    var isSelectable: Bool
    /// The search text, or `nil` for a list without a search.
    var query: String?

    var disabledOutputs: [any ScreenOutput] {
        (isSelectable ? [] : [Self.kanjiSelected]) + (query == nil ? [Self.search] : [])
    }

    var view: ScreenView {
        if let query { Search("Character, meaning, or word", Self.search, value: query) }
        Grid(kanji, empty: empty) { kanji in
            let card = Card(
                kanji.meanings.joined(separator: ", "),
                picture: .characters(kanji.character, alternative: kanji.character).language("ja")
            )
            return isSelectable ? card.reports(Self.kanjiSelected, kanji.character) : card
        }
    }

    private var empty: Empty {
        guard let query, !query.isEmpty else {
            return Empty("No kanji", text: "There is nothing to learn here yet.", symbol: "list")
        }
        return Empty(
            "No results",
            text: "No kanji match “\(query)”.",
            symbol: "search",
            action: Button("Show all kanji", Self.search, "")
        )
    }
}
