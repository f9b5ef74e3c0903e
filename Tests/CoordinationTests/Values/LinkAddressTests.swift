import CoordinationTesting
import Testing

@testable import Coordination

@Suite("The address of a link")
struct LinkAddressTests {
    @Test("an address is split and percent-decoded")
    func parts() throws {
        let address = try #require(LinkAddress("Usher://Items/item/5%2F6/a%20b?x=1&y=%C3%A4&z&=w&x=2#top?"))
        #expect(address.scheme == "usher")
        #expect(address.host == "items")
        #expect(address.path == ["item", "5/6", "a b"])
        #expect(address.query == ["x": "2", "y": "ä", "z": "", "": "w"])
    }

    @Test(
        "an address may have no path, with or without a slash",
        arguments: ["usher://items", "usher://items/", "usher://items?", "usher://items#a/b"]
    )
    func noPath(text: String) {
        #expect(LinkAddress(text)?.path == [])
    }

    @Test(
        "other texts are rejected",
        arguments: [
            "", ":", "//", "://", "usher", "usher:", "usher:items", "usher:/items", "usher://", "usher:///item",
            "//items/item",
            "usher://items//item", "usher://items/item//", "usher://items/%", "usher://items/%4", "usher://items/%zz",
            "usher://items/%ff", "usher://items/%C3", "usher://items/ä", "usher://items/a b",
            "usher://items/a\r\nb", "usher://items/\u{0}", "usher://items/%00", "usher://items/a%0Ab",
            "usher://items/a" + String(repeating: "%CC%81", count: 31),
            "usher://" + String(repeating: "a", count: 2_041),
        ]
    )
    func rejected(text: String) {
        #expect(LinkAddress(text) == nil)
    }

    @Test(
        "a parameter that can't be decoded is left out, and the link opens without it",
        arguments: [
            "usher://items/item/5?x=50%&y=1", "usher://items/item/5?x=caf%E9&y=1", "usher://items/item/5?y=1&x=%zz",
            "usher://items/item/5?y=1&%=2", "usher://items/item/5?x=%7F&y=1",
            "usher://items/item/5?y=1&a" + String(repeating: "%CC%81", count: 31),
            "usher://items/item/5?y=1&x=" + String(repeating: "%E0%BD%B3", count: 31),
        ]
    )
    func undecodableParameter(text: String) throws {
        let address = try #require(LinkAddress(text))
        #expect(address.path == ["item", "5"])
        #expect(address.query == ["y": "1"])
    }

    @Test("arbitrary text is parsed or rejected")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "usher", ":", "/", "//", "items", "%", "%4", "%41", "?", "#", "&", "=", "a", "\u{301}", "\r\n", " ", "é",
            "\u{0}",
        ]
        for _ in 0..<20_000 {
            var text = Bool.random(using: &generator) ? "usher://" : ""
            for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            if let address = LinkAddress(text) { #expect(!address.host.isEmpty && !address.path.contains("")) }
            let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = LinkAddress(String(decoding: bytes, as: UTF8.self))
        }
    }
}
