import Foundation
import JSON
import RawHTTP
import Testing

@testable import UsherServer

@Suite("The descriptions of metrics")
struct MetricDescriptionsTests {
    private static func content(of path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The page for operators.
    private static func page() throws -> String { try content(of: "Documentation/operations.md") }

    @Test(
        "Every metric in the dashboard and in the alerts is one that a server exposes",
        arguments: ["deploy/grafana.json", "deploy/alerts.yaml"]
    )
    func usedMetrics(file: String) throws {
        let names = try Self.content(of: file).matches(of: /usher_[a-z_]+/).map { String($0.output) }
        #expect(names.count > 5)
        for name in Set(names) {
            let metric = name.hasSuffix("_bucket") ? String(name.dropLast("_bucket".count)) : name
            #expect(MetricDescriptions.all[metric] != nil, "\(file) has \(name)")
        }
    }

    @Test("Every metric that a server exposes has a description in the table, and a row on the page for operators")
    func exposedMetrics() async throws {
        let program = try Program.start(["serve", "--port", "0", "--store", "memory"])
        defer { program.stop() }
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        try client.report("submit", ["login": "ann", "password": "a wrong password"])
        try client.report("signUp")
        let reader = try RawClient(port: port)
        var lines: [String] = []
        // The two connections are the client and the reader. The request is the scrape itself, once the server has learned that
        // the client's last response is sent: the client reads it before that.
        let settled = try eventually {
            lines = try reader.exchange("GET", "/metrics").text.split(separator: "\n").map(String.init)
            return ["usher_connections 2", "usher_requests_in_flight 1"].allSatisfy(lines.contains)
        }
        #expect(settled)
        #expect(lines.contains(#"usher_sessions_started_total{app="items"} 1"#))
        #expect(lines.contains(#"usher_sessions_live{app="items"} 1"#))
        #expect(lines.contains(#"usher_sessions_live{app="market"} 0"#))
        #expect(lines.contains(#"usher_effects_total{effect="signIn"} 1"#))
        #expect(lines.contains(#"usher_effect_seconds_count{effect="signIn"} 1"#))
        #expect(lines.contains(#"usher_request_seconds_count{route="/v1/sessions"} 1"#))
        #expect(lines.contains("usher_waits 0"))
        #expect(lines.contains(#"usher_build_info{program="usher",version="0.1.0"} 1"#))
        #expect(lines.contains("usher_deadlines_exceeded_total{phase=\"header\"} 0"))
        #expect(lines.contains("usher_transitions_total{app=\"items\"} 4"))

        // "# TYPE name kind"
        let types = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ").map(String.init) }
        let others = Set(MetricDescriptions.ofPostgreSQL.keys).union(MetricDescriptions.ofDurableStores.keys)
        #expect(Set(types.map { $0[2] }) == Set(MetricDescriptions.all.keys).subtracting(others))
        let page = try Self.page()
        for type in types {
            let (name, kind) = (type[2], type[3])
            let description = try #require(MetricDescriptions.all[name], "\(name) has no description")
            #expect(lines.contains("# HELP \(name) \(description)"))
            #expect(page.contains("\n| `\(name)` | \(kind) | "), "operations.md has no row for \(name), a \(kind)")
        }
    }

    @Test("The metrics of the process are those that the kernel has, and the batches of commits are counted on disk")
    func process() async throws {
        let program = try Program.start(["serve", "--port", "0"])
        defer { program.stop() }
        let started = Date().timeIntervalSince1970
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        _ = try AppClient(port: port)
        let text = try RawClient(port: port).exchange("GET", "/metrics").text
        func value(_ name: String) throws -> Double {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") }, "\(name)")
            return try #require(Double(line.dropFirst(name.count + 1)))
        }
        #expect(abs(try value("process_start_time_seconds") - started) < 60)
        #expect(try value("process_cpu_seconds_total") > 0)
        #expect(try value("process_resident_memory_bytes") > 1_000_000)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.id)/fd").count
        #expect(abs(try value("process_open_fds") - Double(files)) < 5)
        #expect(try value("process_max_fds") > Double(files))
        #expect(try value("usher_store_batch_commits_count") >= 1)
    }

    @Test("Every metric in the table is on the page for operators, and its description is a sentence")
    func describedMetrics() throws {
        let page = try Self.page()
        for (name, description) in MetricDescriptions.all {
            #expect(page.contains("`\(name)`"), "operations.md does not name \(name)")
            #expect(description.hasSuffix(".") && !description.contains("\n"), "\(name): \(description)")
        }
    }
}
