import JSON
package import JSONValues

extension Event {
    /// Returns the event that a record describes, as ``record(of:in:isPersonal:to:)`` writes it.
    ///
    /// A secret that the record does not have is replaced by a sample that its schema accepts.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - application: The application of the session.
    ///   - state: The state before the event.
    /// - Returns: An event that can be applied to the state.
    /// - Throws: ``ReplayError`` if the record is incomplete, or does not belong to the state.
    package static func recorded(
        _ record: JSONValue,
        of application: Application,
        in state: NavigationState
    ) throws(ReplayError) -> Event {
        guard record["withheld"] == nil else {
            throw ReplayError("the event was recorded without its content, which belongs to one user")
        }
        let key = record["screen"]?.stringValue.flatMap { Key($0) }
        let payload = record["payload"]
        switch record["type"]?.stringValue {
        case "output":
            guard let key, let name = record["name"]?.stringValue else { break }
            let output = application.declaredOutput(name, of: state.screens[key])
            let reported = payload.map { completed($0, of: output) }
            guard let agent = record["agent"]?.stringValue else { return .output(name, screen: key, payload: reported) }
            return .agentOutput(name, screen: key, payload: reported, agent: agent)
        case "violations":
            guard let key, let violations = payload?.arrayValue else { break }
            let error = PayloadError(
                violations: violations.map { violation in
                    func text(_ name: String) -> String { violation[name]?.stringValue ?? "" }
                    return .init(
                        pointer: text("pointer"),
                        code: text("code"),
                        detail: LocalizedText(verbatim: text("detail"))
                    )
                }
            )
            return .violations(error, screen: key)
        case "back": return .back(to: payload?["to"]?.stringValue.flatMap { Key($0) })
        case "dismiss": return .dismiss(all: payload?["all"]?.boolValue ?? false)
        case "tab": if let key { return .tab(key) }
        case "link": if let url = payload?["url"]?.stringValue { return .link(url) }
        case "effect", "timer":
            guard let payload, let key = payload["key"]?.stringValue.flatMap({ Key($0) }) else { break }
            return try pendingEvent(key, payload, isTimer: record["type"] == "timer", in: state)
        case "progress":
            guard let key = payload?["key"]?.stringValue.flatMap({ Key($0) }), let value = payload?["progress"],
                let progress = try? JSONCoding.decode(EffectProgress.self, from: value)
            else { break }
            return .progress(key, progress)
        case "topic":
            guard let name = record["name"]?.stringValue, let payload else { break }
            return try topicEvent(name, payload, of: application)
        default: break
        }
        throw ReplayError("the event is not one of a history")
    }

    private static func completed(_ payload: JSONValue, of output: DeclaredOutput?) -> JSONValue {
        guard let schema = output?.output.schema else { return payload }
        var numbers = CountingNumbers()
        return schema.replacingSecrets(in: payload) { $0.sample(using: &numbers) }
    }

    private static func topicEvent(
        _ name: String,
        _ payload: JSONValue,
        of application: Application
    ) throws(ReplayError) -> Event {
        guard let kind = application.topics[name], let key = payload["topic"], let value = payload["value"] else {
            throw ReplayError("no flow follows the topic '\(name)'")
        }
        do {
            return try kind.event(of: kind.id(of: JSONCoding.encode(key)), JSONCoding.encode(value))
        } catch {
            throw ReplayError("the value of the topic '\(name)' can't be decoded: \(Snapshot.detail(error))")
        }
    }

    private static func pendingEvent(
        _ key: Key,
        _ payload: JSONValue,
        isTimer: Bool,
        in state: NavigationState
    ) throws(ReplayError) -> Event {
        if payload["discarded"] == true { return .discardPending(key) }
        if isTimer { return .timer(key) }
        switch payload["failure"]?.stringValue {
        case "interrupted": return .effect(key, .failure(.interrupted))
        case .some: return .effect(key, .failure(.failed))
        case nil: break
        }
        guard let pending = state.pending.first(where: { $0.key == key }) else {
            throw ReplayError("the effect \(key) is not pending")
        }
        guard let value = payload["value"], let kind = pending.kind else {
            throw ReplayError("the effect '\(pending.name)' has no recorded outcome")
        }
        do {
            return .effect(key, .value(try Self.value(of: kind, value)))
        } catch {
            throw ReplayError("the outcome of the effect '\(pending.name)' can't be decoded: \(Snapshot.detail(error))")
        }
    }

    private static func value<Performed: Effect>(
        of kind: Performed.Type,
        _ json: JSONValue
    ) throws -> any Codable & Sendable {
        try JSONCoding.decode(Performed.Value.self, from: json)
    }
}

/// The reason why a recorded event can't be applied again.
package struct ReplayError: Error, CustomStringConvertible {
    /// The reason, as the end of a sentence.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension PendingEffect {
    /// The type of the effect, or `nil` for a timer.
    fileprivate var kind: (any Effect.Type)? {
        switch work {
        case .perform(let effect): type(of: effect)
        case .lost(let kind): kind
        case .wait: nil
        }
    }
}

/// The same numbers every time, so that a replay can be repeated.
private struct CountingNumbers: RandomNumberGenerator {
    private var state: UInt64 = 0

    /// The next number of the generator SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
