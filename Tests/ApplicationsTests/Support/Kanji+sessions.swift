import CoordinationTesting

@testable import Applications

extension TestSession {
    /// Returns a session of `kanji`.
    static func kanji(link: String? = nil, storage: KanjiStorage = .shipped) throws -> TestSession {
        try TestSession(KanjiApplication.make(storage: storage), link: link)
    }

    /// The characters on the topmost list.
    var characters: [String] { screen(KanjiList.self)?.kanji.map(\.character) ?? [] }
}
