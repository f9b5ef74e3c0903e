/// Weak references to coordinator objects, which detect objects that outlive their step.
final class LeakDetector {
    private struct TrackedObject {
        weak var coordinator: BaseCoordinator?
        let flow: String
    }

    private var tracked: [TrackedObject] = []

    /// Adds an object.
    func track(_ coordinator: BaseCoordinator) {
        tracked.append(TrackedObject(coordinator: coordinator, flow: String(describing: type(of: coordinator))))
    }

    /// The added objects that still exist, each in a sentence.
    ///
    /// Reading it forgets all objects added so far.
    var violations: [String] {
        defer { tracked = [] }
        return tracked.filter { $0.coordinator != nil }.map { "The object of \($0.flow) outlives its step." }
    }
}
