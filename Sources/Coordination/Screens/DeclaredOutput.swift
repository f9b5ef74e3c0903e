/// An output of a kind of screen, as the flows of an application wire it: one object in the life of the application.
public final class DeclaredOutput: Sendable {
    /// The output itself.
    public let output: any ScreenOutput
    /// Its name.
    public let name: String

    init(_ output: any ScreenOutput) {
        self.output = output
        name = output.name
    }
}
