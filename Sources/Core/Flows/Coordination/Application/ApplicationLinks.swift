/// The links of an application: the links to its screens, and the links that its outputs follow.
struct ApplicationLinks: Sendable {
    private let application: String
    private var screens: [ObjectIdentifier: @Sendable (any Screen) -> LinkParts?] = [:]
    private var outputs: [ObjectIdentifier: OutputLinks] = [:]

    /// Collects the links in the wiring of an application coordinator.
    init(of application: String, _ declared: [DeclaredLink]) {
        self.application = application
        for link in declared {
            switch link {
            case .screen(let kind, let link): screens[ObjectIdentifier(kind)] = link
            case .output(let output, let link):
                outputs[ObjectIdentifier(output.source), default: OutputLinks(application: application)]
                    .links[output.name] = link
            }
        }
    }

    /// Returns the link that leads to a screen, or `nil` if none does.
    func link(to screen: any Screen) -> String? {
        guard let parts = screens[ObjectIdentifier(type(of: screen))]?(screen) else { return nil }
        return LinkAddress.text(of: parts, in: application)
    }

    /// Returns the links that the outputs of a kind of screen follow, or `nil` for none.
    func outputs(of screen: any Screen.Type) -> OutputLinks? { outputs[ObjectIdentifier(screen)] }
}

/// The links that the outputs of one kind of screen follow.
struct OutputLinks: Sendable {
    let application: String
    fileprivate(set) var links: [String: @Sendable ((any Sendable)?) -> LinkParts?] = [:]

    /// Returns the link that a report follows, or `nil` for none.
    func link(of report: Report) -> String? {
        guard let parts = links[report.output]?(report.value) else { return nil }
        return LinkAddress.text(of: parts, in: application)
    }
}

/// A link that a wiring declares.
enum DeclaredLink: Sendable {
    case screen(any Screen.Type, @Sendable (any Screen) -> LinkParts?)
    case output(any ScreenOutput, @Sendable ((any Sendable)?) -> LinkParts?)

    /// Whether two links are for the same screen or the same output.
    func isSame(as other: DeclaredLink) -> Bool {
        switch (self, other) {
        case (.screen(let first, _), .screen(let second, _)): first == second
        case (.output(let first, _), .output(let second, _)): first.source == second.source && first.name == second.name
        default: false
        }
    }
}

/// The path and the query of a link, without its type.
struct LinkParts: Sendable {
    let path: [String]
    let query: [String: String]

    init(_ link: some AddressableLink) {
        path = link.path
        query = link.query
    }
}

extension Application {
    /// Returns the link that leads to the place in front, such as `usher://market/product/milk`.
    ///
    /// It depends on the screen in front alone. A screen without a link costs one look-up.
    ///
    /// - Parameter state: A state of a session of this application.
    /// - Returns: The link, or `nil` after the end, for a screen in a modal, and for a screen to which the wiring gives no
    ///   link.
    public func link(to state: NavigationState) -> String? {
        guard state.modals.isEmpty, !state.isEnded, let focus = state.focus else { return nil }
        return links.link(to: focus.screen)
    }

    /// Draws the elements of a screen, with the links that their reports follow in ``Report/link``.
    package func drawingLinks<Result>(of screen: any Screen, _ body: () throws -> Result) rethrows -> Result {
        guard let links = links.outputs(of: type(of: screen)) else { return try body() }
        return try Report.$links.withValue(links, operation: body)
    }

    /// Returns the address of a link.
    ///
    /// - Throws: ``NavigationError/unknownLink(_:)`` if the application can't open it.
    func address(of text: String) throws(NavigationError) -> LinkAddress {
        guard let address = LinkAddress(text), isOwn(address), canOpen(address) else { throw .unknownLink(text) }
        return address
    }

    /// Returns whether a link belongs to this application, even if it leads nowhere.
    public func owns(_ link: String) -> Bool {
        LinkAddress(link).map(isOwn) ?? false
    }

    private func isOwn(_ address: LinkAddress) -> Bool {
        switch address.scheme {
        case "usher": address.host == name
        case "https": hosts.contains(address.host)
        default: false
        }
    }
}
