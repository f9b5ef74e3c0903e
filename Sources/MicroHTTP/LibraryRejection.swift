/// A response that libmicrohttpd is about to give by itself, because it can't parse a request.
///
/// libmicrohttpd 0.9.75 logs a line before each, which has the status and the content of the response but doesn't name the
/// request. The content shows which part of a request it is about.
struct LibraryRejection: Equatable {
    /// The parts of a request that libmicrohttpd parses.
    struct Parts: OptionSet {
        let rawValue: Int

        /// The request line; also bytes that are none.
        static let requestLine = Parts(rawValue: 1)
        /// The fields of the header.
        static let header = Parts(rawValue: 2)
        /// A chunked body with its trailer.
        static let chunks = Parts(rawValue: 4)
    }

    let status: Int
    /// The parts in which the error can be.
    let parts: Parts

    /// Reads a line of libmicrohttpd's log; `nil` for a line about something else.
    ///
    /// The line about a `Content-Length` is left out: another one precedes it, which names that field, and
    /// `RequestLifecycle.rejectLength` has already responded.
    init?(logLine: String) {
        let prefix = "Error processing request (HTTP response code is "
        guard logLine.hasPrefix(prefix), let status = Int(logLine.dropFirst(prefix.count).prefix { $0.isNumber }),
            !logLine.contains("Content-Length")
        else { return nil }
        self.status = status
        parts =
            switch status {
            case _ where logLine.contains("chunk"): .chunks
            case 414, 505: .requestLine
            case 431: [.header, .chunks]
            default: [.requestLine, .header, .chunks]
            }
    }
}
