/// A migration of a stored flow from one version to the next.
///
/// A flow raises its ``Coordinating/version`` with each change of its stored form, and has a migration from each earlier
/// version that a stored session may still have. They run one after the other when a session is restored:
///
/// ```swift
/// static let version = 2
/// static let migrations: [Migration] = [
///     Migration(from: 1) { stored in
///         stored.state.renameMember("city", to: "town")
///         stored.renameScreen("cities", to: "towns")
///         stored.updateScreens("towns") { $0.renameMember("cities", to: "towns") }
///     }
/// ]
/// ```
public struct Migration: Sendable {
    /// The version that it starts from, one below the version that it leads to.
    public let from: Int
    let change: @Sendable (inout StoredFlow) throws -> Void

    /// Creates a migration from a version to the next one.
    ///
    /// - Parameters:
    ///   - version: The version that it starts from.
    ///   - change: Changes the stored flow. It may throw when it can't, and then the flow restarts at its ``Anchor``.
    public init(from version: Int, _ change: @escaping @Sendable (inout StoredFlow) throws -> Void) {
        from = version
        self.change = change
    }
}
