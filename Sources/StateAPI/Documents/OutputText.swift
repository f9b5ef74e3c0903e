import Coordination
import JSON
import Sessions
import Threads

/// What is said of an output in whatever session: what stands before the session and the screen in its address, and after.
///
/// The outputs of the screen in focus stand in every document, so their texts are kept.
final class OutputText: Sendable {
    private let output: DeclaredOutput
    private let opening, rest: [UInt8]

    private init(_ output: DeclaredOutput) {
        self.output = output
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", output.name)
        writer.key("href")
        writer.beginString()
        writer.piece("/v1/sessions/")
        let place = writer.count
        writer.piece("/outputs/")
        writer.piece(output.name)
        writer.endString()
        writer.member("schema", output.output.schema)
        writer.endObject()
        opening = writer.bytes(0..<place)
        rest = writer.bytes(place..<writer.count)
    }

    private static let known = DirectMappedCache<OutputText>(places: 1_024)

    /// The text of an output.
    static func of(_ output: DeclaredOutput) -> OutputText {
        // A text holds on to its output, so no other one is ever in the output's place.
        known.value(
            hash: ObjectIdentifier(output).hashValue,
            where: { $0.output === output },
            make: { OutputText(output) }
        )
    }

    /// Writes the output of a screen as an object.
    func write(of screen: Key, in session: SessionID, to writer: inout JSONWriter) {
        writer.raw(opening: opening)
        writer.piece(session.description)
        writer.piece("/screens/")
        writer.piece(screen.description)
        writer.rawRest(rest)
    }
}
