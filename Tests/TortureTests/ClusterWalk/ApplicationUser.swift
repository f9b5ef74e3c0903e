import Applications
import Coordination
import CoordinationTesting
import JSON

/// A user who does anything that the screen in front of an application allows, but ends no sessions of others.
struct ApplicationUser {
    /// A request that the user makes.
    struct Action: Sendable {
        /// The path below the session's own.
        let path: String
        var body: JSONValue?
    }

    static let applications = ["items", "kanji", "market", "profile", "shop"]

    /// The outputs that lead to the end of the account's other sessions, by the names of the screen and the output.
    ///
    /// Users share accounts here, and a session that another user has ended could not be told from a lost one.
    private static let endsOthers: Set<String> = [
        "security.endSession", "security.endOtherSessions", "changePassword.submit", "newPassword.submit",
    ]

    private let application: Application
    private var generator: SeededGenerator

    init(of name: String, seed: UInt64) throws {
        application =
            switch name {
            case "items": try ItemsApplication.make()
            case "kanji": try KanjiApplication.make()
            case "market": try MarketApplication.make()
            case "profile": try ProfileApplication.make()
            default: try ShopApplication.make()
            }
        generator = SeededGenerator(seed: seed)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// Returns the next action on a state.
    ///
    /// - Parameters:
    ///   - state: The state document.
    ///   - code: Returns the last code that was sent to a phone.
    /// - Returns: An output, a gesture, or the choice of a tab.
    mutating func next(on state: JSONValue, code: () -> String) -> Action {
        let focus = state["focus"]?.stringValue ?? "none"
        let screen = state["screens"]?[focus] ?? .null
        let kind = screen["name"]?.stringValue ?? ""
        let outputs = (screen["outputs"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
            .filter { !Self.endsOthers.contains("\(kind).\($0)") }
        if outputs.isEmpty || chance(12) {
            return Action(path: state["gestures"]?["dismiss"] != nil && chance(50) ? "/dismiss" : "/back")
        }
        let tabs = (state["navigation"]?["routes"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
        if state["navigation"]?["type"] == "tabs", chance(10), let tab = tabs.randomElement(using: &generator) {
            return Action(path: "/tabs/\(tab)")
        }
        // Rows and buttons name their payloads, and the other outputs have a schema.
        let reports = Self.reports(in: screen["view"] ?? .null).filter { outputs.contains($0.output) }
        if chance(60), let report = reports.randomElement(using: &generator) {
            return Action(path: "/screens/\(focus)/outputs/\(report.output)", body: report.payload)
        }
        guard let name = outputs.randomElement(using: &generator) else { return Action(path: "/back") }
        let declared = application.screens.first { $0.name == kind }
            .flatMap { application.outputs(of: $0).first { $0.name == name } }
        let body = declared?.schema.map { typed($0.sample(using: &generator), code) }
        return Action(path: "/screens/\(focus)/outputs/\(name)", body: body)
    }

    /// Returns the outputs of all elements with a payload, at any depth.
    private static func reports(in view: JSONValue) -> [(output: String, payload: JSONValue?)] {
        switch view {
        case .array(let elements): return elements.flatMap { reports(in: $0) }
        case .object(let object):
            let below = object.members.flatMap { reports(in: $0.value) }
            guard let output = object["output"]?.stringValue, object["fields"] == nil else { return below }
            return [(output, object["payload"])] + below
        default: return []
        }
    }

    /// Replaces random texts by such as a user knows: a login, a phone number, a code.
    private mutating func typed(_ payload: JSONValue, _ code: () -> String) -> JSONValue {
        guard case .object(var object) = payload else { return payload }
        for name in object.members.map(\.key) {
            switch name {
            case "login":
                object[name] = .string(chance(50) ? "demo" : "user\(Int.random(in: 0..<10, using: &generator))")
            case "password": object[name] = .string(chance(80) ? "demo-password" : "a long passphrase")
            case "phone": object[name] = .string("+49 170 76543\(Int.random(in: 10..<20, using: &generator))")
            case "code": object[name] = .string(chance(80) ? code() : "000000")
            default: break
            }
        }
        return .object(object)
    }
}
