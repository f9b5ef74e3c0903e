import Coordination
import GRDB
import PostgreSQLServers
import PostgreSQLServices
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import ServiceDatabase

@Suite("A copy of the services' database")
struct ServiceDatabaseCopyTests {
    private let clock = ManualClock()
    private let folder: TemporaryFolder

    private let tables: [ServiceTables] = [.operations, .accounts, .codes, .customers]

    init() throws { folder = try TemporaryFolder() }

    private func order(_ account: String) -> PlaceOrder {
        PlaceOrder(
            account: account,
            lines: [],
            delivery: Price(290, "EUR"),
            address: DeliveryAddress(city: "Berlin", street: "Linienstraße 12"),
            payment: .invoice
        )
    }

    @Test("has everything, from SQLite to PostgreSQL and back, and its orders go on with the next number")
    func roundTrip() async throws {
        let source = try ServiceDatabase(path: folder.path + "/source")
        let records = try CustomerRecords(in: source, clock: clock)
        // These are more rows than a page has.
        for number in 0..<1_203 { _ = try records.place(order("ada"), key: "key \(number)") }
        _ = try records.save(Profile(name: "Ada"), of: "ada")
        let directory = try LocalAccountDirectory(in: source, clock: clock, hashing: .cheap)
        try await directory.signUp(.of("ada", "a long password"), key: "1")
        _ = try await directory.signIn(.of("ada", "wrong"), key: "2")

        let settings = try PostgreSQLServer.shared.get().settings()
        let copied = ServiceDatabase.joining(settings)
        let rows = try source.copy(to: copied, tables)
        #expect(rows > 1_205)
        let back = try ServiceDatabase.forCopy(to: folder.path + "/back")
        #expect(try copied.copy(to: back, tables) == rows)
        #expect(try back.rows(of: tables) == source.rows(of: tables))

        // A server opens the copy in this way, with the key of the first database.
        let served = try ServiceDatabase(settings, key: [])
        let customers = try CustomerRecords(in: served, clock: clock)
        #expect(try customers.customer("ada").profile.name == "Ada")
        guard case .placed(let next) = try customers.place(order("ada"), key: "new") else {
            Issue.record("The order was not placed.")
            return
        }
        #expect(next.number == "11204")
        guard case .placed(let known) = try customers.place(order("ada"), key: "key 5") else {
            Issue.record("The order was not found.")
            return
        }
        #expect(known.number == "10006")
        let accounts = try LocalAccountDirectory(in: served, clock: clock, hashing: .cheap)
        #expect(try await accounts.signIn(.of("ada", "a long password"), key: "3").text == "account ada")
    }

    @Test("is not made into a database that has rows")
    func notEmpty() throws {
        let source = try ServiceDatabase(path: folder.path + "/source")
        _ = try CustomerRecords(in: source, clock: clock)
        let target = try ServiceDatabase.forCopy(to: folder.path + "/target")
        _ = try CustomerRecords(in: target, clock: clock).save(Profile(name: "Ben"), of: "ben")
        let error = #expect(throws: StoreError.self) { try source.copy(to: target, tables) }
        #expect(error?.description.contains("has rows in the table customer") == true)
        #expect(try target.read { try $0.row("SELECT COUNT(*) FROM completed_change")?.integer(0) } == 0)
    }

    @Test("has every table that there is")
    func everyTable() throws {
        let path = folder.path + "/source"
        let database = try ServiceDatabase(path: path)
        for tables in tables { try database.create(tables) }
        let names = try DatabaseQueue(path: path).read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
                    """
            )
        }
        #expect(Set(names) == Set(tables.flatMap(\.copied).map(\.name)))
    }
}

extension ServiceDatabase {
    /// All rows of all tables, sorted.
    fileprivate func rows(of tables: [ServiceTables]) throws -> [String] {
        try read { db in
            try tables.flatMap(\.copied).map(\.name).sorted().flatMap { table in
                try db.rows("SELECT * FROM \(table)").map { "\(table) \($0.values)" }.sorted()
            }
        }
    }
}
