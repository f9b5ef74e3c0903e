import UsherClient

/// The motion from one layout to the next one.
///
/// The server sends no "push" and no "pop", because they follow from the keys.
public enum Motion: Sendable, Hashable {
    /// The layout changes at once.
    case none
    /// The layout stays, and the content of its screens changes, such as the rows of a list.
    case content
    /// A screen comes above the others.
    case push
    /// A screen goes away.
    case pop
    /// One screen takes the place of another.
    case fade
    /// A modal comes.
    case present
    /// A modal goes away.
    case dismiss
    /// Another tab is selected.
    case select

    /// The motion between two states.
    ///
    /// - Parameters:
    ///   - before: The state that the user sees, or `nil` for none.
    ///   - after: The state to show.
    ///   - restores: Whether the system has removed a screen that has to come back. That is no motion.
    /// - Returns: The motion.
    static func between(_ before: NavigationState?, _ after: NavigationState, restores: Bool = false) -> Motion {
        guard let before, before.id == after.id, !restores else { return .none }
        let (modals, next) = (before.modals.map(\.key), after.modals.map(\.key))
        if next.count > modals.count, let modal = after.modals.last { return named(modal.transition) ?? .present }
        if next.count < modals.count, let modal = before.modals.last { return named(modal.transition) ?? .dismiss }
        if next != modals { return .fade }
        if before.navigation.key != after.navigation.key { return named(after.navigation.transition) ?? .fade }
        guard let left = before.focus, let arrived = after.focus, left != arrived else { return .content }
        if after.stack.contains(left) { return .push }
        if before.stack.contains(arrived) { return .pop }
        return before.screens[arrived] != nil && after.screens[left] != nil ? .select : .fade
    }

    /// The motion of a transition that the state names, or `nil` for the usual one.
    private static func named(_ transition: String?) -> Motion? {
        switch transition {
        case "none": Motion.none
        case "fade", "crossDissolve": .fade
        case "push": .push
        default: nil
        }
    }
}
