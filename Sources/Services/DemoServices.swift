import Applications
import Coordination
public import Sessions

/// What the shipped applications want of the outside world, done in this process.
///
/// ```swift
/// var handlers = EffectHandlers()
/// let inbox = DevInbox(clock: clock)
/// DemoServices(
///     accounts: try InMemoryAccountDirectory(clock: clock, hasDemoAccount: true),
///     codes: CodeVerifier(sender: inbox, clock: clock)
/// ).register(in: &handlers)
/// ```
public struct DemoServices: Sendable {
    /// Who has an account.
    public let accounts: any AccountDirectory
    /// One-time codes.
    public let codes: CodeVerifier

    /// Puts the services together.
    ///
    /// - Parameters:
    ///   - accounts: Who has an account.
    ///   - codes: One-time codes.
    public init(accounts: any AccountDirectory, codes: CodeVerifier) {
        self.accounts = accounts
        self.codes = codes
    }

    /// Says how `SignIn`, `CreateAccount`, `AttachPhone`, `SendCode` and `CheckCode` are done.
    public func register(in handlers: inout EffectHandlers) {
        handlers.on(SignIn.self) { [accounts] effect, context in
            try await accounts.signIn(effect.credentials, key: context.key)
        }
        handlers.on(CreateAccount.self) { [accounts] effect, context in
            try await accounts.create(effect.credentials, key: context.key)
        }
        handlers.on(AttachPhone.self) { [accounts] effect, context in
            try await accounts.attachPhone(effect.phone, to: effect.account, key: context.key)
        }
        handlers.on(SendCode.self) { [codes] effect, context in
            try await codes.send(to: effect.phone, key: context.key)
        }
        handlers.on(CheckCode.self) { [codes] effect, context in
            try await codes.check(effect.code, of: effect.challenge, key: context.key)
        }
    }
}
