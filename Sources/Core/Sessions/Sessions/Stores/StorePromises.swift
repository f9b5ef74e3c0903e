/// The guarantees of a store about a commit that it has acknowledged.
///
/// Operators see the promises when the server starts and in `/readyz`, so that no one gets a weaker one by accident.
public struct StorePromises: Equatable, Sendable {
    /// The events that an acknowledged commit survives.
    public enum Durability: String, Sendable {
        /// Nothing for certain: it may end with the process, or with a power cut.
        case process
        /// The end of the process, and a power cut: it is on a disk.
        case disk
        /// The loss of the machine with the disk: it is on the disk of a second machine, too.
        case replicated
    }

    /// Whether several servers can use the store, and how they learn of each other's commits.
    public enum Sharing: String, Sendable {
        /// Only one server uses the store.
        case none
        /// Several do, and each looks for commits of others now and then.
        case polling
        /// Several do, and hints tell each of the commits of others (``SessionStore/onChange(_:)``).
        case hints
    }

    /// The events that an acknowledged commit survives.
    public var durability: Durability
    /// Whether several servers can use the store.
    public var sharing: Sharing

    /// Whether every acknowledged commit survives a failover to another machine.
    public var survivesFailover: Bool { durability == .replicated }

    /// Describes promises, by default the weakest.
    public init(durability: Durability = .process, sharing: Sharing = .none) {
        self.durability = durability
        self.sharing = sharing
    }
}

extension StorePromises: CustomStringConvertible {
    /// Sentences for operators.
    public var description: String {
        let durability =
            switch durability {
            case .process: "Sessions may be lost when the server or its machine stops."
            case .disk: "A response is sent after its change is on disk."
            case .replicated: "A response is sent after its change is on the disks of two machines."
            }
        let failover =
            survivesFailover ? "A failover loses none." : "A failover to another machine may lose the last ones."
        let sharing =
            switch sharing {
            case .none: "No other server can use the store."
            case .polling: "Several servers can use the store, and learn of each other's changes within seconds."
            case .hints: "Several servers can use the store, and learn of each other's changes at once."
            }
        return "\(durability) \(failover) \(sharing)"
    }
}
