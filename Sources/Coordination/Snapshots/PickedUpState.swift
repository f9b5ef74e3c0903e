/// A state that was picked up, and what had to be changed so that it fits this program.
public struct PickedUpState: Sendable {
    /// Where the session is.
    public let state: NavigationState
    /// What was changed: upgrades, then restarts, then effects that were given up; empty when the state is as it was written down.
    public let changes: [SnapshotChange]
}

/// Something that was changed in a state that another release of the application had written down.
///
/// Its sentences are for logs: they name types, and show nothing of what users entered.
public struct SnapshotChange: Equatable, Sendable, CustomStringConvertible {
    /// What was changed.
    public enum Kind: Equatable, Sendable {
        /// The flow was brought to the version that it has now.
        case upgraded(from: Int, to: Int)
        /// The flow began again at its anchor, because of what did not fit in it or below it.
        case restarted(SnapshotError)
        /// An effect of the flow, by its name, was given up.
        case dropped(effect: String)
    }

    /// The name of the flow; `nil` when it had left the tree and only its effect was there.
    public let flow: String?
    /// What was changed.
    public let kind: Kind

    /// Describes a change.
    public init(flow: String?, kind: Kind) {
        self.flow = flow
        self.kind = kind
    }

    /// The change in a sentence.
    public var description: String {
        let flow = flow ?? "A flow that had ended"
        return switch kind {
        case .upgraded(let from, let to): "\(flow) was upgraded from version \(from) to \(to)."
        case .restarted(let misfit): "\(flow) began again at its anchor: \(misfit.detail)"
        case .dropped(let effect): "\(flow) had asked for the effect '\(effect)', which can't be performed any more."
        }
    }
}
