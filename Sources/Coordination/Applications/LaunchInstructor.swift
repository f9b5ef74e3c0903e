/// Chooses the flow that an application opens with: the first one that the session still needs.
///
/// ```swift
/// let instructor = LaunchInstructor<Launch>(otherwise: .main) { [
///     .needs(.auth, unless: state.isAuthorised),
///     .needs(.onboarding, unless: state.onboardingWasShown),
/// ] }
/// switch instructor.launch { … }
/// ```
public struct LaunchInstructor<Launch: Sendable>: Sendable {
    /// A flow, and the condition under which it is not needed any more.
    public struct Need: Sendable {
        let launch: Launch
        let isMet: Bool

        /// A flow that is needed unless a condition holds.
        public static func needs(_ launch: Launch, unless isMet: Bool) -> Self {
            Self(launch: launch, isMet: isMet)
        }
    }

    /// The flow to open with.
    public let launch: Launch

    /// Goes through the needs in order.
    public init(otherwise main: Launch, needs: () -> [Need]) {
        launch = needs().first { !$0.isMet }?.launch ?? main
    }
}
