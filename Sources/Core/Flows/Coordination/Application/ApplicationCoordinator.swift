import JSON

/// The root of an application's coordinator tree, which chooses the first flow and opens links.
///
/// ```swift
/// final class ItemsCoordinator: ApplicationCoordinator {
///     func start() { … }
///     func open(_ link: ItemsLink) throws { … }
///     static let wiring: Wiring<ItemsCoordinator> = [ … ]
/// }
/// ```
public typealias ApplicationCoordinator = BaseCoordinator & ApplicationCoordinating

/// The requirements of an ``ApplicationCoordinator``.
public protocol ApplicationCoordinating: Coordinating {
    /// The type of the application's deep links, by default ``NoLink``.
    associatedtype Link: DeepLink = NoLink
    /// The type of the input that a client passes with the start of a session, by default ``Nothing``.
    ///
    /// A session that is a part of another app gets from it what it needs to know, such as the account that money comes from,
    /// and gives its result back by ``Coordinating/finish(_:)``. The ``Coordinating/Finish`` of an application coordinator is
    /// a ``Payload``, too.
    ///
    /// ```swift
    /// final class RatingCoordinator: ApplicationCoordinator {
    ///     typealias State = NoState
    ///     struct Input: Payload { var item: Int }
    ///     struct Finish: Payload { var stars: Int }
    ///
    ///     func accept(_ input: Input) throws {
    ///         if input.item < 1 { throw Rejection("rating.unknownItem", "There is no such item.") }
    ///     }
    ///
    ///     func start() {}
    ///     static let wiring: Wiring<RatingCoordinator> = []
    /// }
    /// ```
    associatedtype Input: Payload = Nothing

    /// Whether a session can start without the input, by default `false` for an application that has one.
    static var isInputOptional: Bool { get }

    /// Takes the input of a new session, before ``Coordinating/start()``.
    ///
    /// The session keeps the input, so ``input`` has it at any later time, also after ``signOut()``, which resets the state.
    ///
    /// - Throws: A ``Rejection`` of an input that makes no sense. The client gets its reason, and no session is created.
    func accept(_ input: Input) throws

    /// Navigates to the target of a link from any state.
    ///
    /// All modals have been dismissed before the call.
    ///
    /// ```swift
    /// func open(_ link: ItemsLink) throws {
    ///     switch link {
    ///     case .items: showList()
    ///     case .item(let id): run(ItemCoordinator.self, with: .init(item: try factory.item(id)), in: .root())
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: A ``Rejection`` when the target does not exist. Nothing has changed then.
    func open(_ link: Link) throws
}

extension ApplicationCoordinating {
    /// Input is necessary, if the application takes any.
    public static var isInputOptional: Bool { false }

    /// Accepts every input.
    public func accept(_ input: Input) throws {}

    /// The input with which a client has started the session, or `nil` if there was none.
    public var input: Input? { router.state.host?.input.flatMap { try? JSONCoding.decode(Input.self, from: $0) } }
}

extension ApplicationCoordinating where Link == NoLink {
    /// Does nothing and is never called, because there are no values of ``NoLink``.
    public func open(_ link: NoLink) throws {}
}

/// A target in an application that can be opened from outside.
///
/// ```swift
/// enum ItemsLink: DeepLink {
///     case items, item(Int)
///
///     init?(path: [String], query: [String: String]) {
///         switch (path.first, path.count) {
///         case ("items", 1): self = .items
///         case ("item", 2):
///             guard let id = Int(path[1]) else { return nil }
///             self = .item(id)
///         default: return nil
///         }
///     }
/// }
/// ```
public protocol DeepLink: Codable, Equatable, Sendable {
    /// The paths of the links as URI templates (RFC 6570 level 1), for authors of clients.
    ///
    /// They are empty if the links are not listed.
    ///
    /// ```swift
    /// static let patterns = ["items", "item/{id}"]
    /// ```
    static var patterns: [String] { get }

    /// Creates a link from its path and query, or returns `nil` for a path that the application does not have.
    ///
    /// - Parameters:
    ///   - path: The segments of the path, percent-decoded: `["item", "5"]` for `usher://items/item/5`.
    ///   - query: The parameters after the question mark, percent-decoded.
    init?(path: [String], query: [String: String])
}

extension DeepLink {
    /// No patterns: the links are not listed.
    public static var patterns: [String] { [] }
}

/// A deep link that can be written as well as read, so that the places of the application have addresses.
///
/// It is the inverse of ``DeepLink/init(path:query:)``: a link that is created from its own path and query is the same link.
///
/// ```swift
/// var path: [String] {
///     switch self {
///     case .items: ["items"]
///     case .item(let id): ["item", String(id)]
///     }
/// }
/// ```
///
/// The wiring of the application coordinator declares with ``Wire/link(to:_:)`` which screens such links lead to.
public protocol AddressableLink: DeepLink {
    /// The segments of the path, not encoded: `["item", "5"]` for `usher://items/item/5`.
    var path: [String] { get }

    /// The parameters after the question mark, not encoded and by default none.
    var query: [String: String] { get }
}

extension AddressableLink {
    /// An empty query, because most links consist of a path alone.
    public var query: [String: String] { [:] }
}

/// The link type of an application without deep links, which has no values.
public enum NoLink: DeepLink {
    /// Always returns `nil`.
    public init?(path: [String], query: [String: String]) { nil }

    /// Always throws `DecodingError.dataCorrupted`.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "The application has no links.")
        )
    }

    /// Does nothing and is never called, because the type has no values.
    public func encode(to encoder: any Encoder) throws {}
}
