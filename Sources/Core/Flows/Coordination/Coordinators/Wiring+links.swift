extension Wire where Flow: ApplicationCoordinating, Flow.Link: AddressableLink {
    /// Gives the link that leads to a kind of screen, the inverse of ``ApplicationCoordinating/open(_:)``.
    ///
    /// ```swift
    /// .link(to: ProductCard.self) { .product($0.grocery.id) },
    /// .link(to: OrderPage.self) { $0.isNew ? nil : .order($0.order.number) },
    /// ```
    ///
    /// Clients show it as the address of the place while the screen is in front and in no modal. Opening it from there must
    /// lead to the same kind of screen with the same link, which `CoordinationTesting` checks.
    ///
    /// - Parameters:
    ///   - screen: The kind of screen, of any flow of the application.
    ///   - link: Returns the link to a screen with these inputs, or `nil` if none leads there. It is called for each state, so
    ///     it must not take long.
    /// - Returns: A wire without a handler.
    public static func link<Target: Screen>(
        to screen: Target.Type,
        _ link: @escaping @Sendable (Target) -> Flow.Link?
    ) -> Self {
        var wire = Self(nil)
        wire.link = .screen(Target.self) { ($0 as? Target).flatMap(link).map { LinkParts($0) } }
        return wire
    }

    /// Gives the link that an output without a payload follows, as ``link(of:_:)-(Output<Source,Value>,_)`` does with one.
    public static func link<Source: Screen>(
        of output: Output<Source, Nothing>,
        _ link: @escaping @Sendable () -> Flow.Link?
    ) -> Self {
        var wire = Self(nil)
        wire.link = .output(output) { _ in link().map { LinkParts($0) } }
        return wire
    }

    /// Gives the link that an output follows, so that clients can show what reports it as a link: to be opened in another
    /// window, copied and shared.
    ///
    /// ```swift
    /// .link(of: Categories.categorySelected) { .category($0) },
    /// ```
    ///
    /// The screen knows nothing of it. Opening the link must lead to the same kind of screen, with the same link, as reporting
    /// the output, which `CoordinationTesting` checks.
    ///
    /// - Parameters:
    ///   - output: The output, of a screen of any flow of the application.
    ///   - link: Returns the link for a value that an element of the view reports, or `nil` for none.
    /// - Returns: A wire without a handler.
    public static func link<Source: Screen, Value: Payload>(
        of output: Output<Source, Value>,
        _ link: @escaping @Sendable (Value) -> Flow.Link?
    ) -> Self {
        var wire = Self(nil)
        wire.link = .output(output) { ($0 as? Value).flatMap(link).map { LinkParts($0) } }
        return wire
    }
}
