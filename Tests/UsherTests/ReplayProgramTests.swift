import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The command that replays a history", .serialized)
struct ReplayProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func serve() async throws -> (program: Program, port: Int) {
        let program = try Program.start(["serve", "--dev", "--port", "0"])
        return (program, try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) }))
    }

    @Test(
        "a session of an application without accounts is the same again from its start",
        arguments: ["kanji", "profile"]
    )
    func fromStart(application: String) async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let client = try AppClient(port: port, starting: ["app": .string(application)])
        var user = RandomUser(seed: 3)
        for _ in 0..<40 {
            let action = try user.next(on: client.state) { "000000" }
            _ = try client.send("POST", action.path, action.body)
            try client.read()
        }
        let text = try client.send("GET", "/history?limit=100").text
        let result = try Program.start(["replay", try write(text, to: "history.json")]).end()
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "The revisions 1 to \(client.revision) are the same.\n")
    }

    @Test("a session is the same again from a snapshot, with the recorded outcomes of its effects")
    func fromSnapshot() async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let client = try AppClient(port: port)
        try client.signIn()
        try client.report("finish")
        try client.wait { $0.props["isLoading"] == false }
        try client.report("itemSelected", 3)
        try client.back()
        let history = try client.send("GET", "/history?limit=100")
        let path = try write(history.text, to: "history.json")
        let first = try #require(history.history["entries"]?.arrayValue?.last?["revision"]?.integerValue)
        let snapshot = try write(try client.send("GET", "/revisions/\(first)/snapshot").text, to: "snapshot.json")
        let result = try Program.start(["replay", path, "--snapshot", snapshot]).end()
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "The revisions \(first) to \(client.revision) are the same.\n")
        // The history begins with the sign-in, which its beginning does not contain.
        let without = try Program.start(["replay", path]).end()
        #expect(without.status == 2)
        #expect(without.output.contains("--snapshot"), "\(without.output)")
    }

    @Test("a walk through an application with accounts is the same again", arguments: ["market", "shop"])
    func walk(application: String) async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let client = try AppClient(port: port, starting: ["app": .string(application)])
        var user = RandomUser(seed: 5)
        var screens: Set<String> = []
        for _ in 0..<80 {
            let action = try user.next(on: client.state) { "000000" }
            _ = try client.send("POST", action.path, action.body)
            try client.read()
            screens.insert(client.focused["name"]?.stringValue ?? "none")
        }
        #expect(screens.count > 4, "\(screens)")
        let history = try client.send("GET", "/history?limit=100")
        let revisions = (history.history["entries"]?.arrayValue ?? []).compactMap { $0["revision"]?.integerValue }
        let (newest, oldest) = (try #require(revisions.first), try #require(revisions.last))
        #expect(newest - oldest > 15)
        // The history may begin with a change of the user that has begun before the history does.
        let snapshot = try write(try client.send("GET", "/revisions/\(oldest)/snapshot").text, to: "snapshot.json")
        let path = try write(history.text, to: "history.json")
        let result = try Program.start(["replay", path, "--snapshot", snapshot]).end()
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "The revisions \(oldest) to \(newest) are the same.\n")
    }

    @Test("a difference is named by its revision, its place and both values")
    func difference() async throws {
        let (program, port) = try await serve()
        defer { program.stop() }
        let client = try AppClient(port: port, starting: ["app": "kanji"])
        let text = try client.send("GET", "/history").text
        let title = try #require(client.focused["title"]?.stringValue)
        let changed = text.replacing("\"title\":\"\(title)\"", with: "\"title\":\"Canary\"")
        #expect(changed != text)
        let result = try Program.start(["replay", try write(changed, to: "changed.json")]).end()
        #expect(result.status == 1)
        #expect(result.output.contains("Revision 1 differs at '/screens/\(client.focus)/title':"), "\(result.output)")
        #expect(result.output.contains("recorded  \"Canary\"") && result.output.contains("replayed  \"\(title)\""))
    }

    @Test(
        "a file that is no history is an error in one line",
        arguments: ["", "{}", #"{"id":"a","app":"none","entries":[]}"#, #"{"id":"a","app":"kanji","entries":[]}"#]
    )
    func unusable(content: String) throws {
        let result = try Program.start(["replay", try write(content, to: "history.json")]).end()
        #expect(result.status == 2)
        #expect(result.output.hasPrefix("usher: ") && result.output.split(separator: "\n").count == 1)
    }

    @Test("a missing file is an error in one line")
    func missing() throws {
        let result = try Program.start(["replay", folder.path + "/none.json"]).end()
        #expect(result.status == 2)
        #expect(result.output == "usher: The file \(folder.path)/none.json can't be read.\n")
    }
}
