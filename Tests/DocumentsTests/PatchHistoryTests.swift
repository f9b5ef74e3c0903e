import JSON
import Testing

@testable import Documents

@Suite("The patches that a session keeps")
struct PatchHistoryTests {
    private func patch(_ operations: [(PatchOperation.Kind, String, String)]) -> PatchText {
        var writer = PatchWriter()
        for (kind, path, value) in operations {
            if kind == .remove {
                writer.remove { $0.piece(path) }
            } else {
                writer.put(kind, at: { $0.piece(path) }, value: { $0.string(value) })
            }
        }
        return writer.finish()
    }

    @Test("lead from the latest 32 revisions to the newest, and from none before")
    func revisions() {
        var history = PatchHistory(at: 1)
        for revision in 2...50 {
            history.advance(by: patch([(.replace, "/props/count", "\(revision)")]), to: UInt64(revision))
        }
        let newest = #"[{"op":"replace","path":"/props/count","value":"50"}]"#
        for base in UInt64(18)...49 {
            #expect(history.patch(from: base, to: 50).map { String(decoding: $0, as: UTF8.self) } == newest)
        }
        #expect(history.patch(from: 17, to: 50) == nil && history.patch(from: 16, to: 40) == nil)
        #expect(history.patch(from: 50, to: 50) == Array("[]".utf8))
        #expect(history.patch(from: 40, to: 51) == nil && history.patch(from: 51, to: 50) == nil)
    }

    @Test("take at most 64 KiB, and the oldest give way")
    func bytes() {
        var history = PatchHistory(at: 1)
        let text = String(repeating: "x", count: 10_000)
        for revision in UInt64(2)...21 { history.advance(by: patch([(.add, "/props/text", text)]), to: revision) }
        #expect(history.bytes <= PatchHistory.byteLimit && history.bytes > PatchHistory.byteLimit - 11_000)
        #expect(history.patch(from: 15, to: 21) != nil && history.patch(from: 14, to: 21) == nil)
        // One that is larger than the limit is not kept.
        history.advance(by: patch([(.add, "/props/text", String(repeating: "x", count: 70_000))]), to: 22)
        #expect(history.bytes == 0 && history.patch(from: 21, to: 22) == nil)
        history.advance(by: patch([(.add, "/props/text", "")]), to: 23)
        #expect(history.patch(from: 22, to: 23) != nil)
    }

    @Test("lead to no revision that was passed over, whose document was never made")
    func passedOver() {
        var history = PatchHistory(at: 1)
        history.advance(by: patch([(.replace, "/focus", "k3")]), to: 3)
        #expect(history.patch(from: 1, to: 2) == nil && history.patch(from: 1, to: 3) != nil)
        history.advance(by: patch([(.replace, "/focus", "k6")]), to: 6)
        #expect(history.patch(from: 1, to: 5) == nil && history.patch(from: 3, to: 5) == nil)
        #expect(history.patch(from: 1, to: 3) != nil && history.patch(from: 1, to: 6) != nil)
    }

    @Test("over several revisions have neither what was replaced later nor what came and went")
    func condensed() throws {
        var history = PatchHistory(at: 1)
        history.advance(by: patch([(.add, "/screens/k5", "new"), (.replace, "/focus", "k5")]), to: 2)
        history.advance(by: patch([(.replace, "/screens/k1/title", "a"), (.replace, "/stack", "s")]), to: 3)
        history.advance(by: patch([(.remove, "/screens/k5", ""), (.replace, "/focus", "k1")]), to: 4)
        history.advance(by: patch([(.remove, "/screens/k1", "")]), to: 5)
        history.advance(by: patch([(.add, "/screens/k1", "again")]), to: 6)
        let patch = try #require(history.patch(from: 1, to: 6))
        let start: JSONValue = ["focus": "k1", "stack": "", "screens": ["k1": ["title": "b"]]]
        let end: JSONValue = ["focus": "k1", "stack": "s", "screens": ["k1": "again"]]
        let operations = try JSONValue(parsing: patch)
        #expect(try JSONPatch(operations.arrayValue ?? []).applied(to: start) == end)
        let paths = (operations.arrayValue ?? []).compactMap { $0["path"]?.stringValue }
        #expect(paths == ["/stack", "/focus", "/screens/k1"])
    }
}
