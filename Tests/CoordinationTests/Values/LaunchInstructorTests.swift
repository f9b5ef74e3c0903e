import CoordinationTesting
import Testing

@Suite("A launch instructor")
struct LaunchInstructorTests {
    @Test(
        "a launch instructor chooses the first flow that is still needed",
        arguments: [
            (false, false, "auth"), (true, false, "auth"), (false, true, "onboarding"), (true, true, "main"),
        ]
    )
    func table(onboardingWasShown: Bool, isAuthorized: Bool, expected: String) {
        let instructor = LaunchInstructor(otherwise: "main") {
            [.needs("auth", unless: isAuthorized), .needs("onboarding", unless: onboardingWasShown)]
        }
        #expect(instructor.launch == expected)
    }
}
