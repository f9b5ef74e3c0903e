import Coordination
import Sessions

/// Changes the session every 150 milliseconds, as live data does, as long as the flow performs it again.
struct Tick: Effect {
    static let name = "tick"
    static let isReadOnly = true
    static let blocksScreen = false

    typealias Value = Bool
}

/// Work for which the screen waits.
struct Work: Effect {
    static let name = "work"
    static let isReadOnly = true

    typealias Value = Bool
}

/// Checks a password, so the client gets a new credential.
struct CheckPassword: Effect {
    static let name = "checkPassword"
    static let isSecret = true

    var password: Secret

    typealias Value = Bool

    /// The password that is right, which no client may store.
    static let right = "open-sesame-8f1c"
}

extension EffectHandlers {
    /// The handlers of the application that clients are tried with.
    static var conformance: EffectHandlers {
        var handlers = EffectHandlers()
        handlers.on(Tick.self) { _, _ in
            try await Task.sleep(for: .milliseconds(150))
            return true
        }
        handlers.on(Work.self) { _, _ in
            try await Task.sleep(for: .milliseconds(600))
            return true
        }
        handlers.on(CheckPassword.self) { effect, _ in effect.password.exposed == CheckPassword.right }
        handlers.rows(from: StationRows.self) { source, request, _ in source.page(request) }
        return handlers
    }
}
