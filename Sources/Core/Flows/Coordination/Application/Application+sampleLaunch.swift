import JSON

extension Application {
    /// A launch with which tools start a session: with the first sample of the input, or one that follows from its schema.
    package var sampleLaunch: SessionLaunch {
        guard let schema = interface.input else { return SessionLaunch() }
        var numbers = SeededGenerator(seed: 0)
        return SessionLaunch(input: samples.inputs.first ?? schema.sample(using: &numbers), isEmbedded: true)
    }
}
