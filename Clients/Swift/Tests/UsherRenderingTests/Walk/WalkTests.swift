import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@MainActor
@Suite("A shipped application")
struct WalkTests {
    /// Screens that need an authenticator app, which the walk does not have.
    private static let ofAuthenticator: Set = ["confirmPassword", "secondFactor", "secondFactorRecovery"]
    /// Screens that are there only until the first effect is done, before the walk has seen them.
    private static let ofStart: Set = ["authorization"]
    /// Outputs of rows that an account may never have in a walk, such as the list of phones without one.
    private static let ofRows: Set = ["phoneList.phoneSelected"]

    @Test(
        "is drawn on each screen: no element is unknown, each output has a control, each picture has an address"
    )
    func walk() async throws {
        // Each walk waits for its server most of the time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for app in ["kanji", "profile", "items", "market", "shop"] {
                group.addTask { try await walk(app: app) }
            }
            try await group.waitForAll()
        }
    }

    private func walk(app: String) async throws {
        try await withServer { server in
            let request = HTTPRequest(.get, server.appending(path: "v1/apps/\(app)"))
            let response = try await URLSessionTransport().send(request)
            let screens = try JSONValue(parsing: response.body)["screens"]?.array ?? []
            let expected = Set(screens.compactMap { $0["name"]?.string })
                .subtracting(Self.ofAuthenticator).subtracting(Self.ofStart)
            #expect(expected.count > 1)
            let session = Session(
                server: server,
                app: app,
                client: .drawing(platform: "test", locale: "en-US", timeZone: "Europe/Berlin"),
                storage: MemoryStorage()
            )
            var timing = ControlTiming()
            (timing.search, timing.stepper) = (.zero, .zero)
            let model = RenderingModel(session, server: server, user: Locale(identifier: "en_US"), timing: timing)
            let running = Task { await model.run() }
            try await changed(model) { $0.state != nil }
            var walk = RenderedWalk(server: server, model: model)
            let unreachable = { (walk: RenderedWalk) in walk.unreachable.subtracting(Self.ofRows) }
            let isDone = { (walk: RenderedWalk) in unreachable(walk).isEmpty && expected.isSubset(of: walk.drawn) }
            try await walk.walk(until: isDone, steps: 2000)
            #expect(expected.subtracting(walk.drawn) == [], "\(app)")
            #expect(unreachable(walk) == [], "\(app)")
            running.cancel()
            await running.value
        }
    }
}
