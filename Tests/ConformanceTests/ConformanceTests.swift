import Concurrency
import Conformance
import Foundation
import Testing

@Suite("Cases that try a client")
struct ConformanceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs a client for the cases with a text in their names, on a thread where that may block.
    private static func report(_ command: [String], _ name: String) async throws -> ConformanceReport {
        let suite = ConformanceSuite(command: command, environment: ProcessInfo.processInfo.environment)
        let cases = ConformanceCase.all.filter { $0.name.contains(name) }
        return try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try NamedThread(name: "suite") { continuation.resume(with: Result { try suite.run(cases) }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private static let reference = ["python3", root.appending(path: "Tests/Conformance/reference.py").path]

    @Test("each case names a rule that is on the page of the contract")
    func rules() throws {
        let page = try String(contentsOf: Self.root.appending(path: Rule.page), encoding: .utf8)
        let lines = Set(page.components(separatedBy: "\n"))
        func words(_ text: String) -> String {
            text.replacing("*", with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for rule in Set(ConformanceCase.all.map(\.rule)) {
            #expect(["# ", "## ", "### "].contains { lines.contains($0 + rule.heading) }, "\(rule)")
            #expect(words(page).contains(words(rule.beginning)), "\(rule)")
        }
        #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
    }

    @Test("a client that keeps a rule passes its case")
    func passing() async throws {
        let report = try await Self.report(Self.reference, "response is lost acts once")
        #expect(report.client == "reference" && report.parts == Set(ClientPart.allCases))
        #expect(report.results.map(\.outcome) == [.passed], "\(report)")
    }

    @Test("a client that breaks a rule fails its case, with what it did and the requests that it sent")
    func failing() async throws {
        let report = try await Self.report(
            Self.reference + ["--mistake", "new-key-for-each-try"],
            "response is lost acts once"
        )
        #expect(!report.isConforming)
        guard case .failed(_, let did, let requests, _) = report.results[0].outcome else {
            return #expect(Bool(false), "\(report)")
        }
        #expect(did.hasPrefix("It sent 2 with the keys "))
        #expect(requests.count { $0.contains("/outputs/add") } == 2)
        #expect(report.description.contains("Documentation/state-api.md#the-rules"))
    }

    @Test("a case for a part that the client does not have is not claimed")
    func notClaimed() async throws {
        let client = ["sh", "-c", #"echo '{"client": "none", "parts": []}'; cat > /dev/null"#]
        let report = try await Self.report(client, "what was typed")
        #expect(report.results.map(\.outcome) == [.notClaimed([.storage, .drafts])])
        #expect(report.isConforming)
    }

    @Test(
        "a client that does not say what it has can't be tried",
        arguments: [
            (["true"], "The client did not print a first line"),
            (["no-such-client"], "'no-such-client' can't be started"),
            (["sh", "-c", "echo '{}'; cat"], "The first line of the client must be"),
            (["sh", "-c", #"echo '{"client": "c", "parts": ["wings"]}'; cat"#], #"There is no part "wings""#),
        ]
    )
    func unusable(command: [String], sentence: String) async throws {
        let error = await #expect(throws: ConformanceSuite.UnusableClient.self) {
            try await Self.report(command, "acts once")
        }
        #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
    }
}
