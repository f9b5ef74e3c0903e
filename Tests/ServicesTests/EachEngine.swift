import PostgreSQLServers
import PostgreSQLServices
import Testing

@testable import Accounts
@testable import DemonstrationServices
@testable import ServiceDatabase

/// The engine in which a test's databases are.
enum TestEngine: CaseIterable {
    case sqlite
    case postgreSQL

    @TaskLocal static var current = TestEngine.sqlite
}

extension ServiceDatabase {
    /// Makes an empty database in the engine of the test.
    static func forTest(key: [UInt8] = Array(repeating: 1, count: 32)) throws -> ServiceDatabase {
        let database =
            switch TestEngine.current {
            case .sqlite: try ServiceDatabase.inMemory()
            case .postgreSQL: try ServiceDatabase(PostgreSQLServer.shared.get().settings(count: 4), key: key)
            }
        return try database.withAllTables()
    }

    /// Creates the tables of all services.
    func withAllTables() throws -> ServiceDatabase {
        for tables in [ServiceTables.accounts, .codes, .customers] { try create(tables) }
        return self
    }
}

/// Runs each test once for each engine.
struct EachEngine: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for engine in TestEngine.allCases {
            try await TestEngine.$current.withValue(engine) { try await function() }
        }
    }
}

extension Trait where Self == EachEngine {
    /// Runs each test once for each engine.
    static var eachEngine: EachEngine { EachEngine() }
}
