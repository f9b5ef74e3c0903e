import EventStreams
import Foundation
import JSON
import PostgreSQLServers
import Programs
import RawHTTP
import Testing

@testable import UsherServer

@Suite("Programs that share a store in PostgreSQL", .serialized)
struct PostgreSQLProgramTests {
    private let folder: TemporaryFolder
    private let database: PostgreSQLServer

    init() throws {
        folder = try TemporaryFolder()
        database = try PostgreSQLServer()
    }

    private var store: [String] { ["--store", database.url, "--code-key", folder.path + "/code-key"] }

    private func start(_ arguments: String...) throws -> Program {
        try Program.start(["serve", "--dev", "--port", "0"] + store + arguments)
    }

    private func port(_ program: Program) async throws -> Int {
        try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
    }

    @Test("a session goes on at the other program after one was killed, and an order is placed once")
    func kill() async throws {
        let first = try start(), second = try start()
        defer { second.stop() }
        let ports = [try await port(first), try await port(second)]
        let client = try AppClient(port: ports[0], starting: ["app": "market"])
        try client.waitForStories()
        try client.report("skip")
        let other = try AppClient(client, port: ports[1])
        try other.read()
        #expect(other.state == client.state)
        try other.report("citySelected", "Berlin")
        try client.read()
        #expect(client.state == other.state)
        try client.fillCart("milk", 2)
        try client.select(tab: "cart")
        try client.report("checkOut")
        try client.signIn()
        try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
        let payment = client.focus
        let key = ["Idempotency-Key": "an-order-of-milk", "Prefer": "wait=0"]
        _ = try client.sendOutput("place", "cardAtDoor", from: payment, fields: key)
        first.signal(SIGKILL)
        _ = first.end()
        let again = try AppClient(client, port: ports[1])
        let retry = try again.sendOutput("place", "cardAtDoor", from: payment, fields: key)
        #expect([200, 202].contains(retry.status))
        #expect(retry.field("idempotency-replayed") == "true")
        try again.read()
        // The effect was the killed program's, and the lease of that program ends after 20 seconds.
        try again.wait { $0.focused["name"] == "order" }
        let number = try #require(again.props["order"]?["number"]?.stringValue.flatMap(Int.init))
        // A transaction that was rolled back leaves a gap in the numbers.
        try database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT array_agg(10000 + number) FROM usher.placed_order) = ARRAY[\(number)::bigint];
            END $$
            """
        )
    }

    @Test("a session over which a program crashed twice is quarantined at all, until an operator releases it")
    func crash() async throws {
        let data = try TemporaryFolder()
        let other = try start()
        defer { other.stop() }
        let first = try start("--data", data.path)
        let client = try AppClient(port: try await port(first))
        try client.signIn()
        try client.read()
        let id = try #require(client.state["id"]?.stringValue)
        first.stop()
        #expect(data.names == ["usher-1.crashes"])
        let elsewhere = try AppClient(client, port: try await port(other))
        for crash in 1...2 {
            // The line that the handler of a fatal signal writes.
            try Data("\(id)\n".utf8).write(to: URL(filePath: data.path + "/usher-1.crashes"))
            let next = try start("--data", data.path)
            _ = try await next.address()
            #expect(next.process.text(containing: "Previous server crashed").contains("times=\(crash)"))
            #expect(data.size(of: "usher-1.crashes") == 0)
            let status = try AppClient(client, port: try await port(next)).send("GET", "").status
            #expect(status == (crash == 1 ? 200 : 410))
            next.stop()
        }
        // Each request has a new connection, because the server closes one that is idle for as long as programs take to start.
        #expect(try AppClient(elsewhere, port: try await port(other)).send("GET", "").status == 410)
        let command = ["store", "release", id, "--audit-log", "store"] + store.prefix(2)
        #expect(try Program.start(command).end() == ("The session \(id) was released.\n", 0))
        let released = try AppClient(elsewhere, port: try await port(other))
        try released.read()
        #expect(released.state == client.state)
        let again = try Program.start(command).end()
        #expect(again.status == 1 && again.output.contains("has no quarantined session \(id)"))
        #expect(try auditEvents().contains("operator.session-released"))
    }

    @Test("programs that share a data folder have a log of crashes each")
    func sharedFolder() async throws {
        let data = try TemporaryFolder()
        let first = try start("--data", data.path)
        _ = try await first.address()
        let second = try start("--data", data.path)
        _ = try await second.address()
        #expect(data.names.sorted() == ["usher-1.crashes", "usher-2.crashes"])
        first.stop()
        let third = try start("--data", data.path)
        _ = try await third.address()
        #expect(data.names.count == 2)
        second.stop()
        third.stop()
    }

    /// Reads a stream up to a revision, or to a later one: a server that sees two changes of another at once shows the last.
    private func read(_ stream: EventStream, until revision: Int64) throws {
        while let event = try stream.next(), event.id.flatMap({ Int64($0) }) ?? 0 < revision {}
    }

    /// Returns the audit events in the database, as text.
    private func auditEvents() throws -> String {
        try database.run("psql", "--dbname=\(database.url)", "--command=SELECT * FROM usher.audit_event")
    }

    @Test("with --audit-log store, the events of all programs are in the database")
    func auditLog() async throws {
        let programs = [try start("--audit-log", "store"), try start("--audit-log", "store")]
        for program in programs {
            let client = try AppClient(port: try await port(program))
            try client.signIn()
        }
        #expect(try eventually { try auditEvents().matches(of: /sign-in/).count == 2 })
        for program in programs { program.stop() }
    }

    @Test("the metrics of the connections, the conflicts, the leases and the hints are exposed")
    func metrics() async throws {
        let program = try start()
        defer { program.stop() }
        let reader = try RawClient(port: try await port(program))
        var lines: [String] = []
        let isConnected = try eventually {
            lines = try reader.exchange("GET", "/metrics").text.split(separator: "\n").map(String.init)
            return lines.contains("usher_store_hints_connected 1") && lines.contains("usher_store_connections 8")
        }
        #expect(isConnected)
        #expect(lines.contains("usher_store_conflicts_total 0"))
        #expect(lines.contains("usher_store_leases_lost_total 0"))
        for name in MetricDescriptions.ofPostgreSQL.keys where name != "usher_store_transactions_waiting" {
            #expect(lines.contains { $0.hasPrefix("\(name) ") }, "\(name)")
        }
        try database.crash()
        #expect(
            try eventually {
                let text = try reader.exchange("GET", "/metrics").text
                return text.contains("\nusher_store_hints_connected 0\n")
                    && text.contains("\nusher_store_connections 0\n")
            }
        )
    }

    @Test("what happens at one program is on the event stream of the other at once")
    func stream() async throws {
        let first = try start(), second = try start()
        defer { for program in [first, second] { program.stop() } }
        // The connections for hints are opened in the background.
        for port in [try await port(first), try await port(second)] {
            let probe = try RawClient(port: port)
            #expect(
                try eventually { try probe.exchange("GET", "/metrics").text.contains("usher_store_hints_connected 1") }
            )
        }
        let client = try AppClient(port: try await port(first))
        // The client signs in before the stream begins, because that replaces the credential.
        try client.signIn()
        let stream = try EventStream(of: client, port: try await port(second))
        #expect(try stream.next()?.name == "state")
        // Without hints the other program would look after 15 seconds.
        for change in [
            { try client.report("finish") }, { try client.report("itemSelected", 3) }, { try client.back() },
        ] {
            let began = ContinuousClock.now
            try change()
            try read(stream, until: client.revision)
            #expect(began.duration(to: .now) < .seconds(1))
        }
    }

    @Test("the program says what the store promises, at its start and in /readyz, and shows no password")
    func promises() async throws {
        let url = database.url.replacing("postgres:///", with: "postgres://usher:secret-word@/")
        let program = try Program.start(
            ["serve", "--port", "0", "--store", url, "--code-key", folder.path + "/code-key"]
        )
        defer { program.stop() }
        let client = try RawClient(port: try await port(program))
        let ready = try client.exchange("GET", "/readyz")
        #expect(ready.json["status"] == "ready")
        // The servers of tests do not sync their files.
        #expect(
            ready.json["store"] == ["durability": "process", "survivesFailover": false, "sharing": "hints"]
        )
        let text = program.process.text
        #expect(text.contains("A failover to another machine may lose the last ones."))
        #expect(text.contains("Several servers can use the store, and learn of each other's changes at once."))
        #expect(text.contains("postgres://usher:***@/") && !text.contains("secret-word"))
        let configuration = try Program.start(["serve", "--print-config", "--store", url]).end()
        #expect(configuration.output.contains("usher:***@") && !configuration.output.contains("secret-word"))
    }

    /// Makes the account `ann` with a phone.
    private func signUp(_ client: AppClient) throws {
        try client.signUp("ann")
        try client.verifyPhone()
        #expect(client.layout == "[onboarding]")
    }

    @Test("without a key of codes, or with another one than the others have, the program does not start")
    func codeKey() async throws {
        let without = try Program.start(["serve", "--port", "0", "--store", database.url]).end()
        #expect(without.status == 2 && without.output.contains("needs --code-key (USHER_CODE_KEY)"))
        let first = try start()
        _ = try await port(first)
        let other = try Program.start(
            ["serve", "--port", "0", "--store", database.url, "--code-key", folder.path + "/other-key"]
        ).end()
        #expect(other.status == 2 && other.output.contains("copy the file of one of them"))
        first.stop()
    }

    @Test("while the database is down requests get 503 and nothing is acknowledged, and then all works again")
    func databaseDown() async throws {
        let program = try start()
        defer { program.stop() }
        let client = try AppClient(port: try await port(program))
        try client.signIn()
        try client.report("finish")
        try client.read()
        let state = client.state
        try database.crash()
        let failed = try client.sendOutput("itemSelected", 3)
        #expect(failed.status == 503 && failed.field("retry-after") != nil)
        let probe = try RawClient(port: try await port(program))
        #expect(try eventually { try probe.exchange("GET", "/readyz").status == 503 })
        try database.start()
        #expect(try eventually { try probe.exchange("GET", "/readyz").status == 200 })
        try client.read()
        #expect(client.state == state)
        try client.report("itemSelected", 3)
        #expect(client.revision > state["revision"]?.integerValue ?? 0)
    }

    @Test(
        "a program connects with TLS and a password from a file, and to no server whose certificate is for another name"
    )
    func secured() async throws {
        let address = try database.listen(
            certificate: TestCertificate.first.certificate,
            key: TestCertificate.first.key,
            password: "canary-password"
        )
        let root = try TestCertificate.first.write(to: folder).certificate, passwords = folder.path + "/passwords"
        try "*:*:*:usher:canary-password\n".write(toFile: passwords, atomically: true, encoding: .utf8)
        _ = unsafe chmod(passwords, 0o600)
        func start(_ host: String, _ root: String, passwords: String) throws -> Program {
            let parameters = "hostaddr=\(address)&sslmode=verify-full&sslrootcert=\(root)"
            return try Program.start(
                [
                    "serve", "--dev", "--port", "0", "--code-key", folder.path + "/code-key",
                    "--store", "postgres://usher@\(host)/postgres?\(parameters)",
                ],
                environment: ["PGPASSFILE": passwords]
            )
        }
        let program = try start("localhost", root, passwords: passwords)
        let client = try AppClient(port: try await port(program))
        try client.signIn()
        let connections = try database.run(
            "psql",
            "-At",
            "-d",
            database.url,
            "-c",
            "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL"
        )
        #expect(connections == "t\n")
        program.signal(SIGTERM)
        let (output, status) = program.end()
        #expect(status == 0 && !output.contains("canary") && !output.contains("has no TLS"), "\(output)")

        let misnamed = try start("other.example", root, passwords: passwords).end()
        #expect(misnamed.status == 2 && misnamed.output.contains("other.example"), "\(misnamed.output)")
        try TestCertificate.second.write(to: folder)
        #expect(try start("localhost", root, passwords: passwords).end().status == 2)
        let withoutPassword = try start("localhost", root, passwords: "/nowhere").end()
        #expect(withoutPassword.status == 2)
    }

    @Test("an operator ends the sessions of an account over all programs")
    func accounts() async throws {
        let first = try start(), second = try start()
        defer { for program in [first, second] { program.stop() } }
        let client = try AppClient(port: try await port(first))
        try signUp(client)
        let other = try AppClient(client, port: try await port(second))
        try other.read()
        let ended = try Program.start(["accounts", "end-sessions", "ann"] + store.prefix(2)).end()
        #expect(ended.status == 0, "\(ended.output)")
        #expect(try eventually { try other.send("GET", "").status == 401 })
        #expect(try client.send("GET", "").status == 401)
        #expect(try Program.start(["accounts", "disable", "nobody"] + store.prefix(2)).end().status == 1)
    }

    @Test("when the settings of the database change its promises, /readyz and the log say so")
    func changedPromises() async throws {
        let database = try PostgreSQLServer(options: ["fsync=on"])
        let program = try Program.start(
            ["serve", "--port", "0", "--store", database.url, "--code-key", folder.path + "/code-key"]
        )
        defer { program.stop() }
        let client = try RawClient(port: try await port(program))
        #expect(try client.exchange("GET", "/readyz").json["store"]?["durability"] == "disk")
        // Commits wait for a standby that does not exist, but the first commit comes later than this.
        try database.execute("ALTER SYSTEM SET synchronous_standby_names TO 'two'")
        try database.execute("SELECT pg_reload_conf()")
        let isReplicated = try eventually {
            let store = try client.exchange("GET", "/readyz").json["store"]
            return store?["durability"] == "replicated" && store?["survivesFailover"] == true
        }
        #expect(isReplicated)
        #expect(program.process.text(containing: "Store promises changed").contains("A failover loses none."))
        try database.execute("ALTER SYSTEM RESET synchronous_standby_names")
        try database.execute("SELECT pg_reload_conf()")
        #expect(try eventually { try client.exchange("GET", "/readyz").json["store"]?["durability"] == "disk" })
    }

    @Test("a dump that was made while a program runs has its sessions and accounts in another database")
    func backup() async throws {
        let program = try start()
        let client = try AppClient(port: try await port(program))
        try signUp(client)
        try client.read()
        let state = client.state, dump = folder.path + "/usher.dump"
        try database.run("pg_dump", "--format=custom", "--file=\(dump)", database.url)
        // A change after the dump is not in it.
        try client.report("finish")
        program.stop()
        try database.execute("CREATE DATABASE restored")
        let url = database.url(of: "restored")
        try database.run("pg_restore", "--clean", "--if-exists", "--dbname=\(url)", dump)
        let restored = try Program.start(
            ["serve", "--dev", "--port", "0", "--store", url, "--code-key", folder.path + "/code-key"]
        )
        defer { restored.stop() }
        let again = try AppClient(client, port: try await port(restored))
        try again.read()
        #expect(again.state == state)
        try again.report("finish")
        let other = try AppClient(port: try await port(restored))
        try other.report("submit", ["login": "ann", "password": "a long password"])
        #expect(other.messages.isEmpty)
    }

    @Test("a store is copied to PostgreSQL while its server shows the states, and back, and its sessions go on")
    func copy() async throws {
        let file = "sqlite:" + folder.path + "/usher.db", key = folder.path + "/usher.db.code-key"
        let first = try Program.start(["serve", "--dev", "--port", "0", "--store", file])
        let client = try AppClient(port: try await port(first))
        try signUp(client)
        try client.read()
        first.stop()
        let readOnly = try Program.start(["serve", "--dev", "--port", "0", "--store", file, "--read-only"])
        let reader = try AppClient(client, port: try await port(readOnly))
        try reader.read()
        #expect(reader.state == client.state)
        let rejected = try reader.sendOutput("finish")
        #expect(rejected.status == 503 && rejected.field("retry-after") != nil)
        let copied = try Program.start(["store", "copy", file, database.url]).end()
        #expect(copied.status == 0 && copied.output.contains("1 sessions"), "\(copied.output)")
        readOnly.stop()

        let second = try Program.start(
            ["serve", "--dev", "--port", "0", "--store", database.url, "--code-key", key]
        )
        let again = try AppClient(client, port: try await port(second))
        try again.read()
        #expect(again.state == client.state)
        try again.back()
        let state = again.state
        second.stop()
        let back = "sqlite:" + folder.path + "/back.db"
        let stillReading = try Program.start(
            ["serve", "--dev", "--port", "0", "--store", database.url, "--code-key", key, "--read-only"]
        )
        let lastReader = try AppClient(again, port: try await port(stillReading))
        try lastReader.read()
        #expect(try Program.start(["store", "copy", database.url, back]).end().status == 0)
        try lastReader.read()
        #expect(lastReader.state == state)
        #expect(try lastReader.sendOutput("finish").status == 503)
        stillReading.stop()
        let third = try Program.start(["serve", "--dev", "--port", "0", "--store", back, "--code-key", key])
        defer { third.stop() }
        let last = try AppClient(again, port: try await port(third))
        try last.read()
        #expect(last.state == state)
        // Its user can sign in.
        let other = try AppClient(port: try await port(third))
        try other.report("submit", ["login": "ann", "password": "a long password"])
        #expect(other.messages.isEmpty)
        #expect(
            try Program.start(["store", "copy", back, database.url]).end().output.contains("The target has sessions")
        )
    }

    @Test("a backup of a file says what to use for PostgreSQL instead")
    func fileCommands() throws {
        let result = try Program.start(["store", "backup", folder.path + "/copy"] + store.prefix(2)).end()
        #expect(result.status == 2 && result.output.contains("pg_dump"))
    }

    @Test("a check finds a damaged session while a server runs, and statistics count it")
    func check() async throws {
        let program = try start()
        defer { program.stop() }
        let client = try AppClient(port: try await port(program))
        func run(_ command: String) throws -> (status: Int32, output: String) {
            let result = try Program.start(["store", command] + store.prefix(2)).end()
            return (result.status, result.output)
        }
        let intact = try run("check")
        #expect(intact.status == 0 && intact.output.contains("no problems found"))
        let statistics = try run("stats")
        #expect(statistics.status == 0 && statistics.output.matches(of: /sessions +1\n/).count == 1)
        #expect(statistics.output.contains("PostgreSQL 1"))
        try database.run(
            "psql",
            "--dbname=\(database.url)",
            "--command=UPDATE usher.session SET expires_at = expires_at + 1"
        )
        let damaged = try run("check")
        #expect(damaged.status == 1 && damaged.output.contains("The row of the session \(client.id) is damaged."))
    }
}
