import Concurrency
import PostgreSQL
import PostgreSQLServers
import Testing

@Suite("Parameters and rows")
struct ParametersTests {
    private func echo(_ type: String, _ add: (inout Parameters) -> Void) async throws -> ResultRow {
        let pool = try ConnectionPool(try PostgreSQLServer.shared.get().settings())
        var parameters = Parameters()
        add(&parameters)
        let rows = try await pool.run(Transaction(.reads, PreparedQuery("echo", "SELECT $1::\(type)"), parameters))
        await pool.close()
        return try #require(rows.first?.first)
    }

    @Test("a value comes back from the server as it was sent", arguments: [Int64.min, -1, 0, 1, .max])
    func integers(number: Int64) async throws {
        #expect(try await echo("bigint") { $0.append(bigint: number) }.integer(0) == number)
    }

    @Test("a text and bytes come back as they were sent, also if they are empty")
    func values() async throws {
        for text in ["", "ä 😀 'quoted' \\"] {
            #expect(try await echo("text") { $0.append(text: text) }.text(0) == text)
        }
        for bytes in [[], [0], Array(0...255)] as [[UInt8]] {
            #expect(try await echo("bytea") { $0.append(bytea: bytes) }.bytes(0) == bytes)
        }
        #expect(try await echo("text") { $0.append(text: nil) }.text(0) == nil)
    }

    @Test("the elements of an array come back as rows, NULLs included")
    func arrays() async throws {
        let pool = try ConnectionPool(try PostgreSQLServer.shared.get().settings())
        var parameters = Parameters()
        parameters.append(bigints: [1, nil, -3])
        parameters.append(texts: ["a", "", nil])
        parameters.append(byteas: [nil, [], [0, 255]])
        let query = PreparedQuery("rows", "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])")
        let rows = try #require(try await pool.run(Transaction(.reads, query, parameters)).first)
        #expect(rows.map { $0.integer(0) } == [1, nil, -3])
        #expect(rows.map { $0.text(1) } == ["a", "", nil])
        #expect(rows.map { $0.bytes(2) } == [nil, [], [0, 255]])
        var empty = Parameters()
        empty.append(bigints: [])
        let none = PreparedQuery("none", "SELECT * FROM unnest($1::bigint[])")
        #expect(try await pool.run(Transaction(.reads, none, empty)).first?.count == 0)
        await pool.close()
    }
}

extension ConnectionPool {
    func run(_ transaction: Transaction) async throws -> [Rows] {
        try await withCheckedContinuation { continuation in
            run(transaction) { continuation.resume(returning: $0) }
        }.get()
    }

    func close() async {
        await withCheckedContinuation { continuation in close { continuation.resume() } }
    }
}
