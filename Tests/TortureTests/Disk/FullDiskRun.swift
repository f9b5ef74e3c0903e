import JSON
import Programs
import RawHTTP
import Threads

/// A server on a disk that fills up under load and is given room again.
///
/// Blocks, so it belongs on a thread where that is allowed.
struct FullDiskRun {
    /// What came of a run.
    struct Outcome: Sendable {
        var acknowledgements = 0
        /// Requests that were answered with 503.
        var refusals = 0
        /// Answers with 503 that don't say what a client needs to know.
        var poorRefusals: [String] = []
        /// How often the log said that the store failed, until the disk was full for good.
        var failuresLogged = 0
        /// How often the log said so again while it was.
        var failuresRepeated = 0
        var recoveriesLogged = 0
        var failuresCounted = 0
        /// How long it took from when there was room until every client was acknowledged something.
        var healing: Duration = .zero
        var findings = Findings()
    }

    let disk: SmallDisk
    private let clients = 4
    private let files: TemporaryFolder

    init(_ disk: SmallDisk) throws {
        self.disk = disk
        files = try TemporaryFolder()
    }

    private func start() throws -> ServerProcess {
        try ServerProcess(
            [disk.path + "/usher.db", files.path + "/effects", "--log-level", "notice"],
            through: disk.launcher
        )
    }

    func run() throws -> Outcome {
        var outcome = Outcome()
        disk.fill(bytes: 2 << 20)
        let gate = ServerGate()
        let progress = Progress(clients: clients)
        let clients = (1...clients).map { LedgerClient($0, gate, progress, seed: Torture.seed) }
        let threads = try clients.map { client in try NamedThread(name: "client") { client.run() } }
        defer {
            gate.set(.over)
            for thread in threads { thread.join() }
        }
        let server = try start()
        defer { server.kill() }
        let port = try server.port()
        gate.set(.open(port: port))
        try progress.waitForAll()
        try waitForRefusals(clients, more: 20)
        // What little room is left would let a small commit through now and then.
        disk.fill()
        try waitForRefusals(clients, more: 100)
        // A line is written after the answer to the request that it tells of.
        guard try eventually({ server.count("store failed") == server.count("store works again") + 1 }) else {
            throw RawClient.Failure(text: "The log does not say that the store fails: \(server.text)")
        }
        outcome.failuresLogged = server.count("store failed")
        try waitForRefusals(clients, more: 200)
        outcome.failuresRepeated = server.count("store failed") - outcome.failuresLogged
        // Reads go on while nothing can be written.
        try check(clients, port, &outcome)
        outcome.failuresCounted = try failures(port)

        disk.empty()
        let began = ContinuousClock.now
        progress.reset()
        try progress.waitForAll()
        outcome.healing = began.duration(to: .now)
        gate.set(.finishing(port: port))
        for thread in threads { thread.join() }
        _ = try eventually { server.count("store works again") >= outcome.failuresLogged }
        outcome.recoveriesLogged = server.count("store works again")
        try check(clients, port, &outcome)
        server.kill()

        let second = try start()
        defer { second.kill() }
        try check(clients, try second.port(), &outcome)
        second.stop()
        outcome.findings.damage = try IntegrityCheck(path: disk.copyStore("usher.db", to: files)).damage
        for client in clients.map(\.knowledge) {
            outcome.acknowledgements += client.acknowledgements
            outcome.refusals += client.refusals.count
            outcome.findings.add(client.findings)
            outcome.poorRefusals += client.refusals.filter { !$0.isHelpful }.map { "\($0.lines) \($0.text)" }
        }
        return outcome
    }

    private func check(_ clients: [LedgerClient], _ port: Int, _ outcome: inout Outcome) throws {
        let reader = try LedgerReader(port: port)
        for client in clients { outcome.findings.add(try reader.check(client)) }
    }

    private func waitForRefusals(_ clients: [LedgerClient], more: Int) throws {
        func count() -> Int { clients.reduce(0) { $0 + $1.knowledge.refusals.count } }
        let wanted = count() + more
        guard try eventually({ count() >= wanted }) else { throw RawClient.Failure(text: "The disk does not fill up.") }
    }

    private func failures(_ port: Int) throws -> Int {
        let text = try RawClient(port: port).exchange("GET", "/metrics").text
        let line = text.split(separator: "\n").first { $0.hasPrefix("usher_store_failures_total ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}

extension RawResponse {
    /// Whether a refusal says in the standard form what is the matter and when to try again.
    fileprivate var isHelpful: Bool {
        field("retry-after") == "1" && field("content-type") == "application/problem+json"
            && json["type"] == "/problems/unavailable"
    }
}

extension ServerProcess {
    /// How often a sentence is in what the server has written.
    fileprivate func count(_ sentence: String) -> Int {
        text.split(separator: "\n").filter { $0.contains(sentence) }.count
    }
}
