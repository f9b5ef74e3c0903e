/// One screen: a value that knows its inputs (its stored properties) and its outputs, and nothing else.
///
/// A screen never names another screen and never decides where to go next; it reports, and a coordinator decides.
/// Each output is declared once, as a static property; an application knows those that its flows wire (``Wiring``).
/// Its properties are what the client receives as `props`, so they hold what is shown and no secrets.
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
    /// The name of this kind of screen in the state and in stored sessions; unique in its application.
    static var name: String { get }

    /// The text for the navigation bar; empty when there is none.
    var title: String { get }

    /// Which of several looks this instance has, for clients with a view of their own for each; `nil` when there is one.
    ///
    /// The screen's factory chooses it, for example by an ``Experiment``; inputs and outputs are the same for all.
    var variant: String? { get }

    /// The outputs that may not be reported while the screen's inputs are as they are.
    ///
    /// A client does not see them, and a report of one is refused.
    var disabledOutputs: [any ScreenOutput] { get }

    /// The screen in semantic elements, for clients that have no view of their own for it.
    @ViewBuilder var view: ScreenView { get }
}

extension Screen {
    /// No title.
    public var title: String { "" }

    /// One look.
    public var variant: String? { nil }

    /// Every declared output may be reported.
    public var disabledOutputs: [any ScreenOutput] { [] }

    /// No elements: clients draw the screen from its props and outputs.
    public var view: ScreenView { ScreenView([]) }
}
