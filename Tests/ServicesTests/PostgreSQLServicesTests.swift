import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLServices
import PostgreSQLSessions
import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import ServiceDatabase

@Suite("Services of servers that share a database in PostgreSQL")
struct PostgreSQLServicesTests {
    private let clock = ManualClock()
    private let settings: ConnectionSettings
    private let key = [UInt8](repeating: 1, count: 32)

    init() throws {
        settings = try PostgreSQLServer.shared.get().settings(count: 4)
    }

    private func database() throws -> ServiceDatabase {
        try ServiceDatabase(settings, key: key).withAllTables()
    }

    private func order() -> PlaceOrder {
        PlaceOrder(
            account: "ada",
            lines: [],
            delivery: Price(290, "EUR"),
            address: DeliveryAddress(city: "Berlin", street: "Linienstraße 12"),
            payment: .invoice
        )
    }

    @Test("an order with one key is placed once, however many servers place it at once")
    func orders() async throws {
        let records = try (0..<3).map { _ in try CustomerRecords(in: database(), clock: clock) }
        let numbers = try await withThrowingTaskGroup(of: [String].self) { group in
            for record in records {
                group.addTask {
                    try (0..<10).map { round in
                        guard case .placed(let order) = try record.place(order(), key: "key \(round)") else {
                            return ""
                        }
                        return order.number
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(numbers).count == 1)
        #expect(Set(numbers[0]).count == 10)
        #expect(try records[0].customer("ada").orders.count == 10)
    }

    @Test("an effect whose lease another server has ended changes nothing")
    func lease() async throws {
        let store = try PostgreSQLStore(settings, leaseDuration: .seconds(3_600))
        let lease = try #require(try await store.claimWork(at: clock.now, limit: 0).lease)
        let records = try CustomerRecords(in: database(), clock: clock)
        try Lease.$current.withValue(lease) { _ = try records.place(order(), key: "before") }
        try Connection(settings).execute("DELETE FROM server")
        Lease.$current.withValue(lease) {
            #expect(throws: LostLeaseError.self) { try records.place(order(), key: "after") }
        }
        #expect(try records.customer("ada").orders.count == 1)
        // A change that belongs to no effect needs no lease.
        _ = try records.save(Profile(name: "Ada"), of: "ada")
        await store.close()
    }

    @Test("a server can't end the lease of an effect during its transaction")
    func leaseInTransaction() async throws {
        let store = try PostgreSQLStore(settings, leaseDuration: .seconds(3_600))
        let lease = try #require(try await store.claimWork(at: clock.now, limit: 0).lease)
        let database = try database()
        try Lease.$current.withValue(lease) {
            try database.write { db in
                let other = try Connection(settings)
                try other.execute("SET lock_timeout = 100")
                #expect(throws: DatabaseError.self) { try other.execute("DELETE FROM server") }
                try db.change("INSERT INTO disabled_account (login) VALUES (?)", [1])
            }
        }
        try Connection(settings).execute("DELETE FROM server")
        await store.close()
    }

    @Test("a server with another key of codes is rejected, and the counts of the others stay")
    func otherKey() throws {
        _ = try LocalAccountDirectory(in: database(), clock: clock)
        let error = #expect(throws: StoreError.self) {
            try LocalAccountDirectory(
                in: ServiceDatabase(settings, key: [UInt8](repeating: 2, count: 32)),
                clock: clock
            )
        }
        #expect(error?.description.contains("copy the file of one of them") == true)
        _ = try LocalAccountDirectory(in: database(), clock: clock)
    }

    @Test("calls fail while the server is down, and succeed once it is up again")
    func restart() throws {
        let server = try PostgreSQLServer()
        let records = try CustomerRecords(in: ServiceDatabase(server.settings(), key: key), clock: clock)
        _ = try records.place(order(), key: "1")
        try server.crash()
        for _ in 0..<3 {
            let error = #expect(throws: StoreError.self) { try records.place(order(), key: "2") }
            #expect(error?.kind == .unavailable)
        }
        try server.start()
        _ = try records.place(order(), key: "2")
        #expect(try records.customer("ada").orders.count == 2)
    }
}
