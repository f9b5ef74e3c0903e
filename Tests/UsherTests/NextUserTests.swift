import JSON
import RawHTTP
import Testing

@testable import ServiceDatabase

@Suite("The data of a user over HTTP")
struct NextUserScenarioTests {
    @Test("created items leave with the log-out, and are there again in another session")
    func items() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            try client.report("complete", ["title": "Canary bicycle"])
            try client.select(tab: "settings")
            try client.report("logOut")
            #expect(!client.text.contains("Canary"))
            let other = try server.startInMain()
            try other.wait { $0.text.contains("Canary bicycle") }
            try client.signIn()
            try client.wait { $0.text.contains("Canary bicycle") }
        }
    }

    @Test("a market cart leaves with the log-out, and is there again in another session")
    func market() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.logInToMarket()
            try client.open("usher://market/product/milk")
            try client.report("quantityChanged", ["grocery": "milk", "quantity": 3])
            #expect(client.badge(ofTab: "cart") == "3")
            try client.select(tab: "profile")
            try client.report("logOut")
            #expect(client.badge(ofTab: "cart") == nil)
            let other = try server.startMarket()
            try other.logInToMarket()
            try other.wait { $0.badge(ofTab: "cart") == "3" }
        }
    }

    @Test("a shop's cart, address and orders leave with the log-out, and are there again in another session")
    func shop() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "summit")
            try client.report("cartAdd", ["product": "summit"])
            try client.report("cartToggle")
            try client.report("checkOut")
            try client.signIn()
            try client.report("submit", ["name": "Canary", "address": "Canary Wharf 1"])
            try client.report("buy", "transfer")
            try client.report("done")
            try client.open("usher://shop/catalog/product/ridge")
            try client.report("cartAdd", ["product": "ridge"])
            try client.open("usher://shop/account")
            try client.report("logOut")
            #expect(!client.text.contains("Canary"))
            #expect(client.props["numberOfCartItems"] == 0)
            let other = try server.startShop()
            try other.report("account")
            try other.signIn()
            try other.report("orders")
            try other.wait { $0.props["purchases"]?.arrayValue?.count == 1 }
            try other.open("usher://shop/cart")
            #expect(other.props["items"]?.arrayValue?.compactMap { $0["product"] } == ["ridge"])
            try other.report("checkOut")
            #expect(other.props["shipping"]?["name"] == "Canary")
        }
    }

    @Test("what the user of a shop removes while the cart is being saved stays removed", arguments: [false, true])
    func removedFromShopCart(logsOut: Bool) async throws {
        let commits = GatedCommits()
        try await RunningServer.run(customerData: .gated(by: commits)) { server in
            let client = try server.startShop()
            try client.report("showProduct", "summit")
            try client.report("cartAdd", ["product": "summit"])
            try client.report("cartToggle")
            try client.report("checkOut")
            try client.signIn()
            commits.waitForArrival(of: 1)
            try client.open("usher://shop/cart")
            let choice = try #require(client.props["items"]?[0])
            try client.report("cartRemove", ["product": "summit", "color": choice["color"] ?? .null])
            try client.report("remove", ["product": "summit", "color": choice["color"] ?? .null])
            if logsOut {
                try client.open("usher://shop/account")
                try client.report("logOut")
            }
            commits.open()
            commits.waitForCommits(2)
            let other = try server.startShop()
            try other.report("account")
            try other.signIn()
            try other.open("usher://shop/cart")
            try other.wait { $0.props["isLoading"] != true }
            #expect(other.props["items"] == [])
        }
    }

    @Test("what the user of a market removes while the cart is being saved stays removed", arguments: [false, true])
    func removedFromMarketCart(logsOut: Bool) async throws {
        let commits = GatedCommits()
        try await RunningServer.run(customerData: .gated(by: commits)) { server in
            let client = try server.startMarket()
            try client.logInToMarket()
            try client.open("usher://market/product/milk")
            try client.report("quantityChanged", ["grocery": "milk", "quantity": 3])
            commits.waitForArrival(of: 1)
            try client.report("quantityChanged", ["grocery": "milk", "quantity": 0])
            if logsOut {
                try client.select(tab: "profile")
                try client.report("logOut")
            }
            commits.open()
            commits.waitForCommits(2)
            let other = try server.startMarket()
            try other.logInToMarket()
            #expect(other.badge(ofTab: "cart") == nil)
        }
    }
}

extension ServiceDatabase {
    /// Returns a database in memory with commits that wait for a test.
    fileprivate static func gated(by commits: GatedCommits) throws -> ServiceDatabase {
        var database = try inMemory()
        database.faults = commits
        return database
    }
}

extension AppClient {
    /// The whole state as text, for searches.
    fileprivate var text: String { String(decoding: state.json, as: UTF8.self) }

    fileprivate func logInToMarket() throws {
        try select(tab: "profile")
        try report("logIn")
        try signIn()
        try wait { $0.props["profile"] != nil && $0.props["profile"] != .null }
    }
}
