/// Follows the objects of coordinators without keeping them.
final class Lifetimes {
    private struct Life {
        weak var coordinator: BaseCoordinator?
        let flow: String
    }

    private var lives: [Life] = []

    /// Takes note of an object.
    func follow(_ coordinator: BaseCoordinator) {
        lives.append(Life(coordinator: coordinator, flow: String(describing: type(of: coordinator))))
    }

    /// Who is still there of those that were followed, each in a sentence; the next time only newer ones count.
    var violations: [String] {
        defer { lives = [] }
        return lives.filter { $0.coordinator != nil }.map { "The object of \($0.flow) outlives its step." }
    }
}
