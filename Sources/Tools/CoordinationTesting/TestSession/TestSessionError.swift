/// The error for a screen, tab or effect that a test expects and the session does not have.
///
/// Either the test is wrong, or it has found a bug in the application.
///
/// ```swift
/// #expect(throws: TestSessionError.noTab("orders")) { try session.selectTab("orders") }
/// ```
public enum TestSessionError: Error, Equatable {
    /// No stack has a screen of this name.
    case noScreen(String)
    /// No visible tab has this name.
    case noTab(String)
    /// No effect of this name is pending.
    case noEffect(String)
    /// The text is not the name of a screen and an output with a dot between them.
    case malformedReport(String)
    /// The outcomes of effects lead to more effects without end: 1,000 outcomes after one event.
    case endlessEffects
}
