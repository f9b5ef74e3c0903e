import Coordination
import JSON

extension Migration {
    /// The migration of the shop's flows to version 2, which spells “color” and “catalog” as American English does.
    static let colors = Migration(from: 1) { flow in
        flow.state = flow.state.spellingColors()
        for name in Set(flow.screens.map(\.name)) { flow.updateScreens(name) { $0 = $0.spellingColors() } }
        for name in Set(flow.effects.map(\.name)) { flow.updateEffects(name) { $0 = $0.spellingColors() } }
        flow.renameEffect("openCatalogue", to: OpenCatalog.name)
    }
}

extension JSONValue {
    /// Returns the value with the members for colors renamed, at any depth.
    fileprivate func spellingColors() -> JSONValue {
        let names = ["colour": "color", "colours": "colors", "colourName": "colorName"]
        return switch self {
        case .array(let elements): .array(elements.map { $0.spellingColors() })
        case .object(let object):
            .object(
                JSONObject(object.members.map { (names[$0.key] ?? $0.key, $0.value.spellingColors()) })
            )
        default: self
        }
    }
}
