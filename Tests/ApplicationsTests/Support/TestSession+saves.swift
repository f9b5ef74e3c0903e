import Coordination
import CoordinationTesting

extension TestSession {
    /// The pending effects of a kind, oldest first.
    func saves<Save: Effect>(_ kind: Save.Type) -> [Save] {
        pendingEffects.compactMap { $0.effect as? Save }
    }
}
