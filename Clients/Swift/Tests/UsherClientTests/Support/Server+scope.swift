import Foundation
import Testing

@testable import UsherClient

extension MemoryStorage {
    /// Everything that is stored, as one text.
    var text: String {
        ["credential", "state", "taps", "drafts"].compactMap { data(for: $0) }.map {
            String(decoding: $0, as: UTF8.self)
        }
        .joined(separator: "\n")
    }
}

/// A session that a test opens, with times that are short enough to wait for.
func makeSession(
    _ server: URL,
    _ app: String?,
    storage: any SecureStorage = MemoryStorage(),
    transport: any Transport = URLSessionTransport()
) -> Session {
    Session(server: server, app: app, storage: storage, transport: transport, timing: .quick)
}

extension Timing {
    /// The pauses of a test.
    static var quick: Timing {
        var timing = Timing()
        timing.pauses = [
            .milliseconds(10), .milliseconds(20), .milliseconds(40), .milliseconds(80), .milliseconds(160),
        ]
        timing.longPause = .milliseconds(200)
        timing.storing = .milliseconds(50)
        return timing
    }
}

extension Session {
    /// The key of the screen in front.
    var front: String {
        get throws { try #require(shown?.focus) }
    }

    /// Logs in to the items, and opens their tabs.
    func logIn() async throws {
        var login = Tap.report("submit", ["login": "demo", "password": "demo-password"], on: try front)
        login.isSecret = true
        #expect(await perform(login) == .accepted)
        #expect(await perform(.report("finish", on: try front)) == .accepted)
        #expect(stack == ["itemsList"])
    }

    /// The key of a tab by its position.
    func tab(_ index: Int) throws -> String { try #require(shown).navigation.tabs[index].key }

    /// Whether the client has the state of the server, apart from changes that are on their way.
    func isInStep() async throws -> Bool {
        let whole = try await readWholeState()
        return try await display { $0.state?.revision ?? 0 >= whole.revision }.state == whole
    }

    /// The transitions of the session after a revision, the oldest first.
    func history(after revision: Int = 0) async throws -> [JSONValue] {
        var entries: [JSONValue] = []
        var query = "limit=100"
        while true {
            let path = "\(Calls.path(of: try #require(confirmed?.id)))/history?\(query)"
            let page = try #require(try await send(calls.read(path), persists: true).content?["entries"]?.array)
            entries += page
            guard let last = page.last?["revision"]?.int, last > revision + 1 else { break }
            query = "limit=100&before=\(last)"
        }
        return entries.reversed().filter { $0["revision"]?.int ?? 0 > revision }
    }

    /// The payloads with which an output was reported, in their order.
    func reported(_ output: String) async throws -> [JSONValue] {
        try await history().compactMap {
            $0["event"]?["name"]?.string == output ? $0["event"]?["payload"] ?? .null : nil
        }
    }

    /// Waits for the first display that fulfills a condition.
    func display(where condition: @Sendable (Display) -> Bool) async throws -> Display {
        for await display in displays() where condition(display) { return display }
        throw CancellationError()
    }

    /// The names of the screens in front.
    var stack: [String] {
        guard let state = shown else { return [] }
        return state.stack.compactMap { state.screens[$0]?.name }
    }
}
