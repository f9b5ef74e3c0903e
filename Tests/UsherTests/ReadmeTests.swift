import Coordination
import CoordinationTesting
import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The code in the README's fenced blocks of a language, in order.
    private static func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test("The walk with curl, run twice as printed, shows the screens that the README names")
    func walk() async throws {
        let walk = try #require(try Self.blocks("bash").first)
        let expected = walk.split(separator: "\n").compactMap { line -> String? in
            line.firstRange(of: "# [").map { String(line[line.index($0.lowerBound, offsetBy: 2)...]) }
        }
        #expect(expected.count == 15)
        let program = try Program.start(["serve", "--dev", "--port", "0"])
        defer { program.stop() }
        let address = try await program.address()
        let script = walk.replacing("http://localhost:8080", with: address)
        for _ in 1...2 {
            let (output, status) = try Program.run("/bin/bash", ["-euo", "pipefail", "-c", script])
            #expect(status == 0)
            #expect(output.split(separator: "\n").map(String.init) == expected)
        }
    }

    @Test("The application in the README is the one that the tests compile")
    func application() throws {
        let printed = try #require(try Self.blocks("swift").first)
        let compiled = try String(
            contentsOf: Self.root.appending(path: "Tests/UsherTests/ReadmeApplication.swift"),
            encoding: .utf8
        )
        #expect(compiled == printed + "\n")
    }

    @Test("The application in the README works as described")
    func applicationWorks() throws {
        let application = try UserEditApplication.make()
        let context = StepContext(now: Timestamp(milliseconds: 0), session: "s")
        var state = try application.start(at: context).state
        func report(_ name: String, _ payload: JSONValue? = nil) throws {
            let key = try #require(state.stack.last)
            state = try application.apply(.output(name, screen: key, payload: payload), to: state, at: context).state
        }
        try report("selectCity")
        #expect(state.stack.compactMap { state.screens[$0]?.name } == ["userEdit", "cities"])
        try report("citySelected", ["name": "Tokyo"])
        #expect(state.stack.compactMap { state.screens[$0]?.name } == ["userEdit"])
        #expect((state.focus?.screen as? UserEdit)?.user.city == City(name: "Tokyo"))
    }
}
