public import Coordination

/// Whether a file that was uploaded is accepted.
public enum UploadVerdict: Equatable, Sendable {
    /// The file is accepted.
    case accepted
    /// The file is rejected, with a sentence for the user.
    case rejected(LocalizedText)
}
