import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@Suite("The contract")
struct ContractTests {
    @Test("has no kind of element and no value of a member that the library does not know")
    func description() async throws {
        let response = try await withServer { server in
            try await URLSessionTransport().send(HTTPRequest(.get, server.appending(path: "openapi.json")))
        }
        let components = try #require(try JSONValue(parsing: response.body)["components"]?["schemas"])
        let kinds = (components["Element"]?["oneOf"]?.array ?? []).compactMap { reference -> String? in
            let name = reference["$ref"]?.string?.split(separator: "/").last.map(String.init) ?? ""
            return components[name]?["properties"]?["kind"]?["const"]?.string
        }
        #expect(Set(kinds) == Set(Element.kinds))
        let known: [(component: String, member: String, isKnown: (String) -> Bool)] = [
            ("ButtonElement", "role", { ButtonElement.Role(rawValue: $0) != nil }),
            ("ButtonElement", "placement", { ButtonElement.Placement(rawValue: $0) != nil }),
            ("TextElement", "style", { TextElement.Style(rawValue: $0) != nil }),
            ("ListElement", "style", { ListElement.Style(rawValue: $0) != nil }),
            ("Row", "accessory", { Row.Accessory(rawValue: $0) != nil }),
            ("Field", "input", { Field.Input(rawValue: $0) != nil }),
            ("TimelineStep", "status", { TimelineStep.Status(rawValue: $0) != nil }),
        ]
        for (component, member, isKnown) in known {
            let values = components[component]?["properties"]?[member]?["enum"]?.array?.compactMap(\.string) ?? []
            #expect(!values.isEmpty, "\(component).\(member)")
            // The library lists its elements without `file`, so the server sends it the fallback of a form with files.
            for value in values where value != "file" { #expect(isKnown(value), "\(component).\(member): \(value)") }
        }
    }

    @Test("names no symbol without a picture")
    func symbols() throws {
        let page = try String(contentsOf: Program.root.appending(path: "Documentation/state-api.md"), encoding: .utf8)
        let paragraph = try #require(page.components(separatedBy: "\n\n").first { $0.hasPrefix("**Symbols.**") })
        let names = paragraph.matches(of: /`([a-z]+)`/).map { String($0.1) }
        #expect(names == Symbols.names)
    }
}
