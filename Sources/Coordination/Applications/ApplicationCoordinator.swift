/// The root of an application's tree: chooses the first flow and opens links.
///
/// ```swift
/// final class ItemsCoordinator: ApplicationCoordinator {
///     func start() { … }
///     func open(_ link: ItemsLink) throws { … }
/// }
/// ```
public typealias ApplicationCoordinator = BaseCoordinator & ApplicationCoordinating

/// What an ``ApplicationCoordinator`` declares.
public protocol ApplicationCoordinating: Coordinating {
    /// The links that the application understands.
    associatedtype Link: DeepLink = NoLink

    /// Goes to where a link leads, from wherever the user is; modals are gone by then.
    ///
    /// - Throws: A ``Refusal`` when the link leads nowhere; nothing has changed then.
    func open(_ link: Link) throws
}

extension ApplicationCoordinating where Link == NoLink {
    /// Never called; there is no link of this type.
    public func open(_ link: NoLink) throws {}
}

/// A place in an application that can be opened from outside.
public protocol DeepLink: Codable, Equatable, Sendable {
    /// Reads the path of a link; `nil` when it leads nowhere.
    ///
    /// - Parameters:
    ///   - path: The segments of the path, percent-decoded: `["item", "5"]` for `usher://items/item/5`.
    ///   - query: The parameters after the question mark, percent-decoded.
    init?(path: [String], query: [String: String])
}

/// The links of an application that has none.
public enum NoLink: DeepLink {
    /// Always `nil`.
    public init?(path: [String], query: [String: String]) { nil }

    /// Always throws: there is nothing to read.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "There are no links.")
        )
    }

    /// Never called.
    public func encode(to encoder: any Encoder) throws {}
}
