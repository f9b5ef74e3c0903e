import JSON

extension Application {
    /// A launch with which tools start a session: with the first sample of the input, or one that follows from its schema.
    package var sampleLaunch: Launch {
        guard let schema = interface.input else { return Launch() }
        var numbers = SeededGenerator(seed: 0)
        return Launch(input: samples.inputs.first ?? schema.sample(using: &numbers), isEmbedded: true)
    }
}
