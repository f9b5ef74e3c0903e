import Coordination

/// The details of a kanji: the character, its meanings, and example words.
struct KanjiDetail: Screen {
    static let name = "kanjiDetail"
    static let wordSelected = Output<KanjiDetail, String>("wordSelected")
    static let seeAll = Output<KanjiDetail, Nothing>("seeAll")

    var kanji: Kanji
    var offersAll: Bool

    static let title = "Kanji details"

    var disabledOutputs: [any ScreenOutput] { offersAll ? [] : [Self.seeAll] }

    var view: ScreenView {
        if offersAll { Button("All kanji", Self.seeAll, placement: .trailing, symbol: "list") }
        Hero(
            kanji.meanings.joined(separator: ", "),
            picture: .characters(kanji.character, alternative: kanji.character).language("ja")
        )
        List(style: .grouped, sections: [Section("Words", rows: kanji.examples.map(row))])
    }

    private func row(_ example: WordExample) -> Row {
        Row(
            example.word,
            subtitle: "\(example.reading) · \(example.meanings.joined(separator: ", "))",
            accessory: .disclosure
        )
        .language("ja")
        .reports(Self.wordSelected, example.word)
    }
}
