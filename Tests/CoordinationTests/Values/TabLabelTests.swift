import JSON
import Testing

@testable import Coordination

@Suite("A tab's label") struct TabLabelTests {
    private func label(_ title: String, symbol: String? = nil, badge: String? = nil) -> TabLabel {
        .label(name: "tab", title: title, symbol: symbol, badge: badge)
    }

    @Test("is one object for all who say the same")
    func one() {
        #expect(label("Home", symbol: "house") === label("Home", symbol: "house"))
        #expect(label("Home") !== label("Home", symbol: "house"))
        #expect(label("Home", badge: "1") != label("Home", badge: "2"))
    }

    @Test("keeps the bytes of its text, whatever else looks the same")
    func bytes() {
        let composed = "Caf\u{E9}"
        let decomposed = "Cafe\u{301}"
        #expect(composed == decomposed)
        #expect(label(composed).title.utf8.elementsEqual(composed.utf8))
        #expect(label(decomposed).title.utf8.elementsEqual(decomposed.utf8))
        #expect(label("a", badge: composed).badge?.utf8.count == 5)
        #expect(label("a", badge: decomposed).badge?.utf8.count == 6)
    }

    @Test(
        "stands in a tab's text as the tab's own encoding has it",
        arguments: [
            (nil, nil), ("house", nil), (nil, "3"), ("house", "\"\\\u{1}é👩‍🚀"),
        ] as [(String?, String?)]
    )
    func text(symbol: String?, badge: String?) throws {
        struct Plain: Encodable {
            let item: Tabs.Item
            func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
        }
        let item = Tabs.Item(
            label("Home \"x\"", symbol: symbol, badge: badge),
            container: .stack(Stack(key: Key(4), screens: [Key(5)])),
            key: Key(4)
        )
        var writer = JSONWriter()
        item.write(to: &writer)
        #expect(try writer.bytes == JSONCoding.encode(Plain(item: item)))
        let read = try JSONCoding.decode(Tabs.Item.self, from: JSONValue(parsing: writer.bytes))
        #expect(read == item)
        #expect(read.label === item.label)
    }
}
