/// Something that a test asked a session for and that is not there; a mistake of the test, or what it was to find.
public enum TestSessionError: Error, Equatable {
    /// No stack has a screen of this name.
    case noScreen(String)
    /// The tabs in front have none of this name.
    case noTab(String)
    /// No effect of this name is waited for.
    case noEffect(String)
    /// This is not a screen and an output with a dot between them.
    case malformedReport(String)
    /// The answers to effects lead to ever more effects.
    case endlessEffects
}
