import Coordination
import JSON

/// The JSON of an output, without the session and the screen in its address.
///
/// Every document lists the outputs of the screen in focus, so these texts are made once.
struct RenderedOutput: Sendable {
    private let opening, rest: [UInt8]

    init(_ output: DeclaredOutput) {
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

    /// Writes the output of a screen as an object: the two pieces, with the session and the screen between them.
    func write(of screen: Key, in session: String, to writer: inout JSONWriter) {
        writer.raw(opening: opening)
        writer.piece(session)
        writer.piece("/screens/")
        writer.piece(screen.description)
        writer.rawRest(rest)
    }
}
