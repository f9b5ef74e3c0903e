public import Coordination

/// The places in the `items` application that a link can lead to.
public enum ItemsLink: DeepLink {
    /// The tutorial.
    case onboarding
    /// The list.
    case items
    /// One item.
    case item(Item.ID)
    /// The settings.
    case settings
    /// The login.
    case login
    /// The terms.
    case terms
    /// The sign-up.
    case signUp

    /// Reads `onboarding`, `items`, `item`, `item/5`, `settings`, `login`, `terms` and `signUp`.
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

    /// Whether only a user who has signed in may go there.
    var needsAccount: Bool {
        switch self {
        case .items, .item, .settings: true
        case .onboarding, .login, .terms, .signUp: false
        }
    }
}
