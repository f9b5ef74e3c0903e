import Foundation
import Testing

@Suite("Examples in doc comments")
struct ExampleTests {
    @Test("the examples compile with the modules under test")
    func examples() throws {
        let file = URL(filePath: #filePath)
        let root = (0..<4).reduce(file) { folder, _ in folder.deletingLastPathComponent() }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let checker = Process(), pipe = Pipe()
        checker.executableURL = root.appending(path: "Scripts/lint/examples.py")
        checker.arguments = ["--modules", program.deletingLastPathComponent().appending(path: "Modules").path()]
        checker.currentDirectoryURL = root
        checker.standardOutput = pipe
        checker.standardError = pipe
        try checker.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        checker.waitUntilExit()
        #expect(checker.terminationStatus == 0, "\(output)")
    }
}
