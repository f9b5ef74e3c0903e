import JSON

/// A value that many sessions show and that changes while they show it, such as the free seats of a train.
///
/// A flow follows a topic for as long as its state says so. The value comes to the flow when it begins to follow and after each
/// change, whether a session, a handler, a route or another system has published it.
///
/// ```swift
/// struct SeatMap: Topic {
///     static let name = "seatMap"
///     var train: String
///     struct Value: Codable, Sendable { var taken: [Int] }
/// }
/// ```
///
/// The wiring of a flow says which topic it follows, and what it does with a value:
///
/// ```swift
/// .follows { SeatMap(train: $0.train) } receive: { $0.show(taken: $1.taken) },
/// ```
///
/// A topic has one current value and no messages: a flow that was away gets the last value and none before it, and it may get
/// the same value again, such as after a restart of the server. So set what the screen shows, and don't count values or add
/// them up.
public protocol Topic: Codable, Sendable {
    /// The type of the value.
    associatedtype Value: Codable & Sendable

    /// The name of the kind of topic, unique among all applications that share a store.
    static var name: String { get }

    /// The shortest time between two values that a session gets.
    ///
    /// If the topic changes more often, only the last value of each interval reaches the sessions.
    static var interval: Duration { get }
}

extension Topic {
    /// A quarter of a second.
    public static var interval: Duration { .milliseconds(250) }
}

/// The name of a topic: its kind, and the members by which it differs from the others of that kind.
public struct TopicID: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, as in ``Topic/name``.
    public let name: String
    /// The members of the topic as JSON.
    public let key: String

    /// Names a topic by its parts.
    public init(name: String, key: String) {
        self.name = name
        self.key = key
    }

    /// Names a topic.
    ///
    /// - Throws: `EncodingError` if the topic can't be written as JSON.
    package init(_ topic: some Topic) throws {
        self.init(name: type(of: topic).name, key: String(decoding: try JSONCoding.encode(topic), as: UTF8.self))
    }

    /// The kind and the members: `seatMap {"train":"7"}`.
    public var description: String { "\(name) \(key)" }
}

/// A value of a topic, as an event brings it to a session.
public struct TopicValue: Sendable {
    /// The topic that the value belongs to.
    public let topic: TopicID
    /// The value, of the type that the topic declares.
    public let value: any Codable & Sendable

    package init(topic: TopicID, value: any Codable & Sendable) {
        self.topic = topic
        self.value = value
    }
}

extension Event {
    /// Returns the event with a value of a topic.
    ///
    /// It is a programmer error if the topic can't be written as JSON.
    package static func topic<Subject: Topic>(of topic: Subject, _ value: Subject.Value) -> Event {
        do {
            return .topic(TopicValue(topic: try TopicID(topic), value: value))
        } catch {
            preconditionFailure("The topic '\(Subject.name)' can't be written as JSON: \(error)")
        }
    }
}

extension Topic {
    /// Returns an event with a value.
    ///
    /// - Throws: `DecodingError` if the JSON is not a value of this kind of topic.
    package static func event(of topic: TopicID, _ json: [UInt8]) throws -> Event {
        .topic(TopicValue(topic: topic, value: try JSONCoding.decode(Value.self, parsing: json)))
    }

    /// Returns the name of the topic of this kind that has the members of a JSON object.
    ///
    /// - Throws: `DecodingError` if a member is missing or has another type.
    package static func id(of members: [UInt8]) throws -> TopicID {
        try TopicID(JSONCoding.decode(Self.self, parsing: members))
    }

    /// Returns JSON as the server itself would write that value of this kind of topic.
    ///
    /// - Throws: `DecodingError` if it is not a value of this kind.
    package static func canonical(value json: [UInt8]) throws -> [UInt8] {
        try JSONCoding.encode(JSONCoding.decode(Value.self, parsing: json))
    }
}
