import JSON
import RawHTTP

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
    /// The client whose numbers these are, where other clients add theirs to the same ledger; `nil` for one of its own.
    var sharer: Int?
    /// The numbers that the server has acknowledged, in order.
    var acknowledged: [Int] = []
    /// The number whose answer has not come.
    var unanswered: Addition?
    /// The last revision that was seen.
    var revision: UInt64
    /// Whether the session broke a promise already, so that nothing can be said about it any more.
    var isCondemned = false

    /// The numbers of a client come from a range of its own.
    static func number(_ count: Int, of client: Int) -> Int { client * 1_000_000 + count }

    /// Of the numbers in the ledger, those that this is the history of.
    func own(_ numbers: [Int]) -> [Int] {
        guard let sharer else { return numbers }
        return numbers.filter { $0 / 1_000_000 == sharer }
    }

    var path: String { "/v1/sessions/\(id)" }
    var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }
}

extension SessionHistory {
    /// What a client knows of a session that was just started; `nil` when the answer is no such thing.
    init?(started answer: RawResponse) {
        let document = answer.json
        guard answer.status == 201, let id = document["id"]?.stringValue, let token = document["token"]?.stringValue,
            let screen = document["focus"]?.stringValue, let revision = answer.revision
        else { return nil }
        self.init(id: id, token: token, screen: screen, revision: revision)
    }
}
