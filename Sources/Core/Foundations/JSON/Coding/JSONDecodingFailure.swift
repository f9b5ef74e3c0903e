/// The position and the reason of a `DecodingError`, for the client that sent the value.
///
/// The sentence never contains a part of the value, unlike the standard library's own errors ("invalid String value
/// hunter2").
public struct JSONDecodingFailure: Hashable, Sendable {
    /// The position of the invalid value, or of the missing member.
    public let pointer: JSONPointer
    /// The reason, as one sentence without a full stop.
    public let detail: String

    /// Describes an error that decoding has thrown.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            pointer = JSONPointer(context.codingPath + [key])
            detail = "the member “\(key.stringValue)” is required"
        case .typeMismatch(_, let context):
            pointer = JSONPointer(context.codingPath)
            detail = Self.ownSentence(in: context) ?? "the value has the wrong type"
        case .valueNotFound(_, let context):
            pointer = JSONPointer(context.codingPath)
            detail = Self.ownSentence(in: context) ?? "a value was expected, but null was found"
        case .dataCorrupted(let context):
            pointer = JSONPointer(context.codingPath)
            detail = Self.ownSentence(in: context) ?? "the value is not accepted here"
        @unknown default:
            pointer = JSONPointer()
            detail = "the value is invalid"
        }
    }

    /// Marks a context with a sentence of this library, which contains nothing of the value.
    struct Sentence: Error {
        let text: String
    }

    private static func ownSentence(in context: DecodingError.Context) -> String? {
        (context.underlyingError as? Sentence)?.text
    }
}

extension JSONCoding {
    /// Returns the description of an error for the client that sent the value.
    public static func problem(of error: DecodingError) -> JSONDecodingFailure {
        JSONDecodingFailure(error)
    }
}
