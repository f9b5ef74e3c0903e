/// Why an event was not applied; the state is as it was in every case.
public enum NavigationError: Error, Equatable {
    /// The screen is not the one in focus, or is gone.
    case staleScreen(Key)
    /// The tab is not in front, or is gone.
    case staleTab(Key)
    /// The screen waits for an effect.
    case busy(effect: String)
    /// The screen declares no such output.
    case unknownOutput(String, screen: String, declared: [String])
    /// The output may not be reported while the screen is as it is.
    case outputUnavailable(String, screen: String)
    /// The payload does not fit.
    case invalidPayload(PayloadError)
    /// The link is not one of this application's.
    case unknownLink(String)
    /// A handler refused.
    case refused(Refusal)
    /// The application coordinator has finished.
    case ended
    /// A mistake in the application, in a sentence for its authors.
    case fault(String)
}

/// What a handler throws to refuse an output: nothing changes and the client is told why.
///
/// A refusal is for what a careful client would not send, such as a row that is not in the list. What a user can get
/// wrong, such as a password, is a ``Message`` on the screen.
public struct Refusal: Error, Equatable {
    /// A stable name for programs, such as `item.unknown`.
    public let code: String
    /// The reason, in a sentence.
    public let detail: String
    /// The place in the payload, as a JSON Pointer; empty for the whole.
    public let pointer: String

    /// Describes a refusal.
    public init(_ code: String, _ detail: String, pointer: String = "") {
        self.code = code
        self.detail = detail
        self.pointer = pointer
    }
}
