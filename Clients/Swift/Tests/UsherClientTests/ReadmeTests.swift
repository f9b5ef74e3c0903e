import Foundation
import Testing
import UsherTestSupport

@Suite("The README")
struct ReadmeTests {
    @Test("has an example that works")
    func example() async throws {
        let folder = URL(filePath: #filePath).appending(path: "..").standardized
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        let code = try String(contentsOf: folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(code)```\n"))
        let title = try await withServer { server in try await firstTap(server: server) }
        #expect(title == "Kanji details")
    }
}
