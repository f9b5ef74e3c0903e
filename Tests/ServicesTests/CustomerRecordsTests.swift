import Coordination
import Foundation
import GRDB
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import ServiceDatabase

@Suite("Customer records", .eachEngine)
struct CustomerRecordsTests {
    private let clock = ManualClock()

    private func order(_ account: String = "ada", _ grocery: Grocery.ID = "milk") throws -> PlaceOrder {
        let grocery = try #require(DemoMarketFactory().assortment.grocery(grocery))
        return PlaceOrder(
            account: account,
            lines: [OrderLine(2, of: grocery)],
            delivery: Price(290, "EUR"),
            address: DeliveryAddress(city: "Berlin", street: "Linienstraße 12"),
            payment: .invoice
        )
    }

    @Test("a new customer has a profile with the account's name")
    func new() throws {
        let records = try CustomerRecords(in: .forTest(), clock: clock)
        #expect(try records.customer("ada") == Customer(account: "ada", profile: Profile(name: "ada")))
    }

    @Test("an order is placed once for each key")
    func once() throws {
        let records = try CustomerRecords(in: .forTest(), clock: clock)
        let first = try records.place(order(), key: "a").order
        clock.advance(by: .seconds(60))
        #expect(try records.place(order(), key: "a").order == first)
        #expect(first?.number == "10001")
        #expect(try records.place(order(), key: "b").order?.number == "10002")
        #expect(try records.place(order("ben"), key: "c").order?.number == "10003")
        #expect(try records.customer("ada").orders.map(\.number) == ["10002", "10001"])
        #expect(try records.customer("ben").orders.map(\.number) == ["10003"])
    }

    @Test("an order with a sold-out product is rejected with the product")
    func soldOut() throws {
        let records = try CustomerRecords(in: .forTest(), clock: clock, soldOut: ["truffle"])
        guard case .soldOut(["truffle"]) = try records.place(order("ada", "truffle"), key: "a") else {
            Issue.record("This was placed.")
            return
        }
        #expect(try records.customer("ada").orders == [])
    }

    @Test("records and accounts are the same after the file is reopened")
    func reopened() async throws {
        let path = NSTemporaryDirectory() + "usher-services-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            let database = try ServiceDatabase(path: path)
            let accounts = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
            try await accounts.signUp(.of("ada", "correct horse"), key: "1")
            _ = try await accounts.attachPhone(.anna, to: "ada", key: "2")
            let records = try CustomerRecords(in: database, clock: clock)
            _ = try records.save(Favorite(grocery: "milk", isKept: true), of: "ada")
            _ = try records.save(Profile(name: "Ada"), of: "ada")
            _ = try records.place(order(), key: "a")
        }
        let database = try ServiceDatabase(path: path)
        let accounts = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        #expect(try await accounts.account("ada") == Account(id: "ada", phones: [.anna]))
        #expect(try await accounts.signIn(.of("ada", "correct horse"), key: "3").text == "account ada")
        #expect(try await accounts.signIn(.of("ada", "correct hors"), key: "4").text == "rejected")
        #expect(try await accounts.signUp(.of("ada", "another one"), key: "5") == "taken")
        let records = try CustomerRecords(in: database, clock: clock)
        let customer = try records.customer("ada")
        #expect(customer.profile.name == "Ada")
        #expect(customer.favorites == ["milk"])
        #expect(customer.orders.map(\.number) == ["10001"])
        #expect(try records.place(order(), key: "a").order?.number == "10001")
    }
}

extension PlaceOrder.Value {
    fileprivate var order: Order? { if case .placed(let order) = self { order } else { nil } }
}
