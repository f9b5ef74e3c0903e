import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A tap")
struct TapTests {
    @Test(
        "acts once, with one key for all its tries, also when the network loses and doubles it",
        arguments: [
            [.responseLost, .responseLost, .responseLost], [.requestLost, .responseLost], [.doubled],
            [.responseLost, .requestLost, .responseLost, .doubled],
        ] as [[FaultyTransport.Fault]]
    )
    func once(faults: [FaultyTransport.Fault]) async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            let before = transport.posts.count
            for fault in faults { transport.fail(nextPosts: fault) }
            #expect(await session.perform(.report("search", "a", on: try await session.front)) == .accepted)
            let tries = transport.posts.dropFirst(before)
            // If there are two requests at once, one may be told that the other is still running.
            #expect(tries.count >= faults.filter { $0 != .doubled }.count + 1)
            #expect(Set(tries.map { $0.fields["Idempotency-Key"] }).count == 1)
            #expect(Set(tries.map(\.body)).count == 1)
            #expect(try await session.reported("search") == ["a"])
            #expect(try await session.isInStep())
            await session.close()
        }
    }

    @Test("of a screen has no condition, and a gesture has the screen that the user leaves")
    func conditions() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "items", transport: transport)
            try await session.open()
            try await session.logIn()
            let before = transport.posts.count
            await session.perform(.tab(try await session.tab(1)))
            await session.perform(.tab(try await session.tab(0)))
            await session.perform(.report("itemSelected", 5, on: try await session.front))
            let detail = try await session.front
            await session.perform(.back())
            await session.perform(.link("usher://items/item/5"))
            let conditions = transport.posts.dropFirst(before).map { $0.fields["If-Screen"] }
            #expect(conditions == [nil, nil, nil, detail, nil])
            await session.close()
        }
    }

    @Test("stays behind those before it, also when one is lost")
    func order() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            let list = try await session.front
            transport.fail(nextPosts: .responseLost, .requestLost, .doubled, .responseLost)
            let texts = (1...30).map { JSONValue.string("a\($0)") }
            var outcomes: [Task<Outcome, Never>] = []
            for text in texts { outcomes.append(await session.submit(.report("search", text, on: list))) }
            for outcome in outcomes { #expect(await outcome.value == .accepted) }
            #expect(try await session.reported("search") == texts)
            await session.close()
        }
    }

    @Test("with a secret is sent again with the old token until its response has the new one")
    func secret() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "items", transport: transport)
            try await session.open()
            transport.fail(nextPosts: .responseLost, .responseLost, .doubled)
            try await session.logIn()
            #expect(await session.display.phase == .open)
            #expect(await session.perform(.report("itemSelected", 5, on: try await session.front)) == .accepted)
            await session.close()
        }
    }

    @Test("waits for the effect of the tap before it, and has the messages of its screen as outcome")
    func effects() async throws {
        try await withServer { server in
            let session = makeSession(server, "items")
            try await session.open()
            let login = try await session.front
            let wrong = await session.submit(
                .report("submit", ["login": "demo", "password": "wrong-password"], on: login)
            )
            let right = await session.submit(
                .report("submit", ["login": "demo", "password": "demo-password"], on: login)
            )
            guard case .rejected(let messages) = await wrong.value else {
                Issue.record("The password is wrong.")
                return
            }
            #expect(messages.map(\.level) == [.error])
            #expect(await right.value == .accepted)
            #expect(await session.stack == ["onboarding"])
            await session.close()
        }
    }

    @Test("of a control counts, is ignored or replaces an earlier one, as it says")
    func repetition() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.open()
            let list = try await session.front
            func outcomes(_ repetition: Tap.Repetition) async -> [Outcome] {
                var tasks: [Task<Outcome, Never>] = []
                for text in ["a", "b", "c", "d"] {
                    var tap = Tap.report("search", .string(text), on: list)
                    tap.repetition = repetition
                    tasks.append(await session.submit(tap))
                }
                var outcomes: [Outcome] = []
                for task in tasks { outcomes.append(await task.value) }
                return outcomes
            }
            #expect(await outcomes(.counts) == [.accepted, .accepted, .accepted, .accepted])
            #expect(await outcomes(.isIgnored) == [.accepted, .ignored, .ignored, .ignored])
            let replaced = await outcomes(.replaces)
            #expect(replaced.last == .accepted)
            #expect(replaced.contains(.replaced))
            #expect(try await session.reported("search").last == "d")
            await session.close()
        }
    }

    @Test("on a screen that is gone is outdated, and one that the server refuses has its problem")
    func refused() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.open()
            let list = try await session.front
            await session.perform(.report("kanjiSelected", "弟", on: list))
            let revision = await session.display.state?.revision
            #expect(await session.perform(.report("search", "a", on: list)) == .outdated)
            #expect(await session.perform(.report("search", "a", on: "k99")) == .outdated)
            guard case .refused(let problem) = await session.perform(.link("usher://kanji/none/none")) else {
                Issue.record("The link leads nowhere.")
                return
            }
            #expect(problem.kind == .unknownLink)
            #expect(await session.display.state?.revision == revision)
            await session.close()
        }
    }

    @Test("that discards what was entered needs the consent of the user")
    func unconfirmed() async throws {
        try await withServer { server in
            let session = makeSession(server, "profile")
            try await session.open()
            await session.perform(.report("editProfile", on: try await session.front))
            guard case .unconfirmed(let question) = await session.perform(.back()) else {
                Issue.record("The user was not asked.")
                return
            }
            #expect(question.title == "Discard your changes?")
            #expect(await session.stack == ["userEdit", "profileEdit"])
            var back = Tap.back()
            back.isConfirmed = true
            #expect(await session.perform(back) == .accepted)
            #expect(await session.stack == ["userEdit"])
            await session.close()
        }
    }
}
