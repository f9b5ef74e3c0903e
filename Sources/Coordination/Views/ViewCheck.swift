internal import Synchronization

/// The check of the first view of each kind of screen that an application shows.
///
/// Later views are not checked, because drawing a view takes longer than most steps. The results are atomic values and need
/// no lock, which every session would share.
final class ViewCheck: Sendable {
    /// The result of the checks of one kind of screen.
    private enum Verdict: UInt8, AtomicRepresentable {
        case unchecked, passed, failed
    }

    private final class Kind: Sendable {
        let verdict = Atomic(Verdict.unchecked)
    }

    private let kinds: [ObjectIdentifier: Kind]

    /// Makes a check for kinds of screens; the views of others are checked each time.
    init(of screens: some Sequence<any Screen.Type>) {
        kinds = Dictionary(screens.map { (ObjectIdentifier($0), Kind()) }) { kind, _ in kind }
    }

    /// Returns the first bug of a screen's view; `nil` if it has none or a screen of its kind was checked before.
    func firstBug(of screen: any Screen, in application: Application) -> String? {
        let kind = kinds[ObjectIdentifier(type(of: screen))]
        guard kind?.verdict.load(ordering: .relaxed) != .passed else { return nil }
        let bug = application.viewBugs(of: screen).first
        // A kind with a bug is checked every time, so that it can't pass by another view.
        if bug == nil {
            _ = kind?.verdict.compareExchange(expected: .unchecked, desired: .passed, ordering: .relaxed)
        } else {
            kind?.verdict.store(.failed, ordering: .relaxed)
        }
        return bug
    }
}
