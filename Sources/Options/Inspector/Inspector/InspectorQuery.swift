import Coordination
import HTTPCore
import Sessions
import StateAPI

/// The sessions that an operator asks for, in the query of a target.
struct InspectorQuery: Sendable {
    /// The number of sessions without a `limit`.
    static let defaultLimit = 50
    /// The length of the longest value, in characters as JSON Schema counts them.
    private static let longestText = 100

    /// A place in the order of a survey.
    struct Cursor: Sendable {
        let lastUsedAt: Int64
        let number: UInt64

        init(after session: SessionSummary) {
            lastUsedAt = session.lastUsedAt.milliseconds
            number = session.number
        }

        /// Parses the text that a page has as `next`, such as `1764108000000.17`: two numbers of at most 18 digits.
        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let time = Self.number(parts[0]), let number = Self.number(parts[1]) else {
                return nil
            }
            lastUsedAt = Int64(time)
            self.number = number
        }

        private static func number(_ text: Substring) -> UInt64? {
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy(digits.contains) else { return nil }
            return UInt64(text)
        }

        var description: String { "\(lastUsedAt).\(number)" }

        func isBefore(_ session: SessionSummary) -> Bool {
            (session.lastUsedAt.milliseconds, session.number) < (lastUsedAt, number)
        }
    }

    /// A page of the sessions that match.
    struct Page {
        var sessions: [SessionSummary] = []
        /// The number of all sessions that match.
        var matchCount = 0
        /// The cursor of the next page, or `nil` on the last one.
        var next: Cursor?
    }

    /// A text in the id, the application, the screen, the flow or the account, in lower case, or an empty one for all sessions.
    var text: [UInt8] = []
    /// The application, or `nil` for all.
    var application: String?
    /// The screen in focus, or `nil` for any.
    var screen: String?
    /// The last session of the page before, or `nil` for the first page.
    var after: Cursor?
    /// The number of sessions, 1 to 100.
    var limit = Self.defaultLimit
    /// The session that an event stream follows besides, or `nil` for none.
    var session: SessionID?

    /// Reads the query.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - followsSession: Whether the query may name a session.
    /// - Throws: `ProblemType.malformedRequest` with the parameter that is wrong.
    init(_ target: HTTPTarget, followsSession: Bool = false) throws(APIError) {
        for (name, value) in target.parameters {
            guard (value ?? "").unicodeScalars.count <= Self.longestText else {
                throw .problem(.malformedRequest, "Each value in the query may have at most 100 characters.")
            }
            switch (name, value) {
            case ("q", let value?): text = value.utf8.map(Self.lowercase)
            case ("app", let value?): application = value.isEmpty ? nil : value
            case ("screen", let value?): screen = value.isEmpty ? nil : value
            case ("limit", let value): limit = try PageLimit.parse(value)
            case ("session", let value?) where followsSession: session = value.isEmpty ? nil : SessionID(value)
            case ("after", let value?):
                guard let cursor = Cursor(value) else {
                    throw .problem(.malformedRequest, "'after' must be the 'next' of a page.")
                }
                after = cursor
            default:
                throw .problem(
                    .malformedRequest,
                    "The query may have 'q', 'app', 'screen', 'after' and 'limit' only."
                )
            }
        }
    }

    /// Returns the page of a survey.
    func page(of survey: SessionSurvey) -> Page {
        var page = Page()
        for session in survey.sessions where matches(session) {
            page.matchCount += 1
            guard after?.isBefore(session) ?? true else { continue }
            if page.sessions.count < limit {
                page.sessions.append(session)
            } else if page.next == nil, let last = page.sessions.last {
                page.next = Cursor(after: last)
            }
        }
        return page
    }

    private func matches(_ session: SessionSummary) -> Bool {
        if let application, !application.hasSameBytes(as: session.application) { return false }
        if let screen, !(session.screen?.hasSameBytes(as: screen) ?? false) { return false }
        guard !text.isEmpty else { return true }
        return [session.id.description, session.application, session.screen, session.flow, session.account]
            .contains { $0.map(contains) ?? false }
    }

    /// Returns whether a candidate contains the searched text, without regard to the case of ASCII letters.
    private func contains(_ candidate: String) -> Bool {
        let bytes = candidate.utf8Span.span
        guard bytes.count >= text.count else { return false }
        for start in 0...(bytes.count - text.count)
        where text.indices.allSatisfy({ Self.lowercase(bytes[start + $0]) == text[$0] }) {
            return true
        }
        return false
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
