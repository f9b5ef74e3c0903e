/// The screen for clients that can't draw what the application wants to show.
///
/// It is shown in place of a screen that the client can't draw and that has no ``Screen/fallback`` for the client. An
/// application coordinator can show it to clients below a minimum version, too, which ``ClientInfo/isOlder(than:)`` finds. No
/// flow has to declare it.
///
/// ```swift
/// func start() {
///     guard !client.isOlder(than: "2.1") else { return setRoot(UpdateRequired()) }
///     run(MainCoordinator.self, in: .root())
/// }
/// ```
public struct UpdateRequired: Screen {
    /// The name in the state: `updateRequired`.
    public static let name = "updateRequired"
    /// The title in the source language.
    public static let title = "Update required"

    /// Creates the screen.
    public init() {}

    /// A notice to update the app.
    public var view: ScreenView {
        Empty(
            String(localized: "Update required"),
            text: String(localized: "This version of the app can't show this page. Please update the app."),
            symbol: "update"
        )
    }
}
