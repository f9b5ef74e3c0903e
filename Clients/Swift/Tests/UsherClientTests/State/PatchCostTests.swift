#if os(Linux)
import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A patched state", .serialized)
struct PatchCostTests {
    @Test("needs a small part of the memory of a whole state, and is read in a small part of its time")
    func cost() async throws {
        // This is a product of the market, the largest screen that is reported to often.
        let whole = try await withServer { server in
            let session = makeSession(server, "market")
            try await session.open(link: "usher://market/product/milk")
            let display = try await session.display { $0.state?.front?.name == "product" }
            await session.close()
            return try #require(display.state)
        }
        let text = whole.document.data
        let key = try #require(whole.focus)
        let patches = (1...2_000).map { number in
            """
            [{"op": "replace", "path": "/revision", "value": \(whole.revision + number)},
             {"op": "replace", "path": "/screens/\(key)/title", "value": "Title \(number)"}]
            """
        }
        let patched = try measured(patches) { patch, last in
            try (last ?? whole).applying(JSONPatch(JSONValue(parsing: patch)))
        }
        let parsed = try measured(Array(repeating: String(decoding: text, as: UTF8.self), count: 400)) { text, _ in
            try NavigationState(JSONValue(parsing: text))
        }
        print(
            """
            A state of \(text.count) bytes: \(parsed.bytes) bytes and \(parsed.microseconds) µs if it is read whole, \
            \(patched.bytes) bytes and \(patched.microseconds) µs by a patch
            """
        )
        #expect(patched.bytes * 4 < parsed.bytes)
        #expect(patched.microseconds * 4 < parsed.microseconds)
    }

    /// Makes states one after another and keeps all of them, and returns what one needs.
    private func measured(
        _ texts: [String],
        _ make: (String, NavigationState?) throws -> NavigationState
    ) throws -> (bytes: Int, microseconds: Int) {
        var states: [NavigationState] = []
        states.reserveCapacity(texts.count)
        let before = try residentBytes()
        let time = try ContinuousClock().measure {
            for text in texts { states.append(try make(text, states.last)) }
        }
        let bytes = try residentBytes() - before
        return try withExtendedLifetime(states) {
            (bytes / texts.count, try #require(Int((time / .microseconds(1)).rounded())) / texts.count)
        }
    }

    private func residentBytes() throws -> Int {
        let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(numbers[1])) * 4_096
    }
}
#endif
