import CoordinationTesting
import JSON

/// A user who does anything that the screen in front allows.
struct RandomUser {
    /// A request that the user makes.
    struct Action {
        let path: String
        var body: JSONValue?
    }

    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// Returns the next action on a state.
    ///
    /// - Parameters:
    ///   - state: The state document.
    ///   - code: Returns the last code that was sent to a phone.
    /// - Returns: A report, a gesture, or the choice of a tab.
    /// - Throws: The error of `code`.
    mutating func next(on state: JSONValue, code: () throws -> String) throws -> Action {
        let focus = state["focus"]?.stringValue ?? "none"
        let screen = state["screens"]?[focus] ?? .null
        let outputs = screen["outputs"]?.arrayValue ?? []
        if outputs.isEmpty || chance(12) {
            return Action(path: state["gestures"]?["dismiss"] != nil && chance(50) ? "/dismiss" : "/back")
        }
        if chance(10), let tab = Self.tabs(of: state).randomElement(using: &generator) {
            return Action(path: "/tabs/\(tab)")
        }
        // Rows and buttons name their payloads, and the other outputs have a schema.
        let reports = Self.reports(in: screen["view"] ?? .null).filter { report in
            outputs.contains { $0["name"] == .string(report.output) }
        }
        if chance(60), let report = reports.randomElement(using: &generator) {
            return Action(path: "/screens/\(focus)/outputs/\(report.output)", body: report.payload)
        }
        guard let output = outputs.randomElement(using: &generator), let name = output["name"]?.stringValue else {
            return Action(path: "/back")
        }
        let body = try output["schema"].map { try payload(for: $0, named: "", code) }
        return Action(path: "/screens/\(focus)/outputs/\(name)", body: body)
    }

    private static func tabs(of state: JSONValue) -> [String] {
        guard state["navigation"]?["type"] == "tabs" else { return [] }
        return (state["navigation"]?["routes"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
    }

    /// Returns the reports of all elements with a payload, at any depth.
    private static func reports(in view: JSONValue) -> [(output: String, payload: JSONValue?)] {
        switch view {
        case .array(let elements): return elements.flatMap { reports(in: $0) }
        case .object(let object):
            let own: [(output: String, payload: JSONValue?)] =
                if let output = object["output"]?.stringValue, object["fields"] == nil {
                    [(output, object["payload"])]
                } else { [] }
            return own + object.members.flatMap { reports(in: $0.value) }
        default: return []
        }
    }

    private mutating func payload(
        for schema: JSONValue,
        named name: String,
        _ code: () throws -> String
    ) throws -> JSONValue {
        if let choices = schema["enum"]?.arrayValue { return choices.randomElement(using: &generator) ?? .null }
        switch schema["type"]?.stringValue {
        case "object":
            var object = JSONObject()
            for member in schema["properties"]?.objectValue?.members ?? [] {
                object[member.key] = try payload(for: member.value, named: member.key, code)
            }
            return .object(object)
        case "array": return []
        case "boolean": return .bool(chance(50))
        case "integer", "number":
            let low = schema["minimum"]?.integerValue ?? 0
            return .integer(
                Int64.random(in: low...min(low + 5, schema["maximum"]?.integerValue ?? .max), using: &generator)
            )
        default: return .string(try text(for: schema, named: name, code))
        }
    }

    private mutating func text(for schema: JSONValue, named name: String, _ code: () throws -> String) throws -> String
    {
        switch name {
        case "login": return chance(70) ? "demo" : "user\(Int.random(in: 0..<10, using: &generator))"
        case "password": return chance(80) ? "demo-password" : "a long passphrase"
        case "code": return try chance(80) ? code() : "000000"
        case "phone": return "+49 170 76543\(Int.random(in: 10..<20, using: &generator))"
        default:
            let words = ["tea", "Straße", "水", "night train", "\"quoted\" \\ text"]
            let word = words.randomElement(using: &generator) ?? ""
            return chance(10) ? "" : String(word.prefix(Int(schema["maxLength"]?.integerValue ?? 64)))
        }
    }
}
