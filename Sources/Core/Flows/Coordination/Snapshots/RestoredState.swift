/// A restored state, and the changes that were made to match it to this program.
///
/// ```swift
/// let restored = try application.decode(bytes, at: context)
/// restored.state.stack
/// restored.changes.map(\.description)  // ["ItemCoordinator was migrated from version 1 to 2."]
/// ```
public struct RestoredState: Sendable {
    /// The restored state.
    public let state: NavigationState
    /// The migrations, then the restarts, then the dropped effects, or none when the state is unchanged.
    public let changes: [SnapshotChange]
}

/// A change to a state that another release of the application has stored.
///
/// Its description is for logs: it names types and contains no user data.
public struct SnapshotChange: Equatable, Sendable, CustomStringConvertible {
    /// The kind of a change.
    public enum Kind: Equatable, Sendable {
        /// The flow was migrated to its current version.
        case migrated(from: Int, to: Int)
        /// The flow restarted at its anchor, because of a mismatch in it or in a flow below it.
        case restarted(SnapshotError)
        /// An effect of the flow, given by name, can't be performed any more and was dropped.
        case dropped(effect: String)
    }

    /// The name of the flow, or `nil` when it had left the tree and only its effect remained.
    public let flow: String?
    /// The kind of the change.
    public let kind: Kind

    /// Creates a change.
    public init(flow: String?, kind: Kind) {
        self.flow = flow
        self.kind = kind
    }

    /// The change in a sentence.
    public var description: String {
        let flow = flow ?? "A flow that had ended"
        return switch kind {
        case .migrated(let from, let to): "\(flow) was migrated from version \(from) to \(to)."
        case .restarted(let mismatch): "\(flow) restarted at its anchor: \(mismatch.detail)"
        case .dropped(let effect):
            "\(flow) had a pending effect '\(effect)', which can't be performed anymore and was dropped."
        }
    }
}
