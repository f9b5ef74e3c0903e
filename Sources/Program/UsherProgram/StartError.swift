/// The reason why a command can't run, which the program prints in one line before it exits with code 2.
public struct StartError: Error, Equatable, CustomStringConvertible {
    /// The reason, as a sentence for the operator.
    public let description: String

    /// Makes the error.
    public init(description: String) {
        self.description = description
    }
}
