import Coordination
import JSON

/// A screen with what is around it, as components and their data.
struct A2UIScreen: Sendable {
    /// The key of the screen, or `nil` if there is none.
    let key: Key?
    let components: [JSONObject]
    /// The part of the data model that belongs to the screen.
    let data: JSONObject
    /// The language of the texts, or `nil` for an application in one language.
    let language: String?
    /// Whether a text was sealed.
    let hasSecret: Bool

    /// The data model of the surface: the data of the screen under its key.
    var dataModel: JSONObject {
        guard let key else { return [:] }
        return JSONObject([(key.description, .object(data))])
    }

    /// Returns the components that an earlier screen does not have, or has with other properties.
    func components(since known: A2UIScreen?) -> [JSONObject] {
        guard let known else { return components }
        let old = Dictionary(known.components.map { ($0["id"]?.stringValue ?? "", $0) }) { first, _ in first }
        return components.filter { old[$0["id"]?.stringValue ?? ""] != $0 }
    }
}
