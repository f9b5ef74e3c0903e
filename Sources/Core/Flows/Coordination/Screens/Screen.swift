/// A screen: a value with its inputs as stored properties and its outputs as static properties.
///
/// A screen never refers to another screen and never decides where to go next. It reports an output, and a coordinator decides.
/// Declare each output once, as a static property. An application has the outputs that its flows wire (``Wiring``).
///
/// Clients receive the stored properties as `props`, unless ``sendsProps`` is `false`, so they must hold only what is shown,
/// and no secrets.
///
/// ```swift
/// struct Cities: Screen {
///     static let name = "cities"
///     static let citySelected = Output<Cities, City>("citySelected")
///
///     var cities: [City]
///
///     var view: ScreenView {
///         List(cities) { city in Row(city.name).reports(Cities.citySelected, city) }
///     }
/// }
/// ```
public protocol Screen: Codable, Equatable, Sendable {
    /// The name of this kind of screen in the state and in stored sessions, unique in its application.
    static var name: String { get }

    /// The title of every instance, which is empty for none or if it depends on the inputs.
    ///
    /// It is a part of the description of the application for authors of clients.
    static var title: String { get }

    /// The title in the navigation bar, which is empty for none.
    ///
    /// By default it is the title of every instance. A title that depends on the inputs is written in the language of the
    /// client:
    ///
    /// ```swift
    /// var title: String { String(localized: "Order \(order.number)") }
    /// ```
    var title: String { get }

    /// The names of all looks that an instance may have, or none when there is only one.
    ///
    /// ```swift
    /// enum Look: String, Codable, CaseIterable { case list, map }
    ///
    /// var look: Look
    /// static let variants = Look.allCases.map(\.rawValue)
    /// var variant: String? { look.rawValue }
    /// ```
    static var variants: [String] { get }

    /// The name of this instance's look, for clients with a view for each look, or `nil` when there is only one.
    ///
    /// The screen factory chooses it, for example by an ``Experiment``. Inputs and outputs are the same for all looks.
    var variant: String? { get }

    /// Whether clients receive the stored properties as `props`.
    static var sendsProps: Bool { get }

    /// The version of the inputs and outputs, for clients with a view of their own for this kind of screen.
    ///
    /// Raise it with a change that such a view can't draw. Clients that list an older version get the ``fallback``, or the
    /// elements of ``view``.
    static var version: Int { get }

    /// The screen to show to clients that can't draw this one, as ``ClientInfo/canDraw(_:)`` decides.
    ///
    /// Its outputs are its own, so a flow wires them like the outputs of any screen. Without a fallback, such clients get
    /// ``UpdateRequired``.
    ///
    /// ```swift
    /// var fallback: (any Screen)? { CityList(cities: cities) }
    /// ```
    var fallback: (any Screen)? { get }

    /// The outputs that can't be reported with the screen's current inputs.
    ///
    /// Clients don't see them, and a report of one is rejected with ``NavigationError/outputUnavailable(_:screen:)``.
    ///
    /// ```swift
    /// var disabledOutputs: [any ScreenOutput] { cart.isEmpty ? [CartPage.order] : [] }
    /// ```
    var disabledOutputs: [any ScreenOutput] { get }

    /// The sources of the rows that lists of this kind of screen have beside the state, by default none.
    static var rowSources: [any RowSource.Type] { get }

    /// The screen as semantic elements, for clients that have no view of their own for it.
    @ViewBuilder var view: ScreenView { get }
}

extension Screen {
    /// An empty title.
    public static var title: String { "" }

    /// The title of every instance.
    public var title: String { Self.title }

    /// No names, for a screen with one look.
    public static var variants: [String] { [] }

    /// `nil`, for a screen with one look.
    public var variant: String? { nil }

    /// `true`: clients receive the stored properties.
    ///
    /// Return `false` for a screen that every client draws from its view, and that has properties which are large or which
    /// clients must not see. The state then has half the bytes for it, or less.
    public static var sendsProps: Bool { true }

    /// The first version, 1.
    public static var version: Int { 1 }

    /// `nil`, for a screen that every client can draw.
    public var fallback: (any Screen)? { nil }

    /// No sources: all rows are in the state.
    public static var rowSources: [any RowSource.Type] { [] }

    /// No outputs: every declared output can be reported.
    public var disabledOutputs: [any ScreenOutput] { [] }

    /// No elements: clients render the screen from its props and outputs.
    public var view: ScreenView { ScreenView([]) }
}
