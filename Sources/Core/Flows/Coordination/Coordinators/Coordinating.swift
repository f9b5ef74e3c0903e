/// A flow, which decides where to go when a screen reports and stores the data that its next screens need.
///
/// A coordinator consists of its ``Coordinating/State`` alone, so a session can be stored after every step and restored on any
/// machine. The object exists for one step only, so anything that must last belongs in the state.
///
/// ```swift
/// final class UserEditCoordinator: Coordinator {
///     struct State: CoordinatorState { var user: User }
///     typealias Finish = User
///     typealias Factory = CityFactory
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

/// The requirements of a ``Coordinator``.
public protocol Coordinating: BaseCoordinator {
    /// The data that the flow keeps between steps, which the pattern calls storage.
    associatedtype State: CoordinatorState = NoState
    /// The result that the flow passes to the coordinator that runs it, by default ``Nothing``.
    associatedtype Finish: Sendable = Nothing
    /// The factory with which the flow builds its screens and reads data.
    ///
    /// The application's factory conforms to it.
    associatedtype Factory = Any

    /// The name of the flow in the tree and in stored sessions, unique in its application.
    static var name: String { get }

    /// The version of the flow's stored form: its state, its screens and the effects that it performs.
    ///
    /// Raise it whenever a change of one of these types makes stored data unreadable or changes its meaning: a member is
    /// renamed or becomes required, a screen or an effect gets another name. A new optional member, another layout of a view or
    /// another handler needs no new version. A screen or an effect that two flows use is covered by the versions of both. An
    /// effect that outlives its flow is covered by the version of the flow that ran it.
    static var version: Int { get }

    /// The migrations that bring a stored flow of an earlier version to this one, one version at a time.
    static var migrations: [Migration] { get }

    /// The result that the parent gets when the user leaves the flow, or `nil` when the parent gets none.
    ///
    /// The user leaves a flow by going back past its first screen or by dismissing its modal. With a result, the parent reacts
    /// as if the user had closed the flow.
    ///
    /// ```swift
    /// var cancellation: Finish? { .close }
    /// ```
    var cancellation: Finish? { get }

    /// The flow's event handlers, and the screens, flows and effects that it uses.
    static var wiring: Wiring<Self> { get }

    /// Shows the flow's first screen, or runs its first child.
    func start()
}

extension Coordinating {
    /// The name of the type.
    public static var name: String { String(describing: Self.self) }

    /// The version of a flow that declares none: 1.
    public static var version: Int { 1 }

    /// The migrations of a flow that declares none: an empty list.
    public static var migrations: [Migration] { [] }

    /// No result for a flow that the user leaves.
    public var cancellation: Finish? { nil }

    /// The data that the flow keeps between steps.
    ///
    /// Changes are stored with the step, and discarded if the step fails.
    public var state: State {
        get {
            guard let state = erasedState as? State else {
                preconditionFailure("The flow '\(Self.name)' has the state of another flow.")
            }
            return state
        }
        set { erasedState = newValue }
    }

    /// The application's factory, as the type that this flow declares.
    public var factory: Factory {
        guard let factory = router.application.factory as? Factory else {
            preconditionFailure("The factory of the application is not of the type that '\(Self.name)' declares.")
        }
        return factory
    }

    /// Ends the flow: all screens of it and of the flows it runs are removed, and its parent gets the result.
    ///
    /// The flow ends when the handler that called this method returns.
    ///
    /// ```swift
    /// private func select(_ city: City) {
    ///     finish(city)
    /// }
    /// ```
    public func finish(_ result: Finish) {
        router.finish(key, with: result)
    }
}

extension Coordinating where Finish == Nothing {
    /// Ends a flow that has no result, as ``Coordinating/finish(_:)`` does for a flow with one.
    public func finish() {
        finish(Nothing())
    }
}

/// The state of a flow that has no data to keep.
public struct NoState: CoordinatorState {
    /// Creates the empty state.
    public init() {}
}
