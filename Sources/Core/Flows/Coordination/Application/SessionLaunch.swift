public import JSON

/// The values that a client passes to the application at the start of a session.
///
/// ```swift
/// let launch = SessionLaunch(input: ["account": "DE75512108001245126199"], isEmbedded: true)
/// let step = try items.start(launch, at: context)
/// ```
public struct SessionLaunch: Equatable, Sendable {
    /// A link to open after the start, or `nil` to stay where the application begins.
    public var link: String?
    /// The input as the client sent it, or `nil` for none (``ApplicationCoordinating/Input``).
    public var input: JSONValue?
    /// The user who is signed in from the start, or `nil` for a guest.
    public var identity: Identity?
    /// Whether the session is a part of another app, to which the user can go back from the first screen.
    public var isEmbedded: Bool

    /// Creates a launch, by default of a guest without anything else.
    public init(link: String? = nil, input: JSONValue? = nil, identity: Identity? = nil, isEmbedded: Bool = false) {
        self.link = link
        self.input = input
        self.identity = identity
        self.isEmbedded = isEmbedded
    }
}

/// The part of a ``SessionLaunch`` that a session keeps, because its flows read it and its user may leave it.
struct Host: Equatable, Sendable, StoredStructure {
    var input: JSONValue?
    var isEmbedded = false

    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        try coder.member("input", &input)
        try coder.member("embedded", &isEmbedded, default: false)
    }
}

extension SessionLaunch {
    /// The part that the session keeps, or `nil` if there is nothing to keep.
    var host: Host? { input == nil && !isEmbedded ? nil : Host(input: input, isEmbedded: isEmbedded) }
}
