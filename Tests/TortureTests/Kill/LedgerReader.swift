import JSON
import RawHTTP

/// A reader that compares the ledgers of a server with the histories of its clients.
struct LedgerReader {
    private let connection: RawClient

    init(port: Int) throws {
        connection = try RawClient(port: port, timeout: 30)
    }

    /// Starts a session with an empty ledger.
    func startLedger(key: String) throws -> SessionHistory {
        let response = try connection.exchange("POST", "/v1/sessions", [:], fields: ["Idempotency-Key": key])
        guard let history = SessionHistory(started: response) else {
            throw RawClient.Failure(text: "no session: \(response.status) \(response.text)")
        }
        return history
    }

    /// Checks every ledger of a client, and marks those that have violated a guarantee.
    func check(_ client: LedgerClient) throws -> Findings {
        var findings = Findings()
        for (index, history) in client.snapshot.histories.enumerated() where !history.isExcluded {
            guard let shown = try read(history, &findings) else {
                client.update { $0.exclude(index) }
                continue
            }
            let isKept = findings.compare(shown, with: history)
            client.update { state in
                state.histories[index].revision = max(state.histories[index].revision, shown.revision)
                if !isKept { state.exclude(index) }
            }
        }
        return findings
    }

    /// Reads a ledger.
    ///
    /// If the server does not return it, adds that to the findings and returns `nil`.
    func read(_ history: SessionHistory, _ findings: inout Findings) throws -> ShownLedger? {
        let response = try connection.exchange("GET", history.path, fields: history.authorization)
        let props = response.json["screens"]?[history.screen]?["props"]
        guard response.status == 200, let revision = response.revision,
            let numbers = props?["numbers"]?.integers, let unrecorded = props?["unrecorded"]?.integers,
            let recorded = props?["recorded"]?.integerValue, let failures = props?["failures"]?.integerValue,
            let release = props?["release"]?.integerValue
        else {
            findings.unreadable.insert("\(history.id): \(response.status) \(response.text.prefix(200))")
            findings.lost.formUnion(history.acknowledged)
            return nil
        }
        return ShownLedger(
            revision: revision,
            numbers: numbers,
            recorded: Int(recorded),
            failures: Int(failures),
            unrecorded: unrecorded,
            release: Int(release),
            sum: (props?["sum"]?.integerValue).map { Int($0) }
        )
    }
}

extension JSONValue {
    fileprivate var integers: [Int]? { arrayValue?.compactMap { $0.integerValue.map { Int($0) } } }
}
