/// A queue for kinds of effects that block for long, such as password hashes, with threads of its own and a limit.
///
/// ```swift
/// let passwords = EffectQueue(name: "passwords", threads: 2, limit: 64, yields: true)
/// handlers.on(SignIn.self, in: passwords) { effect, _ in await accounts.signIn(effect.credentials) }
/// handlers.on(CreateAccount.self, in: passwords) { effect, _ in await accounts.create(effect.credentials) }
/// ```
///
/// Effects of other queues never wait for those of this one. When the queue has reached its limit, a request that would add
/// an effect is rejected with ``SessionError/effectQueueFull(effect:limit:)`` before anything is committed. Effects that no
/// request adds, such as those of a timer or of the sessions that a server loads when it starts, are accepted beyond the
/// limit, because rejecting them would lose them.
public final class EffectQueue: Sendable {
    /// The name in metrics, unique among the queues of a server.
    public let name: String
    /// The number of threads, and so the number of effects that can block at a time.
    public let threads: Int
    /// The number of effects that may run or wait at a time.
    public let limit: Int
    /// Whether the other threads of the server run before those of this queue when the processors are busy.
    public let yields: Bool

    /// Describes a queue; the registry that gets the handlers starts its threads.
    ///
    /// - Parameters:
    ///   - name: The name in metrics, unique among the queues of a server; `default` is taken.
    ///   - threads: The number of threads; at least one.
    ///   - limit: The number of effects that may run or wait at a time; at least one.
    ///   - yields: Whether the other threads of the server run before those of this queue when the processors are busy; for
    ///     effects that compute for long, so that they don't delay requests.
    public init(name: String, threads: Int, limit: Int, yields: Bool = false) {
        precondition(threads > 0 && limit > 0, "The effect queue '\(name)' needs a thread and a place.")
        self.name = name
        self.threads = threads
        self.limit = limit
        self.yields = yields
    }
}
