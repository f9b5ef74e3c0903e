import CoordinationTesting
import Foundation
import Testing

@testable import Applications

@Suite("The exploration of the applications")
struct ExplorationTests {
    /// Without optimization, the larger applications take minutes.
    ///
    /// `make check` explores them all.
    @Test(
        "an application has no mistakes, and the drawing on its page shows its transitions",
        .timeLimit(.minutes(10)),
        arguments: ["Kanji", "Profile"]
    )
    func clean(folder: String) throws {
        let report = Explorer(try application(folder)).explore()
        #expect(report.findings == [], "\(report)")
        #expect(report.isComplete)
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Demonstrations/Applications/\(folder)/README.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("```mermaid\n\(report.map.mermaid)```\n"), "Update the drawings with: make generate")
    }

    private func application(_ folder: String) throws -> Application {
        switch folder {
        case "Kanji": try KanjiApplication.make()
        default: try ProfileApplication.make()
        }
    }
}
