@testable import UsherClient

/// A user who taps at random, in the same way for the same seed.
struct Walker {
    private var random: SplitMix
    /// Outputs with an effect that depends on the time, such as messages with codes and limits of tries, or on other sessions
    /// of the account.
    private static let leftOut: Set<String> = [
        "resend", "addPhone", "phoneSelected", "changePhone", "forgotPassword", "changePassword", "endSession",
        "endOtherSessions", "setUpAuthenticator", "removeAuthenticator", "makeRecoveryCodes", "removePhone", "security",
        "signUp",
    ]
    /// Applications that save the cart of a user in the background.
    ///
    /// Their screens after a login depend on the pace of the taps, so the user stays a guest there.
    private static let withoutLogin: Set<String> = ["market", "shop"]
    /// Values that fields take, so that most forms are accepted.
    private static let values: [String: JSONValue] = [
        "username": "demo", "login": "demo", "password": "demo-password", "name": "Ada", "title": "Lamp",
        "address": "Linienstraße 12", "street": "Linienstraße 12", "note": "Brass", "phone": "+491705550001",
    ]

    init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    /// The next tap, or `nil` if the state offers none.
    mutating func step(in state: NavigationState) -> Tap? {
        Self.taps(in: state).randomElement(using: &random)
    }

    /// Whether the user is in a hurry now and then.
    mutating func isHurried() -> Bool { Int.random(in: 0..<5, using: &random) == 0 }

    /// The taps that a state offers, always in the same order.
    static func taps(in state: NavigationState) -> [Tap] {
        var taps: [Tap] = []
        if let front = state.front {
            for report in (front.view ?? []).flatMap({ reports(in: $0, front) }) where !leftOut.contains(report.output)
            {
                guard front.output(report.output) != nil else { continue }
                var tap = Tap.report(report.output, report.payload, on: front.key)
                tap.isSecret = report.payload?.description.contains("demo-password") ?? false
                if !tap.isSecret || !withoutLogin.contains(state.app) { taps.append(tap) }
            }
        }
        // Pages that turn by a timer are left at once.
        if let skip = taps.first(where: { if case .report("skip", _, _) = $0.action { true } else { false } }) {
            return [skip]
        }
        if state.gestures.back != nil { taps += [confirmed(.back()), confirmed(.back())] }
        if state.gestures.dismiss != nil { taps.append(confirmed(.dismiss)) }
        if state.modals.isEmpty { taps += state.navigation.tabs.map { .tab($0.key) } }
        return taps
    }

    private static func confirmed(_ tap: Tap) -> Tap {
        var tap = tap
        tap.isConfirmed = true
        return tap
    }

    private static func reports(in value: JSONValue, _ screen: Screen) -> [(output: String, payload: JSONValue?)] {
        if let elements = value.array { return elements.flatMap { reports(in: $0, screen) } }
        guard let members = value.object, members["enabledAt"] == nil, members["disabled"] == nil else { return [] }
        let output = members["output"]?.string
        let schema = output.flatMap { screen.output($0)?.schema }
        switch (members["kind"]?.string, output) {
        case ("form", let output?): return [(output, form(members["fields"]?.array ?? [], schema))]
        case ("search", let output?): return ["a", ""].map { (output, member($0, "query", schema)) }
        case ("toggle", let output?): return [(output, control(members, .bool(members["value"] != true), schema))]
        case ("stepper", let output?):
            let number = members["value"]?.int ?? 0
            let next = number < members["max"]?.int ?? 0 ? number + 1 : number - 1
            return [(output, control(members, .integer(next), schema))]
        default:
            let inner = members.sorted { $0.key < $1.key }.filter { $0.key != "payload" && $0.key != "fallback" }
                .flatMap { reports(in: $0.value, screen) }
            return (output.map { [($0, members["payload"])] } ?? []) + inner
        }
    }

    private static func control(_ members: [String: JSONValue], _ value: JSONValue, _ schema: JSONValue?) -> JSONValue {
        guard let name = members["member"]?.string else { return member(value, "value", schema) }
        var payload = members["payload"]?.object ?? [:]
        payload[name] = value
        return .object(payload)
    }

    private static func member(_ value: JSONValue, _ name: String, _ schema: JSONValue?) -> JSONValue {
        guard schema?["type"] == "object" else { return value }
        let names = schema?["properties"]?.object?.keys.sorted() ?? []
        return [names.count == 1 ? names[0] : name: value]
    }

    private static func form(_ fields: [JSONValue], _ schema: JSONValue?) -> JSONValue? {
        let values = fields.compactMap { field in field["name"]?.string.map { ($0, value(of: field, $0)) } }
        guard schema?["type"] == "object" else { return values.first?.1 }
        return .object(Dictionary(values) { $1 })
    }

    private static func value(of field: JSONValue, _ name: String) -> JSONValue {
        let initial = field["value"]
        switch field["input"]?.string {
        case "toggle": return .bool(initial == true)
        case "choice": return initial ?? field["choices"]?[0]?["value"] ?? .null
        case "oneTimeCode": return "000000"
        default: return values[name] ?? initial ?? "Walk"
        }
    }
}

extension Container {
    /// The tabs in front.
    var tabs: [Route] { kind == .tabs ? routes : selected?.container?.tabs ?? [] }
}

/// Numbers at random, the same for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
