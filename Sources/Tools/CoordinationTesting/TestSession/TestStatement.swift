import JSON

/// A call of a ``TestSession`` that needs no keys, as Swift text and as a function.
///
/// Since it has no keys, it can be repeated in a session that other calls have brought to its state.
struct TestStatement: Sendable {
    /// The statement in Swift, to paste into a test.
    let text: String
    /// Does the same in a session.
    let perform: @Sendable (TestSession) throws -> Void

    /// Returns the statement that starts a session of an application.
    static func start(of application: Application, link: String?) -> String {
        let link = link.map { ", link: \(JSONValue.string($0).literal)" } ?? ""
        let input = application.sampleLaunch.input.map { ", input: \($0.literal)" } ?? ""
        return "let session = try TestSession(application\(link)\(input))"
    }

    static func report(_ output: String, of screen: String, _ payload: JSONValue?) -> Self {
        let argument = payload.map { ", \($0.literal)" } ?? ""
        return Self(text: "try session.report(\"\(screen).\(output)\"\(argument))") {
            try $0.report(output, from: $0.key(of: screen), payload)
        }
    }

    static func report(_ output: String, from key: Key) -> Self {
        Self(text: "try session.report(\"\(output)\", from: Key(\(key.number)))") { try $0.report(output, from: key) }
    }

    static let back = Self(text: "try session.back()") { try $0.back() }

    static func back(toTopmost screen: String) -> Self {
        Self(text: "try session.send(.back(to: session.key(of: \"\(screen)\")))") {
            try $0.send(.back(to: $0.key(of: screen)))
        }
    }

    static func dismiss(all: Bool) -> Self {
        Self(text: "try session.dismiss(\(all ? "all: true" : ""))") { try $0.dismiss(all: all) }
    }

    static func selectTab(_ name: String) -> Self {
        Self(text: "try session.selectTab(\"\(name)\")") { try $0.selectTab(name) }
    }

    static func open(_ link: String) -> Self {
        Self(text: "try session.open(\(JSONValue.string(link).literal))") { try $0.open(link) }
    }

    static func deliver(_ outcome: EffectOutcome, of effect: any Effect) -> Self {
        let kind = type(of: effect)
        let text =
            switch outcome {
            case .value(let value): "try session.complete(\(name(of: kind)).self, \(argument(for: value)))"
            case .failure(let failure): "try session.fail(\(name(of: kind)).self, .\(failure))"
            }
        return Self(text: text) { session in
            guard let pending = session.pendingEffects.first(where: { $0.name == kind.name }) else {
                throw TestSessionError.noEffect(kind.name)
            }
            try session.send(.effect(pending.key, outcome))
        }
    }

    static func report(progress fraction: Double, of effect: any Effect) -> Self {
        let kind = type(of: effect)
        return Self(text: "try session.report(progress: \(fraction), of: \(name(of: kind)).self)") {
            try $0.report(progress: fraction, of: kind)
        }
    }

    /// Returns a result as an argument that compiles: a literal, or JSON for a type whose initializers are not known.
    private static func argument(for value: any Codable & Sendable) -> String {
        switch value {
        case is String, is Int, is Bool: return String(reflecting: value)
        default:
            guard let json = try? JSONValue(parsing: JSONCoding.encode(value), limits: .stored) else {
                return String(reflecting: value)
            }
            return "json: \(json.literal)"
        }
    }

    /// Returns the name of a type in its module, with the types that it is nested in.
    private static func name(of kind: Any.Type) -> String {
        let parts = String(reflecting: kind).split(separator: ".").dropFirst()
        return parts.contains { $0.contains("(") || $0.contains(">") } ? "\(kind)" : parts.joined(separator: ".")
    }

    /// Returns the statement that publishes a value, or `nil` if the value can't be written as JSON.
    static func publish(_ value: TopicValue, _ kind: any Topic.Type) -> Self? {
        guard let topic = try? JSONValue(parsing: Array(value.topic.key.utf8), limits: .stored),
            let json = try? JSONValue(parsing: JSONCoding.encode(value.value), limits: .stored)
        else { return nil }
        return Self(
            text: "try session.publish(\(name(of: kind)).self, topic: \(topic.literal), value: \(json.literal))"
        ) {
            try $0.send(.topic(value))
        }
    }

    static func advance(by duration: Duration) -> Self {
        let milliseconds = duration.milliseconds
        let argument = milliseconds % 1_000 == 0 ? "seconds(\(milliseconds / 1_000))" : "milliseconds(\(milliseconds))"
        return Self(text: "try session.advance(by: .\(argument))") { try $0.advance(by: duration) }
    }

    static let restart = Self(text: "try session.restart()") { try $0.restart() }

    static let resume = Self(text: "try session.resume()") { try $0.resume() }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension JSONValue {
    /// The value as a Swift literal.
    var literal: String {
        switch self {
        case .null: ".null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .array(let values): "[\(values.map(\.literal).joined(separator: ", "))]"
        case .object(let object) where object.isEmpty: "[:]"
        case .object(let object):
            "[\(object.members.map { "\($0.key.debugDescription): \($0.value.literal)" }.joined(separator: ", "))]"
        }
    }
}
