import Coordination
import Foundation
import Testing

@Suite("Texts with translations")
struct LocalizedTextTests {
    @Test("the key of a text has a placeholder for each value, as in string catalogs of Xcode")
    func keys() {
        let name = "Ada"
        let text: LocalizedText = "100% of \(name) has \(3) seats"
        #expect(text.key == "100%% of %@ has %lld seats")
        #expect(text.description == "100% of Ada has 3 seats")
        #expect(("100%" as LocalizedText).key == "100%")
    }

    @Test("a text without values is stored as a string, as it was before texts were translated")
    func stored() throws {
        let plain: LocalizedText = "Saved."
        #expect(String(decoding: try JSONEncoder().encode([plain]), as: UTF8.self) == #"["Saved."]"#)
        for text in [
            plain, "\(3) seats, \(Price(5, "EUR")), \(Timestamp(milliseconds: 7), style: .date)", "a \(plain)",
        ] {
            let data = try JSONEncoder().encode([text])
            #expect(try JSONDecoder().decode([LocalizedText].self, from: data) == [text])
        }
    }

    @Test("a catalog is rejected with the key at fault")
    func catalogs() {
        func catalog(_ strings: String) throws(StringCatalogError) -> StringCatalog {
            try StringCatalog(xcstrings: Array(#"{"sourceLanguage":"en","strings":\#(strings)}"#.utf8))
        }
        func unit(_ value: String) -> String { #"{"stringUnit":{"state":"translated","value":"\#(value)"}}"# }
        #expect(throws: StringCatalogError.self) { try StringCatalog(xcstrings: Array("[]".utf8)) }
        for (entry, part) in [
            (#"{"a":{"localizations":{"de":{}}}}"#, "neither"),
            (#"{"a %@":{"localizations":{"de":\#(unit("%2$@"))}}}"#, "has not"),
            (#"{"a":{"localizations":{"de":{"variations":{"plural":{"one":\#(unit("x"))}}}}}}"#, "'other'"),
            (#"{"a":{"localizations":{"de":{"variations":{"plural":{"some":\#(unit("x"))}}}}}}"#, "'some'"),
        ] {
            let error = #expect(throws: StringCatalogError.self) { try catalog(entry) }
            #expect(error?.key?.hasPrefix("a") == true)
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
        }
    }

    @Test("a catalog lists its languages and the texts that have no translation")
    func untranslated() throws {
        let json = #"""
            {"sourceLanguage":"en","strings":{"b":{},"a":{"localizations":{"de":{"stringUnit":{"value":"A"}}}}}}
            """#
        let catalog = try StringCatalog(xcstrings: Array(json.utf8))
        #expect(catalog.languages == ["en", "de"])
        #expect(catalog.untranslatedKeys(in: "de") == ["b"])
        #expect(catalog.untranslatedKeys(in: "en") == [])
    }

    @Test("a catalog gets the entries of another one, and keeps its own")
    func merged() throws {
        func catalog(_ key: String, _ language: String, _ text: String) throws -> StringCatalog {
            let unit = #"{"stringUnit":{"value":"\#(text)"}}"#
            let json =
                #"{"sourceLanguage":"en","strings":{"a":{},"\#(key)":{"localizations":{"\#(language)":\#(unit)}}}}"#
            return try StringCatalog(xcstrings: Array(json.utf8))
        }
        let merged = try catalog("b", "ja", "B").merging(try catalog("c", "de", "C")).merging(
            try catalog("b", "de", "other")
        )
        #expect(merged.languages == ["en", "de", "ja"])
        #expect(merged.keys == ["a", "b", "c"])
        #expect(merged.text(of: "b", in: "ja") == "B")
        #expect(merged.text(of: "b", in: "de") == "b")
        #expect(merged.text(of: "c", in: "de") == "C")
        #expect(merged.text(of: "unknown", in: "de") == "unknown")
    }

    @Test("a text is translated while a state is drawn, with the values in the order of the translation")
    func drawn() throws {
        let json = #"""
            {"sourceLanguage":"en","strings":{"%@ of %@":{"localizations":{"ja":{"stringUnit":{"value":"%2$@の%1$@"}}}}}}
            """#
        let japanese = Localization(
            "ja",
            catalog: try StringCatalog(xcstrings: Array(json.utf8)),
            format: PlainTextFormat()
        )
        let (part, whole) = ("A", "B")
        let text: LocalizedText = "\(part) of \(whole)"
        #expect(japanese.draw { String(localized: text) } == "BのA")
        #expect(String(localized: text) == "A of B")
    }
}
