import PostgreSQL
import PostgreSQLServers
import Testing

@Suite("The migrations of tables in PostgreSQL")
struct MigrationsTests {
    private let settings: ConnectionSettings

    init() throws { settings = try PostgreSQLServer.shared.get().settings() }

    private static let commands = [
        "CREATE TABLE fruit (name text NOT NULL); INSERT INTO fruit VALUES ('apple')",
        "ALTER TABLE fruit ADD COLUMN weight bigint NOT NULL DEFAULT 100; UPDATE fruit SET weight = 150",
    ]

    private func migrate(_ count: Int) throws {
        try Migrations(recordedIn: "migration", Array(Self.commands.prefix(count)))
            .run(on: Connection(settings), schema: settings.schema)
    }

    @Test("a later release runs the migrations that have not run, once, and the rows stay")
    func later() throws {
        try migrate(1)
        let connection = try Connection(settings)
        #expect(try connection.query("SELECT name FROM fruit").map { $0.columnCount } == [1])
        try connection.execute("INSERT INTO fruit VALUES ('pear')")
        try migrate(2)
        try migrate(2)
        let rows = try Connection(settings).query("SELECT name, weight FROM fruit ORDER BY name")
        #expect(rows.map { $0.text(0) } == ["apple", "pear"])
        #expect(rows.map { $0.integer(1) } == [150, 150])
    }

    @Test("an earlier release does not use the tables of a later one, and leaves them as they are")
    func earlier() throws {
        try migrate(2)
        #expect(throws: Migrations.LaterVersionError.self) { try migrate(1) }
        let rows = try Connection(settings).query("SELECT max(number)::bigint FROM migration")
        #expect(rows.first?.integer(0) == 2)
    }

    @Test("a migration that fails leaves nothing of it, and runs again")
    func failing() throws {
        try migrate(1)
        let broken = Migrations(
            recordedIn: "migration",
            [Self.commands[0], "ALTER TABLE fruit ADD COLUMN weight bigint; SELECT 1 / 0"]
        )
        #expect(throws: DatabaseError.self) {
            try broken.run(on: Connection(settings), schema: settings.schema)
        }
        try migrate(2)
        #expect(try Connection(settings).query("SELECT weight FROM fruit").first?.integer(0) == 150)
    }

    @Test("of servers that start at once, one migrates", .timeLimit(.minutes(1)))
    func simultaneous() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try migrate(2) } }
            try await group.waitForAll()
        }
        #expect(try Connection(settings).query("SELECT 1 FROM migration").count == 2)
    }
}
