/// The reason why an event was not applied.
///
/// The state is unchanged in every case.
///
/// A test of a flow expects one of these errors:
///
/// ```swift
/// #expect(throws: NavigationError.outputUnavailable("order", screen: "cart")) {
///     try session.report(CartPage.order)
/// }
/// ```
public enum NavigationError: Error, Equatable {
    /// The screen is not in focus or has been removed.
    case staleScreen(Key)
    /// The tab is not visible or has been removed.
    case staleTab(Key)
    /// The screen is waiting for an effect.
    case busy(effect: String)
    /// The screen declares no such output.
    case unknownOutput(String, screen: String, declared: [String])
    /// The screen's current inputs disable the output with ``Screen/disabledOutputs``.
    case outputUnavailable(String, screen: String)
    /// The payload does not match the output's schema or type.
    case invalidPayload(PayloadError)
    /// The link does not belong to this application, or leads nowhere in it.
    case unknownLink(String)
    /// A handler rejected the event.
    case rejected(Rejection)
    /// The application coordinator has finished, so the session has ended.
    case ended
    /// A bug in the application, described in a sentence for its authors.
    case bug(String)
}

/// An error that a handler throws to reject an event.
///
/// Nothing changes, and the client gets the reason. Use it for input that a careful client would not send, such as a row that
/// is not in the list. For input that a user can get wrong, such as a password, show a ``Message`` on the screen.
///
/// ```swift
/// private func select(_ id: Item.ID) throws {
///     guard let item = state.items[id] else { throw Rejection("item.unknown", "There is no such item.") }
///     push(ItemPage(item: item))
/// }
/// ```
public struct Rejection: Error, Equatable {
    /// A stable code for programs, such as `item.unknown`.
    public let code: String
    /// The reason, in a sentence.
    public let detail: LocalizedText
    /// The rejected part of the payload as a JSON Pointer (RFC 6901), which is empty for the whole payload.
    public let pointer: String

    /// Creates a rejection, which is of the whole payload unless a pointer is given.
    public init(_ code: String, _ detail: LocalizedText, pointer: String = "") {
        self.code = code
        self.detail = detail
        self.pointer = pointer
    }

    /// Creates a rejection with a reason that is not translated.
    ///
    /// The other parameters are the same as for a translated reason.
    @_disfavoredOverload
    public init<Text: StringProtocol>(_ code: String, _ detail: Text, pointer: String = "") {
        self.init(code, LocalizedText(verbatim: String(detail)), pointer: pointer)
    }
}
