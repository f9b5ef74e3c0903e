/// Changes what a flow of one version has written down into what the next version reads.
///
/// ```swift
/// static let version = 2
/// static let upgrades: [Upgrade] = [
///     Upgrade(from: 1) { stored in
///         stored.state.renameMember("city", to: "town")
///         stored.renameScreen("cities", to: "towns")
///         stored.updateScreens("towns") { $0.renameMember("cities", to: "towns") }
///     }
/// ]
/// ```
public struct Upgrade: Sendable {
    /// The version that it begins with; it leads to the next one.
    public let from: Int
    let change: @Sendable (inout StoredFlow) throws -> Void

    /// An upgrade from a version to the next one.
    ///
    /// - Parameters:
    ///   - version: The version that it begins with.
    ///   - change: Changes the flow; it may throw to say that it can't, and then the flow begins again at its ``Anchor``.
    public init(from version: Int, _ change: @escaping @Sendable (inout StoredFlow) throws -> Void) {
        from = version
        self.change = change
    }
}
