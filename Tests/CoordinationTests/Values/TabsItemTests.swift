import JSON
import Testing

@testable import Coordination

@Suite("A tab") struct TabsItemTests {
    private func item(_ title: LocalizedText, symbol: String? = nil, badge: String? = nil) -> Tabs.Item {
        Tabs.Item(
            name: "tab",
            title: title,
            symbol: symbol,
            badge: badge,
            container: .stack(Stack(key: Key(4), screens: [Key(5)])),
            key: Key(4)
        )
    }

    @Test("tabs are equal when their labels and contents are")
    func equality() {
        #expect(item("Home", symbol: "house") == item("Home", symbol: "house"))
        #expect(item("Home") != item("Home", symbol: "house"))
        #expect(item("Home", badge: "1") != item("Home", badge: "2"))
    }

    @Test(
        "a tab is decoded as it was encoded, byte for byte",
        arguments: [
            (nil, nil), ("house", nil), (nil, "3"), ("house", "\"\\\u{1}é👩‍🚀"), (nil, "Caf\u{E9}"), (nil, "Cafe\u{301}"),
        ] as [(String?, String?)]
    )
    func text(symbol: String?, badge: String?) throws {
        let item = item("Home \"x\"", symbol: symbol, badge: badge)
        var writer = SnapshotWriter()
        try item.write(to: &writer)
        let bytes = writer.text.finish()
        let read = try Tabs.Item(stored: JSONValue(parsing: bytes))
        #expect(read == item)
        var again = SnapshotWriter()
        try read.write(to: &again)
        #expect(again.text.finish() == bytes)
        #expect(bytes.starts(with: Array(#"{"name":"tab","title":"Home \"x\"""#.utf8)))
    }
}
