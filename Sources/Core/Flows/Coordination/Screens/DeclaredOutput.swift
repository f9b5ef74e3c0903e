/// An output that an application wires, as one object, so that caches can use its identity.
public final class DeclaredOutput: Sendable {
    /// The output as its screen declares it.
    public let output: any ScreenOutput
    /// The name in the state and in the URL that clients post to.
    public let name: String

    init(_ output: any ScreenOutput) {
        self.output = output
        name = output.name
    }
}
