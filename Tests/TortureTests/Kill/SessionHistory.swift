/// What a client knows of one of its ledgers: what it was told, and what it was not told yet.
struct SessionHistory: Sendable {
    /// A number that was asked to be added.
    struct Addition: Sendable {
        let number: Int
        let key: String
        /// Whether the request went out before without an answer.
        var isRetry = false
    }

    let id: String
    /// What opens the session.
    let token: String
    /// The key of its screen.
    let screen: String
    /// The numbers that the server has acknowledged, in order.
    var acknowledged: [Int] = []
    /// The number whose answer has not come.
    var unanswered: Addition?
    /// The last revision that was seen.
    var revision: UInt64
    /// Whether the session broke a promise already, so that nothing can be said about it any more.
    var isCondemned = false

    var path: String { "/v1/sessions/\(id)" }
    var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }
}
