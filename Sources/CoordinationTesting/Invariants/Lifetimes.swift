/// Weak references to coordinator objects, which detect objects that outlive their step.
final class Lifetimes {
    private struct Life {
        weak var coordinator: BaseCoordinator?
        let flow: String
    }

    private var lives: [Life] = []

    /// Adds an object.
    func follow(_ coordinator: BaseCoordinator) {
        lives.append(Life(coordinator: coordinator, flow: String(describing: type(of: coordinator))))
    }

    /// The added objects that still exist, each in a sentence; reading it forgets all objects added so far.
    var violations: [String] {
        defer { lives = [] }
        return lives.filter { $0.coordinator != nil }.map { "The object of \($0.flow) outlives its step." }
    }
}
