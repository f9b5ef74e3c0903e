/// An output of a kind of screen, as an application knows it: read off the type once.
public final class DeclaredOutput: Sendable {
    /// The output itself.
    public let output: any ScreenOutput
    /// Its name.
    public let name: String
    /// The schema of its payload as JSON (JSON Schema 2020-12); `nil` when there is none.
    public let schema: [UInt8]?

    init(_ output: any ScreenOutput) {
        self.output = output
        name = output.name
        schema = output.schema?.json
    }
}
