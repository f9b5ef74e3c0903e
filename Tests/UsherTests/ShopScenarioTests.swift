import Accounts
import Applications
import Concurrency
import Coordination
import JSON
import RawHTTP
import Sessions
import Testing

@Suite("Scenarios of shop over HTTP")
struct ShopScenarioTests {
    @Test("R1, R2: the shop starts with its home page, and a product is pushed over it")
    func home() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            #expect(client.layout == "[home]")
            try client.report("showProduct", "ridge")
            #expect(client.layout == "[home, product]")
            #expect(client.props["product"]?["name"] == "Ridge shell")
            #expect(client.props["color"] == "c18")
        }
    }

    @Test("R3: an item added to the cart is counted on the product and on the covered home page")
    func count() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "ridge")
            for number in 1...2 as ClosedRange<Int64> {
                try client.report("cartAdd", ["product": "ridge"])
                #expect(client.layout == "[home, product]")
                #expect(client.props["numberOfCartItems"] == .integer(number))
            }
            try client.back()
            #expect(client.props["numberOfCartItems"] == 2)
        }
    }

    @Test("R4, R6: the cart takes over the stack; the suspended screens resume with their keys")
    func takeOver() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "ridge")
            try client.report("cartAdd", ["product": "ridge"])
            let shopping = client.state["stack"]
            let product = client.focus
            try client.report("cartToggle")
            #expect(client.layout == "[cart]")
            #expect(client.state["gestures"]?["back"] == nil)
            #expect(client.state["screens"]?.objectValue?.members.count == 1)
            #expect(client.props["items"]?.arrayValue?.map { $0["name"] } == ["Ridge shell"])
            let cart = client.focus
            #expect(try client.sendOutput("cartToggle", from: product).status == 409)
            try client.report("backToShopping")
            #expect(client.layout == "[home, product]")
            #expect(client.state["stack"] == shopping)
            try client.report("cartAdd", ["product": "ridge", "color": "c11"])
            try client.report("cartToggle")
            #expect(client.layout == "[cart]")
            #expect(client.focus != cart)
            #expect(client.props["items"]?.arrayValue?.count == 2)
        }
    }

    @Test("R5: the cart leads to a new home page")
    func freshHome() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            let home = client.focus
            try client.report("showProduct", "ridge")
            try client.report("cartToggle")
            try client.report("catalogShowPage")
            #expect(client.layout == "[home]")
            #expect(client.focus != home)
        }
    }

    @Test("R8: an alert is presented over the stack and leaves it unchanged")
    func buyNow() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("cartBuyNow", "ridge")
            #expect(client.layout == "[home] +modal[buyNowAlert]")
            #expect(client.state["modals"]?[0]?["presentation"] == "alert")
            #expect(client.focused["view"]?[0]?["kind"] == "confirm")
            try client.report("close")
            #expect(client.layout == "[home]")
            #expect(client.props["numberOfCartItems"] == 0)
        }
    }

    @Test("removing an item from the cart asks for confirmation")
    func removal() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "ridge")
            try client.report("cartAdd", ["product": "ridge"])
            try client.report("cartToggle")
            let choice: JSONValue = ["product": "ridge", "color": "c18"]
            try client.report("cartRemove", choice)
            #expect(client.layout == "[cart] +modal[removalAlert]")
            try client.report("keep")
            #expect(client.props["items"]?.arrayValue?.count == 1)
            try client.report("cartRemove", choice)
            try client.report("remove", choice)
            #expect(client.layout == "[cart]")
            #expect(client.props["items"]?.arrayValue?.count == 0)
        }
    }

    @Test("R9, R10: an output bubbles past handlers that forward it to one that stops it, and may have no handler")
    func bubbling() async throws {
        try await RunningServer.run(applications: [try Relay.application()]) { server in
            let client = try server.start(["app": "relay"])
            try client.report("toAll", "a")
            #expect(client.props["heard"] == ["bottom a", "middle a", "top a"])
            try client.report("toMiddle", "b")
            #expect(client.props["heard"] == ["bottom a", "middle a", "top a", "bottom b", "middle b"])
            let revision = client.revision
            try client.report("toNobody")
            #expect(client.revision == revision)
            #expect(client.layout == "[post]")
        }
    }

    @Test("R11: outputs that need the catalog are postponed, and delivered in order when it opens")
    func late() async throws {
        let gate = GatedCatalog()
        try await RunningServer.run(catalog: gate) { server in
            let client = try server.start(["app": "shop", "link": "usher://shop/catalog/product/ridge"])
            #expect(client.layout == "[home, product]")
            #expect(client.props["isOpen"] == false)
            try client.report("cartAdd", ["product": "ridge", "color": "c11"])
            #expect(client.messages == ["cart.willBeAdded"])
            try client.report("cartAdd", ["product": "unicorn"])
            try client.report("cartAdd", ["product": "ridge"])
            #expect(client.layout == "[home, product]")
            #expect(client.props["numberOfCartItems"] == 0)
            gate.open()
            try client.wait { $0.props["isOpen"] == true }
            #expect(client.props["numberOfCartItems"] == 2)
            try client.report("cartToggle")
            #expect(client.props["items"]?.arrayValue?.compactMap { $0["color"] } == ["c11", "c18"])
        }
    }

    @Test("R12: a postponed output is removed with its flow")
    func forgotten() async throws {
        try await RunningServer.run(applications: [try Relay.application()]) { server in
            let client = try server.start(["app": "relay"])
            try client.report("enter")
            #expect(client.layout == "[post, room]")
            try client.report("ring", "once")
            try client.back()
            try client.report("enter")
            try client.report("deliver")
            #expect(client.props["heard"] == [])
            try client.report("ring", "twice")
            try client.report("deliver")
            #expect(client.props["heard"] == ["twice"])
        }
    }

    @Test("R13, R15: going back from the account frees it and its login")
    func account() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("account")
            #expect(client.layout == "[home, login]")
            try client.back()
            #expect(client.layout == "[home]")
            try client.report("cartToggle")
            #expect(client.layout == "[cart]")
        }
    }

    @Test("R17: a wrong login stays with its message, and a right one is replaced by the profile")
    func login() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("account")
            try client.report("submit", ["login": "demo", "password": "wrong"])
            #expect(client.layout == "[home, login]")
            #expect(client.messages == ["auth.refused"])
            try client.signIn()
            #expect(client.layout == "[home, profile]")
            try client.back()
            #expect(client.layout == "[home]")
        }
    }

    @Test("a purchase is made once although it is sent twice, and is listed under the orders")
    func purchase() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "summit")
            try client.report("cartAdd", ["product": "summit"])
            try client.report("cartToggle")
            try client.report("checkOut")
            #expect(client.layout == "[cart] +modal[login]")
            try client.signIn()
            #expect(client.layout == "[cart, shipping]")
            try client.report("submit", ["name": "Ada", "address": "Linienstraße 12, Berlin"])
            let payment = client.focus
            let key = ["Idempotency-Key": "a-hat-for-the-summit"]
            for _ in 0..<2 {
                #expect(try client.sendOutput("buy", "transfer", from: payment, fields: key).status == 200)
            }
            try client.read()
            #expect(client.layout == "[confirmation]")
            #expect(client.props["purchase"]?["number"] == "S1001")
            try client.report("done")
            try client.open("usher://shop/account/orders")
            #expect(client.layout == "[cart, profile, orders]")
            #expect(client.props["purchases"]?.arrayValue?.count == 1)
        }
    }

    @Test("going back after a purchase stays on its confirmation, also when it comes late")
    func backAfterPurchase() async throws {
        try await RunningServer.run { server in
            let client = try server.startShop()
            try client.report("showProduct", "summit")
            try client.report("cartAdd", ["product": "summit"])
            try client.report("cartToggle")
            try client.report("checkOut")
            try client.signIn()
            try client.report("submit", ["name": "Ada", "address": "Linienstraße 12, Berlin"])
            let (payment, revision) = (client.focus, client.revision)
            #expect(client.state["gestures"]?["back"] != nil)
            try client.report("buy", "transfer")
            #expect(client.layout == "[confirmation]")
            // No screen before the purchase is legal any more.
            #expect(client.state["gestures"]?["back"] == nil)
            let confirmation = client.focus
            try client.back()
            try client.back(to: payment)
            try client.take(client.send("POST", "/back", fields: ["If-Match": "\"\(revision)\""]))
            #expect(client.layout == "[confirmation]" && client.focus == confirmation)
        }
    }
}

extension RunningServer {
    /// Returns a client of the shop with the catalog open.
    func startShop() throws -> AppClient {
        let client = try start(["app": "shop"])
        try client.wait { $0.props["stage"] == "open" }
        return client
    }
}

/// An application of three nested flows that forward outputs or stop them.
private enum Relay {
    static func application() throws -> Application {
        try Application("relay", title: "Relay", root: Top.self, factory: ())
    }

    struct Post: Screen {
        static let name = "post"
        static let toAll = Output<Post, String>("toAll")
        static let toMiddle = Output<Post, String>("toMiddle")
        static let unhandled = Output<Post, Nothing>("toNobody")
        static let enter = Output<Post, Nothing>("enter")

        var heard: [String] = []
    }

    struct Room: Screen {
        static let name = "room"
        static let ring = Output<Room, String>("ring")
        static let deliver = Output<Room, Nothing>("deliver")

        var heard: [String] = []
    }

    final class Top: ApplicationCoordinator {
        func start() { run(Middle.self) }

        static let wiring: Wiring<Top> = [
            .on(Post.toAll) { $0.hear("top", $1) },
            .on(Post.toMiddle) { $0.hear("top", $1) },
            .ignores(Post.unhandled),
            .on(Post.enter) { $0.run(Lodge.self, with: .init()) },
            .runs(Middle.self),
            .runs(Lodge.self),
        ]
    }

    final class Middle: Coordinator {
        func start() { run(Bottom.self) }

        static let wiring: Wiring<Middle> = [
            .on(Post.toAll) {
                $0.hear("middle", $1)
                $0.forward()
            },
            .on(Post.toMiddle) { $0.hear("middle", $1) },
            .runs(Bottom.self),
        ]
    }

    final class Bottom: Coordinator {
        func start() { push(Post()) }

        static let wiring: Wiring<Bottom> = [
            .on(Post.toAll) {
                $0.hear("bottom", $1)
                $0.forward()
            },
            .on(Post.toMiddle) {
                $0.hear("bottom", $1)
                $0.forward()
            },
        ]
    }

    final class Lodge: Coordinator {
        struct State: CoordinatorState { var isOpen = false }

        func start() { push(Room()) }

        static let wiring: Wiring<Lodge> = [
            .on(Room.ring) { $0.ring($1) },
            .on(Room.deliver) {
                $0.state.isOpen = true
                $0.deliverPostponed()
            },
        ]

        private func ring(_ text: String) {
            guard state.isOpen else { return postpone() }
            update { (room: inout Room) in room.heard.append(text) }
        }
    }
}

extension BaseCoordinator {
    fileprivate func hear(_ who: String, _ text: String) {
        update { (post: inout Relay.Post) in post.heard.append("\(who) \(text)") }
    }
}
