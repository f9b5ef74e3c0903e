/// The reason why a command can't run, in a sentence.
///
/// The program prints it in one line and ends with exit code 2.
public struct StartError: Error, Equatable, CustomStringConvertible {
    /// The reason, as a sentence for the operator.
    public let description: String

    /// Makes the error.
    public init(description: String) {
        self.description = description
    }
}
