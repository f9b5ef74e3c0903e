import Applications
import Coordination
import CoordinationTesting
import HTTPCore
import JSON

/// A random choice of the next request, based on the last state document.
///
/// Most requests are possible for a user. Some are such as only a faulty or malicious client sends.
struct RequestChooser {
    private static let links = [
        "usher://items/items", "usher://items/item/5", "usher://items/item/99", "usher://items/settings",
        "usher://items/onboarding", "usher://items/login", "usher://items/signUp", "usher://items/terms",
        "usher://items/nowhere", "usher://other/items",
    ]

    let application: Application
    var generator: SeededGenerator
    private var count = 0

    init(seed: UInt64) throws {
        application = try ItemsApplication.make()
        generator = SeededGenerator(seed: seed)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// Returns the body of a session creation: empty, or with a random link in 30 % of calls.
    mutating func start() -> JSONValue {
        guard chance(30), let link = Self.links.randomElement(using: &generator) else { return [:] }
        return ["link": .string(link)]
    }

    /// Returns the pause before the next request, zero in 90 % of calls.
    mutating func pause() -> Duration {
        guard chance(10) else { return .zero }
        return .seconds([1, 5, 29, 30, 31, 60, 600, 3_600, 90_000].randomElement(using: &generator) ?? 0)
    }

    /// Returns the next request to a session.
    ///
    /// - Parameters:
    ///   - state: The state document that the client has.
    ///   - last: The last request, which is repeated now and then.
    /// - Returns: The request, which may be one that the server must reject.
    mutating func next(on state: JSONValue, after last: WalkRequest?) -> WalkRequest {
        var request = event(on: state)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<6: if let last, last.fields.contains(.idempotencyKey) { return last }
        case 6..<10: request.fields.append(.ifMatch, "\"\(Int64.random(in: 1...20, using: &generator))\"")
        case 10..<13: return WalkRequest(method: .get, path: "", fields: [.ifNoneMatch: tag(of: state)])
        case 13..<14: request.fields.append(.authorization, "Bearer nonsense")
        case 14..<15: return WalkRequest(method: .delete, path: "")
        case 15..<50:
            count += 1
            request.fields.append(.idempotencyKey, "walk-\(count)")
        default: break
        }
        return request
    }

    private func tag(of state: JSONValue) -> String { "\"\(state["revision"]?.integerValue ?? 0)\"" }

    private mutating func event(on state: JSONValue) -> WalkRequest {
        let screens = state["screens"]?.objectValue?.keys ?? []
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: return WalkRequest(method: .post, path: "/back")
        case 10..<12:
            let key = screens.randomElement(using: &generator) ?? "k99"
            return WalkRequest(method: .post, path: "/back", body: ["to": .string(key)])
        case 12..<17: return WalkRequest(method: .post, path: "/dismiss", body: ["all": .bool(chance(20))])
        case 17..<25:
            if let key = Self.tabs(in: state).randomElement(using: &generator) {
                return WalkRequest(method: .post, path: "/tabs/\(key)")
            }
        case 25..<29:
            if let link = Self.links.randomElement(using: &generator) {
                return WalkRequest(method: .post, path: "/links", body: ["url": .string(link)])
            }
        case 29..<33:
            let key = screens.randomElement(using: &generator) ?? "k99"
            return WalkRequest(method: .post, path: "/screens/\(key)/outputs/submit", body: [:])
        default: break
        }
        return report(on: state)
    }

    private static func tabs(in state: JSONValue) -> [String] {
        let containers = [state["navigation"]] + (state["modals"]?.arrayValue ?? []).map { $0["state"] }
        return containers.compactMap { $0 }.filter { $0["type"] == "tabs" }
            .flatMap { $0["routes"]?.arrayValue ?? [] }.compactMap { $0["key"]?.stringValue }
    }

    private mutating func report(on state: JSONValue) -> WalkRequest {
        guard let focus = state["focus"]?.stringValue, let screen = state["screens"]?[focus],
            let name = screen["name"]?.stringValue,
            let output = (screen["outputs"]?.arrayValue ?? []).randomElement(using: &generator)?["name"]?.stringValue
        else { return WalkRequest(method: .post, path: "/back") }
        let path = "/screens/\(focus)/outputs/\(output)"
        let known = Self.payloads(of: "\(name).\(output)", props: screen["props"] ?? .null)
        if let payload = known.randomElement(using: &generator), !chance(5) {
            return WalkRequest(method: .post, path: path, body: payload)
        }
        let declared = application.screens.first { $0.name == name }.flatMap {
            application.outputs(of: $0).first { $0.name == output }
        }
        return WalkRequest(method: .post, path: path, body: declared?.schema?.sample(using: &generator))
    }

    /// Returns payloads that a user could enter on a screen.
    private static func payloads(of output: String, props: JSONValue) -> [JSONValue] {
        switch output {
        case "login.submit":
            [
                ["login": "demo", "password": "demo-password"], ["login": "demo", "password": "demo-password"],
                ["login": "ann", "password": "a long password"], ["login": "demo", "password": "wrong"],
            ]
        case "signUp.submit":
            ["ann", "bob", "cleo", "dan", "eve"].map { ["login": .string($0), "password": "a long password"] }
                + [["login": "fay", "password": "short"]]
        case "addPhone.submit":
            (10...14).map { ["phone": .string("+49 170 12345\($0)")] } + [["phone": "12"]]
        case "verifyPhone.submit":
            [
                ["code": .string(WalkRequest.rightCode)], ["code": .string(WalkRequest.rightCode)],
                ["code": .string(WalkRequest.wrongCode)],
            ]
        case "phoneList.phoneSelected": props["phones"]?.arrayValue ?? []
        case "itemsList.itemSelected": (0...12).map { .integer($0) }
        case "itemCategory.categorySelected": props["categories"]?.arrayValue ?? []
        case "itemCreate.complete": [["title": "Bicycle"], ["title": ""]]
        default: []
        }
    }
}
