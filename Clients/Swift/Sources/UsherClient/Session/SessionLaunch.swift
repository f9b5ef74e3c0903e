/// The values that an app passes to an application of the server at the start of a session.
public struct SessionLaunch: Sendable, Hashable {
    /// The place at which the session starts.
    public var link: String?
    /// The input, of the type that `usher types` writes as `SessionInput`.
    public var input: JSONValue?
    /// The token of the user who has signed in to the app's own backend.
    public var identity: String?
    /// Whether the user can go back to the app from the first screen, which ends the session.
    public var isEmbedded: Bool

    /// Creates a launch.
    public init(link: String? = nil, input: JSONValue? = nil, identity: String? = nil, isEmbedded: Bool = false) {
        self.link = link
        self.input = input
        self.identity = identity
        self.isEmbedded = isEmbedded
    }

    /// The members of the request.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["link"] = link.map(JSONValue.string)
        members["input"] = input
        members["identity"] = identity.map(JSONValue.string)
        if isEmbedded { members["embedded"] = true }
        return members
    }
}
