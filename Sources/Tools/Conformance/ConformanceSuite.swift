import Concurrency
import FoundationEssentials
import Glibc
import JSON

/// Runs a client once for each case, and judges what it shows and what it has sent.
///
/// ```swift
/// let report = try ConformanceSuite(command: ["python3", "client.py"], environment: environment).run(ConformanceCase.all)
/// print(report)
/// ```
package struct ConformanceSuite: Sendable {
    /// The program of the client and its arguments.
    let command: [String]
    let environment: [String: String]
    /// The number of cases that run at a time.
    let jobs: Int
    /// The time within which a client does what it should.
    let limit: Duration

    package init(command: [String], environment: [String: String], jobs: Int = 4, limit: Duration = .seconds(10)) {
        self.command = command
        self.environment = environment
        self.jobs = jobs
        self.limit = limit
    }

    /// A client that can't be tried.
    package struct UnusableClient: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs cases, and blocks the calling thread.
    ///
    /// - Throws: ``UnusableClient`` if the program does not start or does not say what it has, and the errors of the system.
    package func run(_ cases: [ConformanceCase]) throws -> ConformanceReport {
        let (client, parts) = try introduce()
        let progress = Monitor((next: 0, results: [Int: CaseResult]()))
        let workers = try (0..<max(1, min(jobs, cases.count))).map { _ in
            try NamedThread(name: "case") {
                while true {
                    let next = progress.withLock { progress in
                        defer { progress.next += 1 }
                        return progress.next
                    }
                    guard cases.indices.contains(next) else { return }
                    let result = result(of: cases[next], parts)
                    progress.withLock { $0.results[next] = result }
                }
            }
        }
        for worker in workers { worker.join() }
        let results = progress.withLock { progress in cases.indices.compactMap { progress.results[$0] } }
        return ConformanceReport(client: client, parts: parts, results: results)
    }

    /// Starts the client, and returns its name and its parts.
    private func introduce() throws -> (name: String, parts: Set<ClientPart>) {
        let hello: JSONValue
        do {
            hello = try with([]) { run in
                defer { run.kill() }
                return try run.start()
            }
        } catch let failure as CaseFailure {
            throw UnusableClient(description: "The client did not print \(failure.expected). \(failure.did)")
        } catch let error as NetworkError {
            throw UnusableClient(description: error.description)
        }
        guard let name = hello["client"]?.stringValue, let names = hello["parts"]?.arrayValue else {
            throw UnusableClient(
                description: "The first line of the client must be {\"client\": \"its name\", \"parts\": […]}."
            )
        }
        let parts = try names.map { name in
            guard let part = name.stringValue.flatMap(ClientPart.init) else {
                let known = ClientPart.allCases.map(\.rawValue).joined(separator: ", ")
                throw UnusableClient(description: "There is no part \(text(name)) of a client; there are \(known).")
            }
            return part
        }
        return (name, Set(parts))
    }

    private func result(of aCase: ConformanceCase, _ parts: Set<ClientPart>) -> CaseResult {
        let begin = ContinuousClock.now
        func made(_ outcome: CaseResult.Outcome) -> CaseResult {
            let (seconds, attoseconds) = (ContinuousClock.now - begin).components
            let time = Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1_000
            return CaseResult(name: aCase.name, rule: aCase.rule, outcome: outcome, seconds: time)
        }
        let missing = aCase.needs.subtracting(parts)
        guard missing.isEmpty else { return made(.notClaimed(missing)) }
        do {
            return try with(parts) { run in
                defer { run.kill() }
                do {
                    try aCase.run(run)
                    return made(.passed)
                } catch {
                    let failure =
                        error as? CaseFailure
                        ?? CaseFailure(expected: "a case that can be tried to its end", did: "\(error) \(run.summary)")
                    let requests = run.relay.requests.map(\.description)
                    return made(
                        .failed(
                            expected: failure.expected,
                            did: failure.did,
                            requests: requests,
                            errors: run.errors
                        )
                    )
                }
            }
        } catch {
            return made(
                .failed(expected: "a server and a relay for the case", did: "\(error)", requests: [], errors: [])
            )
        }
    }

    /// Makes a server, a relay and a folder for a run, and removes them after it.
    private func with<Result>(_ parts: Set<ClientPart>, _ body: (CaseRun) throws -> Result) throws -> Result {
        let server = try ConformanceServer()
        defer { server.stop() }
        let relay = try Relay(to: server.port)
        defer { relay.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "conform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = [
            "CONFORM_SERVER": relay.address, "CONFORM_APP": ConformanceApplication.name,
            "CONFORM_STORAGE": folder.path(percentEncoded: false),
        ]
        return try body(
            CaseRun(
                server: server,
                relay: relay,
                command: command,
                environment: environment.merging(own) { $1 },
                storage: folder.path(percentEncoded: false),
                parts: parts,
                limit: limit
            )
        )
    }
}
