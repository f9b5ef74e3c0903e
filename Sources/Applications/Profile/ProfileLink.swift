public import Coordination

/// The places in the `profile` application that a link can lead to.
public enum ProfileLink: DeepLink {
    /// The user.
    case user
    /// The profile of somebody who works in one city, or in several.
    case services(Selection)

    /// Reads nothing or `user`, `services` and `services/several`.
    public init?(path: [String], query: [String: String]) {
        switch path {
        case [], ["user"]: self = .user
        case ["services"]: self = .services(.one)
        case ["services", "several"]: self = .services(.several)
        default: return nil
        }
    }
}
