import Foundation
import JSON
import Programs
import RawHTTP
import SQLiteSessions
import Sessions
import Testing

@Suite("The program and its store", .serialized)
struct StoreProgramTests {
    private func port(_ program: Program) async throws -> Int {
        try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
    }

    @Test("A session survives SIGKILL: the next server continues after the last response")
    func survivesKill() async throws {
        let data = try TemporaryFolder()
        let arguments = ["serve", "--dev", "--port", "0", "--data", data.path]
        let first = try Program.start(arguments)
        let client = try AppClient(port: try await port(first))
        try client.signIn()
        try client.report("finish")
        try client.wait { $0.props["isLoading"] == false }
        let state = client.state
        first.signal(SIGKILL)
        _ = first.end()

        let second = try Program.start(arguments)
        defer { second.stop() }
        let again = try AppClient(client, port: try await port(second))
        try again.read()
        #expect(again.state == state)
        try again.report("itemSelected", 3)
        #expect(again.layout == "T0*[itemsList, itemDetail] T1[]")
    }

    @Test("An order is placed once in spite of a kill, and its user can still log in", arguments: 0..<6)
    func orderSurvivesKill(round: Int) async throws {
        let data = try TemporaryFolder()
        let arguments = ["serve", "--dev", "--port", "0", "--data", data.path]
        let first = try Program.start(arguments)
        let client = try AppClient(port: try await port(first), starting: ["app": "market"])
        try client.waitForStories()
        try client.report("skip")
        try client.report("citySelected", "Berlin")
        try client.fillCart("milk", 2)
        try client.select(tab: "cart")
        try client.report("checkOut")
        try client.signIn()
        try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
        let payment = client.focus
        let key = ["Idempotency-Key": "an-order-of-milk-\(round)", "Prefer": "wait=0"]
        let response = try client.sendOutput("place", "cardAtDoor", from: payment, fields: key)
        #expect([200, 202].contains(response.status))
        // The kill comes before, during or after the placing of the order, a little later each round.
        usleep(useconds_t(round * 1_500))
        first.signal(SIGKILL)
        _ = first.end()

        let second = try Program.start(arguments)
        defer { second.stop() }
        let again = try AppClient(client, port: try await port(second))
        let retry = try again.sendOutput("place", "cardAtDoor", from: payment, fields: key)
        #expect([200, 202].contains(retry.status))
        #expect(retry.field("idempotency-replayed") == "true")
        try again.read()
        try again.wait { $0.focused["name"] == "order" }
        let number = try #require(again.props["order"]?["number"]?.stringValue)
        #expect(number == "10001")
        try again.select(tab: "profile")
        try again.report("logOut")
        try again.select(tab: "profile")
        try again.report("logIn")
        try again.signIn()
        try again.wait { $0.props["orderCount"] != nil }
        #expect(again.props["orderCount"] == 1)
    }

    @Test("The program prints the path of its store, and creates the data folder for its user only")
    func namesTheFile() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/deep/data"
        let program = try Program.start(["serve", "--port", "0"], environment: ["USHER_DATA": data])
        _ = try await program.address()
        program.signal(SIGTERM)
        #expect(program.end().output.contains("Sessions are stored in \(data)/usher.db."))
        let attributes = try FileManager.default.attributesOfItem(atPath: data)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: data).sorted() == [
                "usher.db", "usher.db.code-key", "usher.db.crashes", "usher.db.lock", "usher.db.services",
            ]
        )
        #expect(
            try FileManager.default.attributesOfItem(atPath: data + "/usher.db.services")[.posixPermissions] as? Int
                == 0o600
        )
        #expect(
            try FileManager.default.attributesOfItem(atPath: data + "/usher.db")[.posixPermissions] as? Int == 0o600
        )
    }

    @Test("A store that is named by a symbolic link has its other files beside the file, and the accounts of it")
    func symbolicLink() async throws {
        let data = try TemporaryFolder()
        let other = try TemporaryFolder()
        let arguments = ["serve", "--port", "0", "--store"]
        let first = try Program.start(arguments + ["sqlite:\(data.path)/usher.db"])
        _ = try await first.address()
        first.stop()
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/link.db",
            withDestinationPath: data.path + "/usher.db"
        )
        let second = try Program.start(arguments + ["sqlite:\(other.path)/link.db"])
        _ = try await second.address()
        second.stop()
        #expect(other.names == ["link.db"])
        #expect(data.names.contains("usher.db.services"))
    }

    @Test("A second server can't open the same file, and names the process that has it")
    func locked() async throws {
        let data = try TemporaryFolder()
        let first = try Program.start(["serve", "--port", "0", "--data", data.path])
        defer { first.stop() }
        _ = try await first.address()
        let (output, status) = try Program.start(["serve", "--port", "0", "--data", data.path]).end()
        #expect(status == 2)
        #expect(
            output
                == "usher: The store is in use by another server (process \(first.id)); "
                + "only one server can use it at a time.\n"
        )
    }

    @Test("A quarantined session is released by a command, while no server uses the store")
    func release() async throws {
        let data = try TemporaryFolder()
        let store = ["--data", data.path]
        let first = try Program.start(["serve", "--dev", "--port", "0"] + store)
        let client = try AppClient(port: try await port(first))
        try client.signIn()
        let id = try #require(client.state["id"]?.stringValue)
        let (inUse, inUseStatus) = try Program.start(["store", "release", id] + store).end()
        #expect(inUseStatus == 2 && inUse.contains("The store is in use by another server (process \(first.id))"))
        first.stop()
        #expect(
            try Program.start(["store", "release", id] + store).end()
                == ("\(data.path)/usher.db has no quarantined session \(id).\n", 1)
        )
        let file = try SQLiteStore(path: data.path + "/usher.db")
        try await file.quarantine(SessionID(id), because: "test")
        await file.close()
        #expect(
            try Program.start(["store", "release", id, "--audit-log", data.path + "/audit.log"] + store).end()
                == ("The session \(id) was released.\n", 0)
        )
        let audit = try String(contentsOfFile: data.path + "/audit.log", encoding: .utf8)
        #expect(audit.contains("\"event\":\"operator.session-released\",\"outcome\":\"ok\",\"session\":\"\(id)\""))
        let second = try Program.start(["serve", "--dev", "--port", "0"] + store)
        defer { second.stop() }
        let again = try AppClient(client, port: try await port(second))
        try again.read()
        #expect(again.layout == client.layout)
    }

    @Test("A file that can't be a store gives one line and exit code 2, and stays unchanged")
    func unusable() throws {
        let folder = try TemporaryFolder()
        func start(_ path: String) throws -> (output: String, status: Int32) {
            try Program.start(["serve", "--port", "0", "--store", "sqlite:" + path]).end()
        }
        let garbage = folder.path + "/garbage.db"
        let bytes = Data("This is no database. ".utf8 + Array(repeating: 0x55, count: 9_000))
        try bytes.write(to: URL(filePath: garbage))
        for (path, sentence) in [
            (garbage, "file is not a database"),
            (folder.path + "/nowhere/usher.db", "can't be opened: No such file or directory"),
            (folder.path, "can't be opened"),
        ] {
            let (output, status) = try start(path)
            #expect(status == 2)
            #expect(output.split(separator: "\n").count == 1 && output.contains(sentence), "\(output)")
        }
        #expect(try Data(contentsOf: URL(filePath: garbage)) == bytes)
    }

    @Test("A server without its file of accounts is not ready, and creates no account, until the file is moved back")
    func accountsRemoved() async throws {
        let data = try TemporaryFolder()
        let program = try Program.start(["serve", "--dev", "--port", "0", "--data", data.path])
        defer { program.stop() }
        let client = try AppClient(port: try await port(program))
        func readiness() throws -> Int { try client.connection.exchange("GET", "/readyz").status }
        #expect(try readiness() == 200)
        let file = data.path + "/usher.db.services"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        let deadline = ContinuousClock.now + .seconds(10)
        // A result of the check is used again for a second.
        while try readiness() != 503, .now < deadline { usleep(50_000) }
        #expect(try readiness() == 503)
        let layout = client.layout
        try client.signIn()
        #expect(client.layout == layout)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        let metrics = try client.connection.exchange("GET", "/metrics").text
        #expect(metrics.firstMatch(of: /usher_requests_total\{route="\/readyz",status="5xx"\} [1-9]/) != nil)
        try client.signIn()
        #expect(client.layout == "[onboarding]")
        let (checked, status) = try Program.start(["store", "check", "--data", data.path]).end()
        #expect(status == 0 && checked == "\(data.path)/usher.db: no problems found.\n")
    }

    @Test("An address that has used up its limit on new sessions has not got it back after a restart")
    func usedLimit() async throws {
        let data = try TemporaryFolder()
        let arguments = ["serve", "--port", "0", "--data", data.path, "--address-new-sessions", "3"]
        for expected in [[201, 201, 201, 429], [429]] {
            let program = try Program.start(arguments)
            defer { program.stop() }
            let connection = try RawClient(port: try await port(program))
            #expect(try expected.map { _ in try connection.exchange("POST", "/v1/sessions").status } == expected)
        }
    }

    /// Creates an account, places an order of `market`, and returns its number.
    private func placeOrder(port: Int) throws -> String {
        let client = try AppClient(port: port, starting: ["app": "market"])
        try client.enterMarket()
        try client.fillCart("milk", 2)
        try client.select(tab: "cart")
        try client.report("checkOut")
        try client.signUp("ann")
        try client.verifyPhone()
        try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
        try client.report("place", "cardAtDoor")
        return try #require(client.props["order"]?["number"]?.stringValue)
    }

    @Test("The check of a damaged file names SQLite's own tools")
    func damagedFile() async throws {
        let data = try TemporaryFolder()
        let store = ["--data", data.path]
        let program = try Program.start(["serve", "--port", "0"] + store)
        _ = try AppClient(port: try await port(program))
        program.signal(SIGTERM)
        _ = program.end()
        let path = data.path + "/usher.db"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(bytes.count - 4_096..<bytes.count, with: Data(count: 4_096))
        try bytes.write(to: URL(filePath: path))
        let (output, status) = try Program.start(["store", "check"] + store).end()
        let lines = output.split(separator: "\n")
        #expect(status == 1 && lines.count > 1, "\(output)")
        #expect(lines.last?.hasSuffix("sqlite3 COPY .recover (https://sqlite.org/recovery.html).") == true, "\(output)")
    }

    @Test("Operators check, measure and copy the store while a server has it, and serve the copy")
    func operators() async throws {
        let data = try TemporaryFolder()
        let store = ["--data", data.path]
        let (missing, code) = try Program.start(["store", "check"] + store).end()
        #expect(code == 2 && missing == "usher: There is no store at \(data.path)/usher.db.\n")

        let first = try Program.start(["serve", "--dev", "--port", "0"] + store)
        let client = try AppClient(port: try await port(first))
        try client.signIn()
        let order = try placeOrder(port: try await port(first))
        #expect(
            try Program.start(["store", "check"] + store).end() == ("\(data.path)/usher.db: no problems found.\n", 0)
        )
        let (statistics, _) = try Program.start(["store", "stats"] + store).end()
        #expect(statistics.contains("in use by a server") && statistics.contains("  items        1"))
        let json = try JSONValue(parsing: try Program.start(["store", "stats", "--json"] + store).end().output)
        #expect(json["sessions"]?["items"] == 1)
        let copy = data.path + "/copy.db"
        #expect(
            try Program.start(["store", "backup", copy] + store).end()
                == ("\(data.path)/usher.db was copied to \(copy) and \(copy).services.\n", 0)
        )
        for path in [copy, copy + ".services"] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        #expect(try Program.start(["store", "backup", copy] + store).end().status == 2)
        try client.report("finish")
        first.stop()

        let second = try Program.start(["serve", "--dev", "--port", "0", "--store", "sqlite:" + copy])
        defer { second.stop() }
        let again = try AppClient(client, port: try await port(second))
        try again.read()
        #expect(again.layout == "[onboarding]")
        // The accounts were copied, too, with their orders.
        let customer = try AppClient(port: try await port(second), starting: ["app": "market"])
        try customer.enterMarket()
        try customer.open("usher://market/order/\(order)")
        try customer.report("submit", ["login": "ann", "password": "a long password"])
        try customer.wait { $0.props["order"] != nil }
        #expect(customer.props["order"]?["lines"]?[0]?["grocery"] == "milk")
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).filter { $0.contains("partial") } == [])
    }
}
