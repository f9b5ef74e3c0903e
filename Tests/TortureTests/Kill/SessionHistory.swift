import JSON
import RawHTTP

/// The acknowledged and unanswered additions of one ledger, as a client has recorded them.
struct SessionHistory: Sendable {
    /// A request to add a number.
    struct Addition: Sendable {
        let number: Int
        let key: String
        /// Whether the request was sent before without a response.
        var isRetry = false
    }

    let id: String
    /// The bearer token of the session.
    let token: String
    /// The key of the session's screen.
    let screen: String
    /// The number of the client that makes these additions, on a ledger shared by clients, or `nil` for a ledger of one client.
    var sharer: Int?
    /// The numbers that the server has acknowledged, in order.
    var acknowledged: [Int] = []
    /// The addition that has no response yet.
    var unacknowledged: Addition?
    /// The last revision that the client has seen.
    var revision: UInt64
    /// The states that the client has seen, in order.
    var sightings: [Sighting] = []
    /// Whether the session has violated a guarantee.
    ///
    /// Then it is not checked any further.
    var isExcluded = false

    /// Returns a number from the range of a client, so that a number in a shared ledger tells which client has added it.
    static func number(_ count: Int, of client: Int) -> Int { client * 1_000_000 + count }

    /// Returns the numbers of a ledger that belong to this history.
    func own(_ numbers: [Int]) -> [Int] {
        guard let sharer else { return numbers }
        return numbers.filter { $0 / 1_000_000 == sharer }
    }

    /// Describes a response with an older revision than the client has seen.
    func decrease(_ response: RawResponse, _ request: String) -> String {
        "\(id): \(request): \(response.revision ?? 0) after \(revision), \(ContinuousClock.now), \(response.lines)"
    }

    var path: String { "/v1/sessions/\(id)" }
    var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }
}

extension SessionHistory {
    /// Creates the history of a session from the response to its creation, or `nil` unless that is a 201 with a state document.
    init?(started response: RawResponse) {
        let document = response.json
        guard response.status == 201, let id = document["id"]?.stringValue, let token = document["token"]?.stringValue,
            let screen = document["focus"]?.stringValue, let revision = response.revision
        else { return nil }
        self.init(id: id, token: token, screen: screen, revision: revision)
    }
}
