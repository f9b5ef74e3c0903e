import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A gesture")
struct GestureTests {
    @Test("is shown before the server has responded, and the response changes nothing")
    func atOnce() async throws {
        try await withServer { server in
            let session = makeSession(server, "items", transport: FaultyTransport())
            try await session.open()
            try await session.logIn()
            await session.perform(.tab(try await session.tab(1)))
            await session.perform(.tab(try await session.tab(0)))
            await session.perform(.report("itemSelected", 5, on: try await session.front))
            for (tap, stack) in [
                (Tap.back(), ["itemsList"]), (.tab(try await session.tab(1)), ["settings"]),
                (.tab(try await session.tab(0)), ["itemsList"]),
            ] {
                let outcome = await session.submit(tap)
                #expect(await session.display.isPredicted)
                #expect(await session.stack == stack)
                let predicted = try #require(await session.display.state)
                #expect(await outcome.value == .accepted)
                let confirmed = try #require(await session.display.state)
                #expect(await !session.display.isPredicted)
                #expect(predicted.navigation == confirmed.navigation)
                #expect(predicted.screens == confirmed.screens)
                #expect(predicted.gestures == confirmed.gestures)
            }
            await session.perform(.report("createItem", on: try await session.front))
            var dismiss = Tap.dismiss
            dismiss.isConfirmed = true
            let outcome = await session.submit(dismiss)
            #expect(await session.stack == ["itemsList"])
            #expect(await outcome.value == .accepted)
            await session.close()
        }
    }

    @Test("lets the user tap on the screen that it shows, and the tap is sent behind it")
    func ahead() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            await session.perform(.report("kanjiSelected", "弟", on: try await session.front))
            transport.fail(nextPosts: .requestLost, .responseLost)
            let back = await session.submit(.back())
            #expect(await session.stack == ["kanjiList"])
            let search = await session.submit(.report("search", "a", on: try await session.front))
            let select = await session.submit(.report("kanjiSelected", "学", on: try await session.front))
            #expect(await [back.value, search.value, select.value] == [.accepted, .accepted, .accepted])
            #expect(await session.stack == ["kanjiList", "kanjiDetail"])
            #expect(try await session.isInStep())
            await session.close()
        }
    }

    @Test("twice goes back twice")
    func twice() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.open()
            await session.perform(.report("kanjiSelected", "弟", on: try await session.front))
            let detail = try #require(await session.display.state?.front)
            let word = Walker.taps(in: try #require(await session.display.state)).first { $0.screen == detail.key }
            await session.perform(try #require(word))
            try #require(await session.stack.count == 3)
            let outcomes = [await session.submit(.back()), await session.submit(.back())]
            #expect(await session.stack == ["kanjiList"])
            for outcome in outcomes { #expect(await outcome.value == .accepted) }
            #expect(await session.stack == ["kanjiList"])
            #expect(try await session.isInStep())
            await session.close()
        }
    }

    @Test("that the server refuses is taken back")
    func takenBack() async throws {
        try await withServer { server in
            let transport = RefusingTransport()
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            await session.perform(.report("kanjiSelected", "弟", on: try await session.front))
            let outcome = await session.submit(.back())
            #expect(await session.stack == ["kanjiList"])
            guard case .refused = await outcome.value else {
                Issue.record("The gesture was not refused.")
                return
            }
            #expect(await session.stack == ["kanjiList", "kanjiDetail"])
            #expect(await !session.display.isPredicted)
            await session.close()
        }
    }

    @Test("on a screen that another device has left does not leave the one that is in front now")
    func race() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let one = makeSession(server, "kanji", transport: transport)
            try await one.open()
            let other = makeSession(server, "kanji")
            try await other.join(code: try await one.handOff().code)
            await one.perform(.report("kanjiSelected", "弟", on: try await one.front))
            _ = try await other.display { $0.state?.stack.count == 2 }
            transport.leave()
            let back = await one.submit(.back())
            await other.perform(.back())
            await other.perform(.report("kanjiSelected", "学", on: try await other.front))
            transport.comeBack()
            #expect(await back.value == .outdated)
            #expect(await one.display.state == other.display.state)
            #expect(await one.stack == ["kanjiList", "kanjiDetail"])
            await one.close()
            await other.close()
        }
    }
}

/// A transport for a server that refuses to go back.
private struct RefusingTransport: Transport {
    private let transport = URLSessionTransport()

    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        var request = request
        // The server has no screen of this type of path, so it refuses the request as it would any other.
        if request.url.lastPathComponent == "back" { request.body = Data("[1]".utf8) }
        return try await transport.open(request)
    }
}
