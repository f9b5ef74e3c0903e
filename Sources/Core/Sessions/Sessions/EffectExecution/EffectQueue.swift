/// A queue for kinds of effects that block for long, such as password hashes, with threads of its own and a limit.
///
/// ```swift
/// let passwords = EffectQueue(name: "passwords", threads: 2, limit: 64, yields: true)
/// handlers.on(SignIn.self, in: passwords) { effect, _ in await accounts.signIn(effect.credentials) }
/// handlers.on(CreateAccount.self, in: passwords) { effect, _ in await accounts.create(effect.credentials) }
/// ```
///
/// Effects of other queues never wait for effects of this one. When the queue has reached its limit, a request that would add
/// an effect is rejected with ``SessionError/effectQueueFull(effect:limit:)`` before anything is committed. Some effects are
/// added by no request, such as by a timer or when a server loads sessions at its start. They are accepted beyond the limit,
/// because rejecting them would lose them.
public final class EffectQueue: Sendable {
    /// The places that the effects of one client may have at a time, so that one client can't fill the queue.
    public struct ClientShare: Sendable {
        /// The number of places.
        public let places: Int
        /// Returns the client of a numeric address, such as its network, or `nil` for an address without a share.
        public let client: @Sendable (String) -> String?

        /// Creates a share.
        ///
        /// - Parameters:
        ///   - places: The number of places.
        ///   - client: Returns the client of a numeric address, or `nil` for an address without a share.
        public init(places: Int, client: @escaping @Sendable (String) -> String?) {
            self.places = places
            self.client = client
        }
    }

    /// The name in metrics, unique among the queues of a server.
    public let name: String
    /// The number of threads, and so the number of effects that can block at a time.
    public let threads: Int
    /// The number of effects that may run or wait at a time.
    public let limit: Int
    /// Whether the threads of this queue run only after the other threads of the server when the processors are busy.
    public let yields: Bool
    /// The share of one client, or `nil` for no such limit.
    public let clientShare: ClientShare?

    /// Describes a queue.
    ///
    /// The registry that gets the handlers starts its threads.
    ///
    /// - Parameters:
    ///   - name: The name in metrics, unique among the queues of a server. The name `default` is taken.
    ///   - threads: The number of threads, at least one.
    ///   - limit: The number of effects that may run or wait at a time, at least one.
    ///   - yields: Whether the threads of this queue run only after the other threads of the server when the processors are
    ///     busy. It is for effects that compute for long, so that they don't delay requests.
    ///   - clientShare: The share of one client, or `nil` for no such limit.
    public init(
        name: String,
        threads: Int,
        limit: Int,
        yields: Bool = false,
        clientShare: ClientShare? = nil
    ) {
        precondition(threads > 0 && limit > 0, "The effect queue '\(name)' needs a thread and a place.")
        self.name = name
        self.threads = threads
        self.limit = limit
        self.yields = yields
        self.clientShare = clientShare
    }
}
