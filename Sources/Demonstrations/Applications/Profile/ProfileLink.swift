public import Coordination

/// The deep links of the `profile` application.
public enum ProfileLink: AddressableLink {
    /// The screen of the user, the root.
    case user
    /// The profile of a service provider, with one city or several.
    case services(Selection)

    /// The paths of the links, without the name of the application.
    public static let patterns = ["", "user", "services", "services/several"]

    /// Parses an empty path or `user`, `services` and `services/several`.
    ///
    /// The result is `nil` for other paths.
    public init?(path: [String], query: [String: String]) {
        switch path {
        case [], ["user"]: self = .user
        case ["services"]: self = .services(.one)
        case ["services", "several"]: self = .services(.several)
        default: return nil
        }
    }

    /// The segments of the path.
    public var path: [String] {
        switch self {
        case .user: ["user"]
        case .services(.one): ["services"]
        case .services(.several): ["services", "several"]
        }
    }
}
