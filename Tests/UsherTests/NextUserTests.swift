import JSON
import RawHTTP
import Testing

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
            // A change that waits for a save under way does not know its outcome yet.
            try client.wait { $0.hasSavedCart }
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
}

extension AppClient {
    /// The whole state as text, for searches.
    fileprivate var text: String { String(decoding: state.json, as: UTF8.self) }

    /// Whether the shop has saved the cart of the account, and saves no other one.
    fileprivate var hasSavedCart: Bool {
        let entries = (try? send("GET", "/history?limit=100").json["entries"]?.arrayValue) ?? []
        let effects = entries.flatMap { $0["effects"]?.arrayValue ?? [] }.filter { $0["name"] == "saveShopCart" }
        let answered = effects.count { $0["status"] == "answered" }
        return answered > 0 && answered == effects.count { $0["status"] == "asked" }
    }

    fileprivate func logInToMarket() throws {
        try select(tab: "profile")
        try report("logIn")
        try signIn()
        try wait { $0.props["profile"] != nil && $0.props["profile"] != .null }
    }
}
