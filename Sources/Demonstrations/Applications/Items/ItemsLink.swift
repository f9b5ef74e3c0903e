public import Coordination

/// The deep links of the `items` application.
public enum ItemsLink: AddressableLink {
    /// The tutorial, which a link can run again.
    case onboarding
    /// The item list, which needs an account.
    case items
    /// A single item, above the list, which needs an account.
    case item(Item.ID)
    /// The settings, which need an account.
    case settings
    /// The login, which is rejected for a signed-in user.
    case login
    /// The terms, above the sign-up, which are rejected for a signed-in user.
    case terms
    /// The sign-up, above the login, which is rejected for a signed-in user.
    case signUp

    /// The paths of the links, without the name of the application.
    public static let patterns = [
        "onboarding", "items", "item", "item/{id}", "settings", "login",
        "terms", "signUp",
    ]

    /// Parses `onboarding`, `items`, `item`, `item/5`, `settings`, `login`, `terms` and `signUp`.
    ///
    /// The result is `nil` for any other path.
    public init?(path: [String], query: [String: String]) {
        switch path {
        case ["onboarding"]: self = .onboarding
        case ["items"], ["item"]: self = .items
        case ["settings"]: self = .settings
        case ["login"]: self = .login
        case ["terms"]: self = .terms
        case ["signUp"]: self = .signUp
        default:
            guard path.count == 2, path[0] == "item", let id = Item.ID(path[1]) else { return nil }
            self = .item(id)
        }
    }

    /// The segments of the path.
    public var path: [String] {
        switch self {
        case .onboarding: ["onboarding"]
        case .items: ["items"]
        case .item(let id): ["item", String(id)]
        case .settings: ["settings"]
        case .login: ["login"]
        case .terms: ["terms"]
        case .signUp: ["signUp"]
        }
    }

    /// Whether the link needs a signed-in user.
    var needsAccount: Bool {
        switch self {
        case .items, .item, .settings: true
        case .onboarding, .login, .terms, .signUp: false
        }
    }
}
