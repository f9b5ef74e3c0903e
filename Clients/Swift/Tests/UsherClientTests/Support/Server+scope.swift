import Foundation

@testable import UsherClient

/// Starts a server, and stops it at the end.
func withServer<Result>(_ options: String..., body: (URL) async throws -> Result) async throws -> Result {
    let server = try Program.server(options)
    defer { server.stop() }
    return try await body(server.address)
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
    /// Waits for the first display that fulfils a condition.
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
