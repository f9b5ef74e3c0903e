public import JSON

/// Sample values of an application: results of its effects, payloads of its outputs, and links.
///
/// Tools use them to walk through the application without its services: random walks, the exploration of all screens, and
/// the examples in the description of the API. They say nothing about real users.
///
/// ```swift
/// let samples = Samples(
///     links: ["usher://bank/transfers"],
///     payloads: ["transfer.submit": [["iban": "DE02120300000000202051", "amount": "12.50"]]]
/// )
/// .results(of: SignIn.self) { effect, now in [.account("ada"), .rejected] }
/// ```
public struct Samples: Sendable {
    /// Links that lead to a target, from some state at least.
    public var links: [String]
    /// Links that lead nowhere, as links from outside may.
    public var wrongLinks: [String]
    /// The inputs with which sessions may start, if the application takes one.
    public var inputs: [JSONValue] = []
    /// The payloads that users may enter, by the names of the screen and the output (`transfer.submit`).
    public var payloads: [String: [JSONValue]]
    /// Texts that are in the results for a signed-in user and in no payload.
    ///
    /// None of them may be in the state of a session after its user has signed out.
    public var canaries: [String] = []
    /// The findings of `usher check` that are accepted.
    package private(set) var accepted: [(kind: String, subject: String, reason: String)] = []
    private var results: [String: @Sendable (any Effect, Timestamp) -> [EffectOutcome]] = [:]
    private var topicValues: [String: @Sendable (TopicID) -> [any Codable & Sendable]] = [:]

    /// Creates samples without results, with which every effect fails.
    public init(links: [String] = [], wrongLinks: [String] = [], payloads: [String: [JSONValue]] = [:]) {
        self.links = links
        self.wrongLinks = wrongLinks
        self.payloads = payloads
    }

    /// Returns a copy in which every effect of a kind has one of these results.
    ///
    /// The results may depend on the effect and on the time.
    public func results<E: Effect>(
        of kind: E.Type,
        _ values: @escaping @Sendable (E, Timestamp) -> [E.Value]
    ) -> Self {
        var copy = self
        copy.results[kind.name] = { effect, now in
            guard let effect = effect as? E else { return [] }
            return values(effect, now).map { .value($0) }
        }
        return copy
    }

    /// Returns a copy in which every topic of a kind has these values, one after the other.
    ///
    /// - Parameters:
    ///   - kind: The kind of topic.
    ///   - values: The values, which may depend on the topic.
    /// - Returns: The copy.
    public func values<Subject: Topic>(
        of kind: Subject.Type,
        _ values: @escaping @Sendable (Subject) -> [Subject.Value]
    ) -> Self {
        var copy = self
        copy.topicValues[kind.name] = { topic in
            (try? JSONCoding.decode(Subject.self, parsing: Array(topic.key.utf8))).map(values) ?? []
        }
        return copy
    }

    /// Returns a copy with further canaries.
    public func with(canaries: String...) -> Self {
        var copy = self
        copy.canaries += canaries
        return copy
    }

    /// Returns a copy with further inputs.
    public func with(inputs: JSONValue...) -> Self {
        var copy = self
        copy.inputs += inputs
        return copy
    }

    /// Returns a copy that accepts a finding of `usher check`, so that it is no mistake.
    ///
    /// The report lists what is accepted with the reason, and says if it does not occur any more.
    ///
    /// ```swift
    /// let samples = Samples().accepting("endless-effects", of: "watch", because: "it waits for the next change.")
    /// ```
    ///
    /// - Parameters:
    ///   - kind: The kind of the finding, as the report names it.
    ///   - subject: The subject of the finding: a screen, an output, an effect or a link.
    ///   - reason: The reason, as the end of a sentence.
    /// - Returns: The copy.
    public func accepting(_ kind: String, of subject: String, because reason: String) -> Self {
        var copy = self
        copy.accepted.append((kind, subject, reason))
        return copy
    }

    /// Returns a copy with other links and payloads.
    public func with(links: [String], wrongLinks: [String] = [], payloads: [String: [JSONValue]] = [:]) -> Self {
        var copy = self
        copy.links = links
        copy.wrongLinks = wrongLinks
        copy.payloads = payloads
        return copy
    }

    /// Returns the values that a topic may have, or none for a kind without values.
    ///
    /// The presence at any topic has two followers.
    package func values(of topic: TopicID) -> [TopicValue] {
        let values = topicValues[topic.name]?(topic) ?? (topic.isPresence ? [Followers(count: 2)] : [])
        return values.map { TopicValue(topic: topic, value: $0) }
    }

    /// Returns the results that a pending effect may have, or none for a timer and for a kind without results.
    ///
    /// An effect that gives nothing back has that as its result.
    package func outcomes(of pending: PendingEffect, at now: Timestamp) -> [EffectOutcome] {
        guard let effect = pending.effect else { return [] }
        if let result = results[pending.name] { return result(effect, now) }
        return Self.givesNothing(effect) ? [.value(Nothing())] : []
    }

    private static func givesNothing<E: Effect>(_ effect: E) -> Bool { E.Value.self == Nothing.self }
}
