import Foundation
import Observation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

/// Runs a model of a session with a scripted server, until the test has ended.
@MainActor
func withModel(
    _ state: TestState,
    clock: any Clock<Duration> = ContinuousClock(),
    clockAhead: Double = 0,
    _ test: @MainActor (RenderingModel, ScriptedServer) async throws -> Void
) async throws {
    let server = ScriptedServer(state.document, clockAhead: clockAhead)
    let address = try #require(URL(string: "http://server.example"))
    let session = Session(server: address, app: "test", storage: MemoryStorage(), transport: server)
    let model = RenderingModel(
        session,
        server: address,
        user: Locale(identifier: "en_US"),
        timeZone: .gmt,
        clock: clock,
        now: { Date(timeIntervalSince1970: 1_000_000) }
    )
    let running = Task { await model.run() }
    try await changed(model) { $0.state != nil }
    do { try await test(model, server) } catch { Issue.record(error) }
    running.cancel()
    await running.value
}

/// Waits until a model fulfills a condition.
@MainActor
func changed(_ model: RenderingModel, _ condition: (RenderingModel) -> Bool) async throws {
    while true {
        let (changes, writer) = AsyncStream<Void>.makeStream()
        let isMet = withObservationTracking {
            condition(model)
        } onChange: {
            writer.finish()
        }
        if isMet { return }
        for await _ in changes {}
        await Task.yield()
    }
}

extension RenderingModel {
    /// The element of the screen in front at a position, with its name.
    func element(_ index: Int) throws -> PlacedElement { try #require(front).elements[index] }

    /// The form of the screen in front.
    func form() throws -> (form: FormElement, id: ControlID) {
        let elements = try #require(front).elements
        let element = try #require(elements.first { $0.element.kind == "form" })
        guard case .form(let form) = element.element else { throw CocoaError(.keyValueValidation) }
        return (form, element.id)
    }
}
