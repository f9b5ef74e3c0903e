import Concurrency
import JSON
import Programs
import RawHTTP

/// A run in which the disk of a server fills up under load and is emptied again.
///
/// Blocks, so call it only from a thread that may block.
struct FullDiskRun {
    /// The counts and violations of a run.
    struct Outcome: Sendable {
        var acknowledgments = 0
        /// The number of requests with a 503 response.
        var rejections = 0
        /// The 503 responses without the problem details and `Retry-After` that a client needs.
        var unexplainedRejections: [String] = []
        /// The log lines about failures and recoveries of the store, in their order.
        var outageLines: [String] = []
        var failuresCounted = 0
        /// The time from freeing the disk until every client had an acknowledgment.
        var recoveryTime: Duration = .zero
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
        // The log takes all of the disk within some hundred commits. Without a wait, fast clients would fill it before a slow
        // one has its first acknowledgment.
        let progress = AcknowledgementTracker(clients: clients, holds: true)
        let clients = (1...clients).map { LedgerClient($0, gate, progress, seed: Torture.seed) }
        let threads = try clients.map { client in try NamedThread(name: "client") { client.run() } }
        defer {
            gate.set(.ended)
            progress.release()
            for thread in threads { thread.join() }
        }
        let server = try start()
        defer { server.kill() }
        let port = try server.port()
        gate.set(.open(port: port))
        try progress.waitForAll()
        progress.release()
        try waitForRejections(clients, more: 20)
        // Without this, small commits would succeed in the little room that is left.
        disk.fill()
        try waitForRejections(clients, more: 100)
        // The server logs a request after it has sent the response.
        guard try eventually({ server.count("Store failed") == server.count("Store recovered") + 1 }) else {
            throw RawClient.Failure(text: "The log does not say that the store fails: \(server.text)")
        }
        try waitForRejections(clients, more: 200)
        // Reads must work while commits fail.
        try check(clients, port, &outcome)
        outcome.failuresCounted = try failures(port)

        progress.reset(holds: true)
        disk.empty()
        let began = ContinuousClock.now
        try progress.waitForAll()
        outcome.recoveryTime = began.duration(to: .now)
        gate.set(.finishing(port: port))
        progress.release()
        for thread in threads { thread.join() }
        _ = try eventually { server.count("Store recovered") == server.count("Store failed") }
        outcome.outageLines = server.lines.compactMap { line in
            ["Store failed", "Store recovered"].first { line.contains($0) }
        }
        try check(clients, port, &outcome)
        server.kill()

        let second = try start()
        defer { second.kill() }
        try check(clients, try second.port(), &outcome)
        second.stop()
        outcome.findings.damage = try IntegrityCheck(path: disk.copyStore("usher.db", to: files)).damage
        for client in clients.map(\.snapshot) {
            outcome.acknowledgments += client.acknowledgments
            outcome.rejections += client.rejections.count
            outcome.findings.add(client.findings)
            outcome.unexplainedRejections += client.rejections.filter { !$0.isHelpful }.map { "\($0.lines) \($0.text)" }
        }
        return outcome
    }

    private func check(_ clients: [LedgerClient], _ port: Int, _ outcome: inout Outcome) throws {
        let reader = try LedgerReader(port: port)
        for client in clients { outcome.findings.add(try reader.check(client)) }
    }

    private func waitForRejections(_ clients: [LedgerClient], more: Int) throws {
        func count() -> Int { clients.reduce(0) { $0 + $1.snapshot.rejections.count } }
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
    /// Whether a 503 response has a problem document of the right type and says when to retry.
    fileprivate var isHelpful: Bool {
        field("retry-after") == "1" && field("content-type") == "application/problem+json"
            && json["type"] == "/problems/unavailable"
    }
}

extension ServerProcess {
    fileprivate var lines: [Substring] { text.split(separator: "\n") }

    /// Returns the number of output lines that contain a text.
    fileprivate func count(_ sentence: String) -> Int { lines.filter { $0.contains(sentence) }.count }
}
