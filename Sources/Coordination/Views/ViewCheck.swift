internal import Synchronization

/// The check of the first view of each kind of screen that an application shows.
///
/// Later views are not checked, because drawing a view takes longer than most steps.
final class ViewCheck: Sendable {
    private let checked = Mutex<Set<ObjectIdentifier>>([])

    /// Returns the first bug of a screen's view; `nil` if it has none or a screen of its kind was checked before.
    func firstBug(of screen: any Screen, in application: Application) -> String? {
        let kind = ObjectIdentifier(type(of: screen))
        guard !checked.withLock({ $0.contains(kind) }) else { return nil }
        if let bug = application.viewBugs(of: screen).first { return bug }
        _ = checked.withLock { $0.insert(kind) }
        return nil
    }
}
