/// A flow: decides where to go when a screen reports, and remembers what the next screens need.
///
/// A coordinator is its ``Coordinating/State`` and nothing else, so that any session can be written down after every
/// step and picked up on any machine. The object lives for one step; what must last belongs in the state.
///
/// ```swift
/// final class UserEditCoordinator: Coordinator {
///     struct State: CoordinatorState { var user: User }
///     typealias Finish = User
///
///     func start() { push(UserEdit(user: state.user)) }
///
///     static let wiring: Wiring<UserEditCoordinator> = [
///         .on(UserEdit.selectCity) { $0.showCities() },
///         .on(Cities.citySelected) { $0.select($1) },
///     ]
///
///     private func showCities() { push(Cities(cities: factory.cities)) }
///
///     private func select(_ city: City) {
///         state.user.city = city
///         update { (screen: inout UserEdit) in screen.user = state.user }
///         pop(to: UserEdit.self)
///     }
/// }
/// ```
public typealias Coordinator = BaseCoordinator & Coordinating

/// What a ``Coordinator`` declares.
public protocol Coordinating: BaseCoordinator {
    /// All that the flow must remember: the pattern's storage.
    associatedtype State: CoordinatorState = NoState
    /// What the flow hands to the coordinator that runs it.
    associatedtype Finish: Sendable = Nothing
    /// What the flow builds its screens with, and the data at hand; the application's factory conforms to it.
    associatedtype Factory = Any

    /// The name of the flow in the tree and in stored sessions; unique in its application.
    static var name: String { get }

    /// The version of what the flow writes down: its state, the screens that it puts up and the effects that it performs.
    ///
    /// It is raised whenever one of their types changes so that what was written down no longer reads, or reads as
    /// something else: a member is renamed or becomes required, a screen or an effect gets another name. A new member
    /// that is optional, another layout of a view and another handler need no new version. A screen or an effect that
    /// two flows use is covered by the versions of both, and an effect whose flow has left by that of the flow that ran it.
    static var version: Int { get }

    /// What brings a stored flow of an earlier version to this one, a version at a time.
    static var upgrades: [Upgrade] { get }

    /// Where the flow begins again when a stored one no longer fits; `nil` to leave that to a flow above.
    ///
    /// Its type has to be written out, question mark included: `static let anchor: Anchor<State>? = .restart`.
    static var anchor: Anchor<State>? { get }

    /// Every way out of every screen of the flow, in one place.
    static var wiring: Wiring<Self> { get }

    /// Puts up the flow's first screen.
    func start()
}

extension Coordinating {
    /// The name of the type.
    public static var name: String { String(describing: Self.self) }

    /// The first version.
    public static var version: Int { 1 }

    /// No upgrades.
    public static var upgrades: [Upgrade] { [] }

    /// No anchor.
    public static var anchor: Anchor<State>? { nil }

    /// What the flow remembers; it is stored with the step, or forgotten when the step fails.
    public var state: State {
        get {
            guard let state = stored as? State else {
                preconditionFailure("A '\(Self.name)' has another flow's state.")
            }
            return state
        }
        set { stored = newValue }
    }

    /// What the flow builds its screens with.
    public var factory: Factory {
        guard let factory = router.application.factory as? Factory else {
            preconditionFailure("The factory was checked when the application was put together.")
        }
        return factory
    }

    /// Ends the flow: everything that it put up goes, and the coordinator that runs it gets the result.
    ///
    /// It takes effect when the handler that called it returns.
    public func finish(_ result: Finish) {
        router.finish(key, with: result)
    }
}

extension Coordinating where Finish == Nothing {
    /// Ends a flow that has no result; see ``Coordinating/finish(_:)``.
    public func finish() {
        finish(Nothing())
    }
}

/// The state of a flow that remembers nothing.
public struct NoState: CoordinatorState {
    /// Nothing.
    public init() {}
}
