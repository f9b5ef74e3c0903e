internal import Synchronization

/// The check of the first view of each kind of screen that an application shows.
///
/// Later views are not checked, because drawing a view takes longer than most steps.
final class ViewCheck: Sendable {
    /// Whether the views of each kind of screen had no bug so far.
    private let checked = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Returns the first bug of a screen's view; `nil` if it has none or a screen of its kind was checked before.
    func firstBug(of screen: any Screen, in application: Application) -> String? {
        let kind = ObjectIdentifier(type(of: screen))
        guard checked.withLock({ $0[kind] }) != true else { return nil }
        let bug = application.viewBugs(of: screen).first
        // A kind with a bug is checked every time, so that it can't pass by another view.
        checked.withLock { $0[kind] = bug == nil && $0[kind] != false }
        return bug
    }
}
