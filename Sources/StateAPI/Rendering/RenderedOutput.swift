import Concurrency
import Coordination
import JSON
import Sessions

/// The JSON of an output, without the session and the screen in its address.
///
/// Every document lists the outputs of the screen in focus, so these texts are cached for all sessions.
final class RenderedOutput: Sendable {
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

    private static let known = DirectMappedCache<RenderedOutput>(slots: 1_024)

    /// Returns the text of an output, from the cache if possible.
    static func of(_ output: DeclaredOutput) -> RenderedOutput {
        // The text retains its output, so no other object can get the same identity while the text is in the cache.
        known.value(
            hash: ObjectIdentifier(output).hashValue,
            where: { $0.output === output },
            make: { RenderedOutput(output) }
        )
    }

    /// Writes the output of a screen as an object: the cached pieces, with the session and the screen between them.
    func write(of screen: Key, in session: SessionID, to writer: inout JSONWriter) {
        writer.raw(opening: opening)
        writer.piece(session.description)
        writer.piece("/screens/")
        writer.piece(screen.description)
        writer.rawRest(rest)
    }
}
