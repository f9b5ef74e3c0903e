import Applications
import Coordination
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import Testing

@Suite("Scenarios of market over HTTP")
struct MarketScenarioTests {
    private static let main = "T0*[feed] T1[categories] T2[cart] T3[favorites] T4[profile]"

    @Test("S1: a service that shows nothing leaves no trace, and the next one starts")
    func noStories() async throws {
        let market = try MarketApplication.make(factory: SilentMarket())
        try await RunningServer.run(applications: [market]) { server in
            let client = try server.start(["app": "market"])
            try client.wait { $0.focused["name"] != "authorization" }
            #expect(client.layout == "[deliveryCity]")
            #expect(client.state["screens"]?.objectValue?.members.count == 1)
        }
    }

    @Test("S6: three services and then the tabs replace each other, each with its transition")
    func launch() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "market"])
            try client.waitForStories()
            #expect(client.layout == "[stories]")
            #expect(client.state["navigation"]?["transition"] == "crossDissolve")
            try client.report("skip")
            #expect(client.layout == "[deliveryCity]")
            #expect(client.state["navigation"]?["transition"] == "push")
            try client.report("citySelected", "Berlin")
            #expect(client.layout == Self.main)
            #expect(client.state["navigation"]?["transition"] == "straightLine")
        }
    }

    @Test("S6: the stories advance by themselves, and end")
    func stories() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "market"])
            try client.waitForStories()
            for _ in 0..<3 {
                server.clock.advance(by: .seconds(6))
                try client.waitForChange()
            }
            #expect(client.layout == "[deliveryCity]")
        }
    }

    @Test("S2, S3, S5, S8: a product is a unit on the tab's stack, and going back leads through its screens")
    func product() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.report("grocerySelected", "apples")
            try client.report("facts")
            #expect(
                client.layout == "T0*[feed, product, productFacts] T1[categories] T2[cart] T3[favorites] T4[profile]"
            )
            try client.back()
            try client.back()
            #expect(client.layout == Self.main)
            try client.report("promotionSelected", "pasta")
            #expect(client.layout == "T0*[feed, promotion] T1[categories] T2[cart] T3[favorites] T4[profile]")
        }
    }

    @Test("S7, S15: selecting tabs leaves stacks unchanged, and a second tap pops to the root")
    func tabs() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.report("grocerySelected", "apples")
            for tab in ["catalog", "cart", "favorites", "profile", "main"] { try client.select(tab: tab) }
            #expect(client.layout == "T0*[feed, product] T1[categories] T2[cart] T3[favorites] T4[profile]")
            try client.select(tab: "main")
            #expect(client.layout == Self.main)
        }
    }

    @Test("S10, S16: the login of the favorites is a modal, and each of its three ends dismisses it")
    func login() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.select(tab: "favorites")
            try client.report("logIn")
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile] +modal[login]")
            try client.report("close")
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile]")
            #expect(client.props["stage"] == "loggedOut")
            try client.report("logIn")
            try client.signIn()
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile]")
            try client.wait { $0.props["stage"] == "known" }
            try client.select(tab: "profile")
            try client.report("logOut")
            try client.select(tab: "favorites")
            try client.report("logIn")
            try client.signUp("carl")
            #expect(client.layout.hasSuffix("+modal[login, signUp, phoneList]"))
            try client.report("later")
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile]")
            try client.wait { $0.props["stage"] == "known" }
        }
    }

    @Test("S11, S12: a swipe dismisses one of several modals")
    func modals() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.report("grocerySelected", "apples")
            let product = client.layout
            try client.report("delivery")
            try client.report("chooseCity")
            #expect(client.layout == "\(product) +modal[deliveryTerms] +modal[deliveryCity]")
            try client.dismiss()
            #expect(client.layout == "\(product) +modal[deliveryTerms]")
            try client.report("chooseCity")
            try client.report("citySelected", "Vienna")
            #expect(client.layout == "\(product) +modal[deliveryTerms]")
            #expect(client.props["city"] == "Vienna")
            try client.dismiss()
            #expect(client.layout == product)
        }
    }

    @Test("S13: a modal with flows in it is dismissed as a whole")
    func nestedModal() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.select(tab: "favorites")
            try client.report("logIn")
            try client.signUp("dora")
            try client.report("addPhone")
            #expect(client.layout.hasSuffix("+modal[login, signUp, phoneList, addPhone]"))
            try client.dismiss()
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile]")
            #expect(client.state["screens"]?.objectValue?.members.count == 5)
        }
    }

    @Test("an order is placed once: a double tap is rejected, and a retry with the same key is replayed")
    func order() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.fillCart("milk", 2)
            try client.select(tab: "cart")
            #expect(client.badge(ofTab: "cart") == "2")
            try client.report("checkOut")
            #expect(client.layout.hasSuffix("+modal[login]"))
            try client.signIn()
            #expect(
                client.layout
                    == "T0[feed] T1[categories, category, product] T2*[cart, address] T3[favorites] T4[profile]"
            )
            try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
            let payment = client.focus
            let key = ["Idempotency-Key": "an-order-of-milk-1"]
            let first = try client.sendOutput("place", "cardAtDoor", from: payment, fields: key)
            #expect(first.status == 200)
            let again = try client.sendOutput("place", "cardAtDoor", from: payment, fields: key)
            #expect(again.status == 200)
            #expect(again.field("idempotency-replayed") == "true")
            #expect(try client.sendOutput("place", "cardAtDoor", from: payment).status == 409)
            try client.read()
            #expect(
                client.layout == "T0[feed] T1[categories, category, product] T2*[cart, order] T3[favorites] T4[profile]"
            )
            #expect(client.badge(ofTab: "cart") == nil)
            let number = try #require(client.props["order"]?["number"]?.stringValue)
            try client.report("done")
            try client.open("usher://market/order/\(number)")
            #expect(client.props["order"]?["number"] == .string(number))
            #expect(client.props["order"]?["lines"]?.arrayValue?.count == 1)
            try client.back()
            #expect(client.props["orders"]?.arrayValue?.count == 1)
        }
    }

    @Test("going back after an order leads past its form to the newest legal screen, also when it comes late")
    func backAfterOrder() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.fillCart("milk", 2)
            try client.select(tab: "cart")
            try client.report("checkOut")
            try client.signIn()
            try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
            let (payment, revision) = (client.focus, client.revision)
            try client.report("place", "cardAtDoor")
            let ordered = "T0[feed] T1[categories, category, product] T2*[cart, order] T3[favorites] T4[profile]"
            #expect(client.layout == ordered)
            let order = client.props["order"]
            // A gesture that was made on the form stays on the order, and one to the form leads nowhere.
            try client.take(client.send("POST", "/back", fields: ["If-Match": "\"\(revision)\""]))
            #expect(client.layout == ordered)
            try client.back(to: payment)
            #expect(client.layout == ordered && client.props["order"] == order)
            try client.back()
            #expect(client.layout == ordered.replacing("cart, order", with: "cart"))
            #expect(client.badge(ofTab: "cart") == nil)
            try client.open("usher://market/order/\(order?["number"]?.stringValue ?? "")")
            #expect(client.props["order"]?["number"] == order?["number"])
        }
    }

    @Test("a sold-out product is explained on placing the order, and stays in the cart")
    func soldOut() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.select(tab: "profile")
            try client.report("logIn")
            try client.signIn()
            try client.fillCart("truffle", 1)
            try client.select(tab: "cart")
            try client.report("checkOut")
            try client.report("submit", ["city": "Rome", "street": "Via Appia 1"])
            #expect(client.messages == ["city.unknown"])
            try client.report("submit", ["city": "Berlin", "street": "Linienstraße 12"])
            try client.report("place", "invoice")
            #expect(client.messages == ["order.soldOut"])
            #expect(client.badge(ofTab: "cart") == "1")
        }
    }

    @Test("flows of other applications run in the profile: its edit and phone verification")
    func profile() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.select(tab: "profile")
            try client.report("logIn")
            try client.signIn()
            try client.wait { $0.props["profile"] != nil }
            try client.report("edit")
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3[favorites] T4*[profile, profileEdit]")
            try client.report("selectCity")
            try client.report("regionSelected", "Tatarstan")
            try client.report("citySelected", "Kazan")
            try client.report("save", ["name": "Demo the Great"])
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3[favorites] T4*[profile]")
            #expect(client.messages == ["profile.saved"])
            #expect(client.props["profile"]?["name"] == "Demo the Great")
            try client.report("changePhone")
            try client.verifyPhone()
            #expect(client.layout == "T0[feed] T1[categories] T2[cart] T3[favorites] T4*[profile]")
            #expect(client.messages == ["phone.saved"])
            #expect(client.props["account"]?["phones"]?.arrayValue?.count == 2)
        }
    }

    @Test("a guest's favorite is kept after the login, and appears in other sessions of the account")
    func favorite() async throws {
        try await RunningServer.run { server in
            let client = try server.startMarket()
            try client.report("grocerySelected", "apples")
            try client.report("favoriteChanged", ["grocery": "apples", "isKept": true])
            #expect(client.layout.hasSuffix("+modal[login]"))
            try client.signIn()
            try client.wait { $0.props["isFavorite"] == true && $0.state["status"] == "active" }
            let other = try server.startMarket()
            try other.select(tab: "favorites")
            try other.report("logIn")
            try other.signIn()
            try other.wait { $0.props["stage"] == "known" }
            #expect(other.props["groceries"]?.arrayValue?.map { $0["id"] } == ["apples"])
        }
    }

    @Test("a link to goods comes before the questions of the launch, and an unknown link starts no session")
    func links() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "market", "link": "usher://market/product/milk"])
            try client.waitForStories()
            #expect(client.state["link"] == "usher://market/product/milk")
            #expect(client.layout == "T0[feed] T1*[categories, category, product] T2[cart] T3[favorites] T4[profile]")
            let body: JSONValue = ["app": "market", "link": "usher://market/product/unicorn"]
            #expect(try server.connect().exchange("POST", "/v1/sessions", body).status == 422)
        }
    }
}

/// A market without stories.
private struct SilentMarket: MarketFactory {
    private let market = DemoMarketFactory()

    var assortment: Assortment {
        var assortment = market.assortment
        assortment.stories = []
        return assortment
    }
    var geography: Geography { market.geography }
    var citiesLooks: Experiment<CitiesVariant> { market.citiesLooks }
}

extension RunningServer {
    /// Returns a client of the market with a guest who has skipped the stories and chosen Berlin.
    func startMarket(link: String? = nil) throws -> AppClient {
        let client = try start(link.map { ["app": "market", "link": .string($0)] } ?? ["app": "market"])
        try client.enterMarket()
        return client
    }
}

extension AppClient {
    /// Waits until the authorization check has found a guest.
    func waitForStories() throws {
        try wait { $0.focused["name"] != "authorization" }
    }

    /// Goes through the services at launch to the tabs.
    func enterMarket() throws {
        try waitForStories()
        try report("skip")
        try report("citySelected", "Berlin")
    }

    /// Waits until the state meets a condition.
    func wait(until isReached: (AppClient) -> Bool) throws {
        while !isReached(self) { try waitForChange() }
    }

    /// Waits for the next revision.
    func waitForChange() throws {
        try take(send("GET", "", fields: ["Prefer": "wait=25", "If-None-Match": "\"\(revision)\""]))
    }

    func badge(ofTab name: String) -> String? {
        let routes = state["navigation"]?["routes"]?.arrayValue ?? []
        return routes.first { $0["name"] == .string(name) }?["badge"]?.stringValue
    }

    func fillCart(_ grocery: String, _ quantity: Int64) throws {
        try open("usher://market/product/\(grocery)")
        try report("quantityChanged", ["grocery": .string(grocery), "quantity": .integer(quantity)])
    }
}
