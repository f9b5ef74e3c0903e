import Foundation
import Testing
import UsherTestSupport

@Suite("The example for SwiftUI")
struct ExampleTests {
    @Test("has the types of its application as the server writes them")
    func types() throws {
        let types = try Program.output(of: ["types", "kanji", "--language", "swift"])
        let example = Program.root.appending(path: "Examples/swiftui/Screens.swift")
        #expect(try String(contentsOf: example, encoding: .utf8) == types)
    }
}
