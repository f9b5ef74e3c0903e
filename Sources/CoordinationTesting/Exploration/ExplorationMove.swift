import JSON

/// An event that an exploration applies, and the statement of a test that does the same.
struct ExplorationMove {
    enum Kind: Equatable {
        case user, link
        case effect(String, isSuccess: Bool)
        case timer
    }

    let event: Event
    let kind: Kind
    /// The output, effect, link or gesture, such as `login.submit`.
    let subject: String
    /// The statement of a test with a ``TestSession`` that does the same.
    let statement: String
    /// The time of the event; `nil` for the time of the state.
    var time: Timestamp?

    static func report(_ output: String, of screen: ScreenNode, _ payload: JSONValue?) -> Self {
        let subject = "\(screen.name).\(output)"
        let argument = payload.map { ", \($0.literal)" } ?? ""
        return Self(
            event: .output(output, screen: screen.key, payload: payload),
            kind: .user,
            subject: subject,
            statement: "try session.report(\"\(subject)\"\(argument))"
        )
    }

    static func gesture(_ event: Event, _ name: String, _ call: String? = nil) -> Self {
        Self(event: event, kind: .user, subject: name, statement: "try session.\(call ?? "\(name)()")")
    }

    static func link(_ link: String) -> Self {
        Self(
            event: .link(link),
            kind: .link,
            subject: link,
            statement: "try session.open(\(JSONValue.string(link).literal))"
        )
    }

    static func result(_ outcome: EffectOutcome, of pending: PendingEffect, _ effect: any Effect) -> Self {
        let type = type(of: effect)
        let (isSuccess, statement) =
            switch outcome {
            case .value(let value): (true, "try session.complete(\(type).self, \(String(reflecting: value)))")
            case .failure(let failure): (false, "try session.fail(\(type).self, .\(failure))")
            }
        return Self(
            event: .effect(pending.key, outcome),
            kind: .effect(pending.name, isSuccess: isSuccess),
            subject: pending.name,
            statement: statement
        )
    }

    static func timer(_ timer: PendingEffect, due: Timestamp, now: Timestamp) -> Self {
        let milliseconds = max(due.milliseconds - now.milliseconds, 0)
        let duration = milliseconds % 1_000 == 0 ? "seconds(\(milliseconds / 1_000))" : "milliseconds(\(milliseconds))"
        return Self(
            event: .timer(timer.key),
            kind: .timer,
            subject: timer.name,
            statement: "try session.advance(by: .\(duration))",
            time: max(due, now)
        )
    }
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
