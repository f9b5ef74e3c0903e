import JSON
import Testing

@Suite("Visible text")
struct VisibleTextTests {
    @Test(
        "blank, zero-width and filler characters and marks without a base are not visible",
        arguments: [
            "", " ", "\t\n\r", "\u{A0}\u{2003}\u{3000}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "\u{AD}", "\u{0}",
            "\u{3164}\u{115F}\u{FFA0}", "\u{2800}", "\u{301}\u{308}", "\u{FE0F}", "\u{E0041}", "\u{2028}\u{2029}",
            "\u{E000}",
        ]
    )
    func invisible(text: String) {
        #expect(!text.hasVisibleText)
    }

    @Test(
        "letters, digits, symbols and emoji are visible, also among invisible characters",
        arguments: ["a", "0", "-", " a ", "\u{200B}я\u{200B}", "漢", "👩‍👩‍👧", "e\u{301}", "$", "⠁", "한"]
    )
    func visible(text: String) {
        #expect(text.hasVisibleText)
    }
}
