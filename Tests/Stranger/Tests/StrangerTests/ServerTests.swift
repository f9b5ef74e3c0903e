import Coordination
import Foundation
import FoundationNetworking
import HTTPCore
import Sessions
import SessionsTesting
import Stranger
import Testing
import UsherServer

struct Hello: Screen {
    static let name = "hello"
    static let wave = Output<Hello, Nothing>("wave")
    static let remind = Output<Hello, Nothing>("remind")

    var waves = 0
    var view: ScreenView { Heading("Hello") }
}

struct Wave: Effect {
    static let name = "wave"
    typealias Value = Int
}

final class HelloCoordinator: ApplicationCoordinator {
    func start() { push(Hello()) }

    static let wiring: Wiring<HelloCoordinator> = [
        .on(Hello.wave) { $0.perform(Wave()) },
        .on(Wave.self) { coordinator, waves in coordinator.update { (screen: inout Hello) in screen.waves += waves } },
        .on(Hello.remind) { $0.startTimer("reminder", after: .seconds(60)) },
        .on(timer: "reminder") { $0.update { (screen: inout Hello) in screen.waves += 100 } },
    ]
}

@Suite("A server of another package")
struct ServerTests {
    @Test("the server runs an application and a handler over HTTP, with sessions in a store of the package")
    func serves() async throws {
        let store = try DictionaryStore()
        let clock = ManualClock()
        var effects = EffectHandlers()
        effects.on(Wave.self) { _, _ in 7 }
        var settings = UsherServer.Settings()
        settings.http.port = 0
        let server = try UsherServer(
            applications: [
                Application("hello", title: "Hello", root: HelloCoordinator.self, state: .init(), factory: ())
            ],
            effects: effects,
            store: store,
            clock: clock,
            settings: settings
        ) { routes, _ in
            routes.add(.get, "/greeting", Greeting())
        }
        try await server.start()
        let address = server.address
        do {
            let (greeting, _) = try await send("GET", "\(address)/greeting")
            #expect(greeting == "Hello from another package")

            let started = try Started(try await send("POST", "\(address)/v1/sessions").text)
            #expect(try await store.count() == 1)
            let session = "\(address)/v1/sessions/\(started.id)"
            let outputs = "\(session)/screens/\(started.focus)/outputs"
            let (waved, _) = try await send("POST", "\(outputs)/wave", token: started.token)
            #expect(waved.contains(#""waves":7"#), "\(waved)")

            // A timer that is due as soon as the clock is advanced. The waiting client gets its step.
            let (_, revision) = try await send("POST", "\(outputs)/remind", token: started.token)
            clock.advance(by: .seconds(60))
            let (reminded, _) = try await send("GET", session, token: started.token, unless: revision)
            #expect(reminded.contains(#""waves":107"#), "\(reminded)")
        } catch {
            Issue.record(error)
        }
        await server.stop()
    }

    /// The members of a new session that the client needs.
    private struct Started: Decodable {
        let id: String
        let token: String
        let focus: String

        init(_ text: String) throws {
            self = try JSONDecoder().decode(Started.self, from: Data(text.utf8))
        }
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - address: The whole address, with the scheme and the port.
    ///   - token: The secret of a session, sent as a bearer token.
    ///   - revision: An entity tag. The response is delayed until the state has another one.
    /// - Returns: The body and the entity tag of the response, for any status.
    /// - Throws: `URLError` if there is no response, or `ExpectationFailedError` if the address is malformed.
    private func send(
        _ method: String,
        _ address: String,
        token: String? = nil,
        unless revision: String? = nil
    ) async throws -> (text: String, revision: String?) {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let revision {
            request.setValue(revision, forHTTPHeaderField: "If-None-Match")
            request.setValue("wait=25", forHTTPHeaderField: "Prefer")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let tag = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag")
        return (String(decoding: data, as: UTF8.self), tag)
    }
}
