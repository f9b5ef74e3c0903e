import JSON

/// The effect that publishes a value of a topic, which ``BaseCoordinator/publish(_:to:)`` performs.
///
/// Like every effect it is committed with the state, so a value is published after the step that has changed it. If the server stops
/// in between, the next one publishes it, even if a later value was published meanwhile.
public struct Publish<Subject: Topic>: Effect {
    /// The publication gives nothing back.
    public typealias Value = Nothing
    /// The name of the topic's kind with `publish.` before it.
    public static var name: String { "publish.\(Subject.name)" }
    /// No screen waits for it.
    public static var blocksScreen: Bool { false }

    /// The topic to publish a value of.
    public let topic: Subject
    /// The value that everyone gets who follows the topic.
    public let value: Subject.Value
}

/// A ``Publish`` of any topic, for the server.
package protocol Publishing: Effect {
    /// The topic to publish a value of.
    ///
    /// - Throws: `EncodingError` if it can't be written as JSON.
    var publishedTopic: TopicID { get throws }

    /// The value as JSON.
    ///
    /// - Throws: `EncodingError` if it can't be written as JSON.
    var publishedValue: [UInt8] { get throws }
}

extension Publish: Publishing {
    package var publishedTopic: TopicID { get throws { try TopicID(topic) } }

    package var publishedValue: [UInt8] { get throws { try JSONCoding.encode(value) } }
}

extension BaseCoordinator {
    /// Publishes a value of a topic, after the step is committed.
    ///
    /// The wiring must declare the topic with ``Wire/publishes(_:)``. If several publish at the same time, one of the values
    /// stays, and everyone who follows the topic ends with that one.
    ///
    /// ```swift
    /// publish(SeatMap.Value(taken: state.taken), to: SeatMap(train: state.train))
    /// ```
    public func publish<Subject: Topic>(_ value: Subject.Value, to topic: Subject) {
        perform(Publish(topic: topic, value: value))
    }
}
