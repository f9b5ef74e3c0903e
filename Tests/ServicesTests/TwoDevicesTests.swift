import Coordination
import JSON
import Testing

@testable import Applications
@testable import DemonstrationServices
@testable import Sessions

@Suite("Two sessions of one account")
struct TwoDevicesTests {
    /// Returns a session that shows the list of items.
    private func session(_ server: ItemsServer) async throws -> Session {
        let session = try await server.startSignedIn()
        try await session.report("finish")
        return session
    }

    private func create(_ title: String, in session: Session) async throws {
        if session.stack.last == "itemDetail" { try await session.goBack() }
        try await session.report("createItem")
        // A list that is known to be full says so, and opens no form.
        guard session.stack.last == "itemCreate" else { return #expect(session.messages == ["items.full"]) }
        try await session.report("complete", .object(["title": .string(title)]))
    }

    @Test("two sessions that create items at the limit of their account lose none without a message")
    func limit() async throws {
        let items = try ItemRecords()
        for number in 0..<(ItemsApplication.mostCreated - 2) {
            _ = try items.save(Item(id: number, title: "\(number)"), of: "demo", key: "\(number)")
        }
        let server = try ItemsServer(items: items)
        let (first, second) = (try await session(server), try await session(server))
        for number in 0..<2 {
            try await create("first \(number)", in: first)
            try await create("second \(number)", in: second)
        }
        for session in [first, second] { await session.whenIdle() }
        let saved = try items.items(of: "demo").map(\.title)
        #expect(saved.count == ItemsApplication.mostCreated)
        let titles = (0..<2).flatMap { ["first \($0)", "second \($0)"] }
        let lost = titles.filter { !saved.contains($0) }
        #expect(lost.count == 2)
        // The second session did not know of the items of the first one, so it is told.
        let told = [first, second].flatMap { $0.view.record.state.screens.flatMap(\.messages).map(\.code) }
        #expect(told.contains("items.full"))
        for session in [first, second] {
            let list = session.view.record.state.itemTitles
            #expect(Set(list).count == list.count)
        }
        server.registry.close()
    }

    @Test("items that two sessions create at once are all saved, and none is missing on the list of its session")
    func concurrent() async throws {
        let items = try ItemRecords()
        let server = try ItemsServer(items: items)
        let (first, second) = (try await session(server), try await session(server))
        for number in 0..<5 {
            try await create("first \(number)", in: first)
            #expect(first.view.record.state.itemTitles.contains("first \(number)"))
            try await create("second \(number)", in: second)
            #expect(second.view.record.state.itemTitles.contains("second \(number)"))
        }
        for session in [first, second] { await session.whenIdle() }
        let saved = try items.items(of: "demo")
        #expect(saved.count == 10)
        #expect(Set(saved.map(\.id)).count == 10)
        server.registry.close()
    }
}

extension NavigationState {
    /// The titles on the list of items.
    fileprivate var itemTitles: [String] {
        screens.flatMap { node in
            (node.screen as? ItemsList)?.items.map(\.title) ?? []
        }
    }
}
