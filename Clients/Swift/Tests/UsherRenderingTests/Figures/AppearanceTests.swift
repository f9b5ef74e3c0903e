import Foundation
import Testing

@testable import UsherRendering

@Suite("The appearance")
struct AppearanceTests {
    @Test("has a picture for each symbol of the contract, and a neutral one for any other")
    func symbols() {
        for name in Symbols.names { #expect(Symbols.systemName(of: name) != Symbols.unknown, "\(name)") }
        #expect(Symbols.systemName(of: "home") == "house")
        #expect(Symbols.systemName(of: "unicorn") == Symbols.unknown)
        #expect(Symbols.systemName(of: nil) == Symbols.unknown)
    }

    @Test("loads pictures from the server and over encrypted connections only")
    func pictures() throws {
        let addresses = Addresses(server: try #require(URL(string: "http://shop.example:8080/base")))
        let loaded = { (text: String) in addresses.picture(text)?.absoluteString }
        #expect(loaded("/pictures/milk.svg") == "http://shop.example:8080/pictures/milk.svg")
        #expect(loaded("milk.svg") == "http://shop.example:8080/milk.svg")
        #expect(loaded("https://cdn.example/milk.png") == "https://cdn.example/milk.png")
        #expect(loaded("//cdn.example/milk.png") == nil)
        #expect(loaded("http://cdn.example/milk.png") == nil)
        #expect(loaded("data:image/png;base64,AA") == "data:image/png;base64,AA")
        #expect(loaded("data:text/html,A") == nil)
        #expect(loaded("javascript:alert(1)") == nil)
        #expect(loaded("file:///etc/passwd") == nil)
    }

    @Test("shares a place by its address in the web client")
    func pages() throws {
        let addresses = Addresses(server: try #require(URL(string: "https://shop.example")))
        let page = { (link: String) in addresses.page(of: link)?.absoluteString }
        #expect(page("usher://market/product/milk") == "https://shop.example/market/product/milk")
        #expect(page("usher://kanji/?q=a%20b") == "https://shop.example/kanji/?q=a%20b")
        #expect(page("usher://kanji") == "https://shop.example/kanji/")
        #expect(page("https://other.example/a") == "https://other.example/a")
        #expect(page("mailto:a@b.example") == nil)
    }

    @Test("has a style that grows for each text and heading")
    func styles() {
        #expect(TextStyle.text(.body).size == .body)
        #expect(TextStyle.text(.secondary).isSecondary)
        #expect(TextStyle.text(.code).isMonospaced)
        #expect([1, 2, 3].map { TextStyle.heading($0).size } == [.title2, .title3, .headline])
    }

    @Test("has its own words in three languages, and in English for any other")
    func words() {
        #expect(Words.words(in: "de-AT").back == "Zurück")
        #expect(Words.words(in: "ja").back == "戻る")
        #expect(Words.words(in: "fr").back == "Back")
        #expect(Words.english.results(1) == "1 result")
        #expect(Words.english.failed("Sold out.") == "That didn’t work. Sold out.")
        #expect(Words.german.failed(nil) == "Das hat nicht funktioniert. Es wurde nichts geändert.")
    }
}
