/// Chooses the flow that an application starts with: the first one that the session still needs.
///
/// ```swift
/// let instructor = LaunchInstructor<Launch>(otherwise: .main) { [
///     .needs(.auth, unless: state.isAuthorized),
///     .needs(.onboarding, unless: state.onboardingWasShown),
/// ] }
/// switch instructor.launch {
/// case .auth: run(AuthCoordinator.self, in: .root())
/// case .onboarding: run(OnboardingCoordinator.self, in: .root())
/// case .main: run(MainCoordinator.self, in: .root())
/// }
/// ```
public struct LaunchInstructor<Launch: Sendable>: Sendable {
    /// A flow with the condition under which it is not needed.
    public struct Need: Sendable {
        let launch: Launch
        let isMet: Bool

        /// Creates a need for a flow, unless the condition holds already.
        public static func needs(_ launch: Launch, unless isMet: Bool) -> Self {
            Self(launch: launch, isMet: isMet)
        }
    }

    /// The first flow with a condition that does not hold, or the main flow.
    public let launch: Launch

    /// Evaluates the needs in order, and chooses `main` when all conditions hold.
    public init(otherwise main: Launch, needs: () -> [Need]) {
        launch = needs().first { !$0.isMet }?.launch ?? main
    }
}
