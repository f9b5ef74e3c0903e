extension Wire {
    /// Follows a topic for as long as the state of the flow says so, and receives its values.
    ///
    /// ```swift
    /// .follows { SeatMap(train: $0.train) } receive: { $0.show(taken: $1.taken) },
    /// ```
    ///
    /// Values come while a client of the session is connected, and when one asks for the state. They change the session like
    /// any other event, but don't prolong it.
    ///
    /// - Parameters:
    ///   - topic: Returns the topic, or `nil` while the flow follows none. It must depend on the state alone.
    ///   - receive: Called with each value.
    /// - Returns: A wire with the handler.
    public static func follows<Subject: Topic>(
        _ topic: @escaping @Sendable (Flow.State) -> Subject?,
        receive: @escaping @Sendable (Flow, Subject.Value) throws -> Void
    ) -> Self {
        var wire = Self(.topic(Subject.name)) { flow, value in try receive(flow, expect(value)) }
        wire.follow = TopicFollow(kind: Subject.self) { ($0 as? Flow.State).flatMap(topic) }
        return wire
    }

    /// Declares a topic whose values this flow publishes with ``BaseCoordinator/publish(_:to:)``.
    public static func publishes<Subject: Topic>(_ topic: Subject.Type) -> Self {
        ignores(Publish<Subject>.self)
    }
}

/// The type-erased function that reads from a flow's state which topic the flow follows.
struct TopicFollow: Sendable {
    let kind: any Topic.Type
    let topic: @Sendable (any CoordinatorState) -> (any Topic)?
}
