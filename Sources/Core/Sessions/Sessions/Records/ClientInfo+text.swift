package import Coordination
import JSON

/// The column of a client's description of itself, which is a JSON object.
extension ClientInfo {
    /// The description in the form in which stores keep it.
    package var storedText: String {
        var writer = JSONWriter()
        do {
            try JSONCoding.encode(self, to: &writer)
        } catch {
            preconditionFailure("Texts and truth values can always be encoded: \(error)")
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a column, or returns `nil` if it was never written.
    package init?(storedText: String) {
        guard let info = try? JSONCoding.decode(Self.self, parsing: Array(storedText.utf8), limits: .stored) else {
            return nil
        }
        self = info
    }
}
