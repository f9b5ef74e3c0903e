extension Application {
    /// The bugs of the application that no session can start with, or an empty array if sessions can start.
    ///
    /// The wiring says which outputs there are, and only a view says which of them a screen offers. So a button with an output
    /// that no flow wires is found only when its screen is drawn. Like each client that starts a session, this property takes
    /// the first step of a session and the first steps of the links among ``samples``, and it draws the screens. It takes less
    /// than a millisecond, and nothing is stored. Screens further inside are left to `usher check APP`.
    public var startErrors: [String] {
        var errors: [String] = []
        let context = StepContext(now: Timestamp(milliseconds: 0), session: "start", checksViews: true)
        for link in [nil] + samples.links {
            var launch = sampleLaunch
            launch.link = link
            do throws(NavigationError) {
                _ = try start(launch, at: context)
            } catch .bug(let sentence) where !errors.contains(sentence) {
                errors.append(sentence)
            } catch {
                // A link may be for signed-in users only, and is then rejected.
            }
        }
        return errors
    }
}
