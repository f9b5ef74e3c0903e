/// What a `DecodingError` says to whoever sent the value: where, and what is wrong.
///
/// The sentence never shows what was sent, which the standard library's own errors do ("invalid String value hunter2").
public struct JSONDecodingProblem: Hashable, Sendable {
    /// The value that does not fit; where a member is missing, the place at which it was expected.
    public let pointer: JSONPointer
    /// What is wrong, as one sentence without a full stop.
    public let sentence: String

    /// Explains an error that decoding threw.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            pointer = JSONPointer(context.codingPath + [key])
            sentence = "the member “\(key.stringValue)” is required"
        case .typeMismatch(_, let context):
            pointer = JSONPointer(context.codingPath)
            sentence = Self.ownSentence(in: context) ?? "the value is of the wrong kind"
        case .valueNotFound(_, let context):
            pointer = JSONPointer(context.codingPath)
            sentence = Self.ownSentence(in: context) ?? "a value was expected, but null was found"
        case .dataCorrupted(let context):
            pointer = JSONPointer(context.codingPath)
            sentence = Self.ownSentence(in: context) ?? "the value is not one that is accepted here"
        @unknown default:
            pointer = JSONPointer()
            sentence = "the value does not fit"
        }
    }

    /// Marks a context whose sentence is our own and thus free of content.
    struct Sentence: Error {
        let text: String
    }

    private static func ownSentence(in context: DecodingError.Context) -> String? {
        (context.underlyingError as? Sentence)?.text
    }
}

extension JSONCoding {
    /// What an error says to whoever sent the value; see ``JSONDecodingProblem``.
    public static func problem(of error: DecodingError) -> JSONDecodingProblem {
        JSONDecodingProblem(error)
    }
}
