import Concurrency
import Coordination
import FoundationEssentials
import JSON
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import ServiceDatabase
@testable import Sessions

/// Every handler that changes something, over a database with commits that break before and after they take effect.
@Suite("Effects over a database whose commits break")
struct BrokenCommitTests {
    /// Breaks one commit.
    private final class BrokenCommit: CommitFaults {
        private struct State {
            /// The commits until the broken one, or `nil` to break none.
            var left: Int?
            var takesEffect = false
            var isBroken = false
        }

        private let state = Lock(State())

        /// Whether a commit was broken.
        var isBroken: Bool { state.withLock { $0.isBroken } }

        func plan(_ number: Int, takesEffect: Bool) {
            state.withLock { $0 = State(left: number, takesEffect: takesEffect) }
        }

        func beforeCommit() throws { try reach(takesEffect: false) }

        func afterCommit() throws { try reach(takesEffect: true) }

        private func reach(takesEffect: Bool) throws {
            let breaks = state.withLock { state -> Bool in
                guard let left = state.left else { return false }
                guard left == 0 else {
                    if takesEffect { state.left = left - 1 }
                    return false
                }
                guard state.takesEffect == takesEffect else { return false }
                state = State(isBroken: true)
                return true
            }
            if breaks { throw StoreError(.unknownOutcome, "The connection was lost while a commit ran.") }
        }
    }

    /// The services of a server and what a user of them does.
    private final class World: Sendable {
        static let session = SessionID("s")
        let clock = ManualClock()
        let database: ServiceDatabase
        let fault = BrokenCommit()
        let sender = RecordingSender()
        let directory: LocalAccountDirectory
        let handlers: EffectHandlers
        private let secret = CodeVerifier.randomKey()
        private let keys = Lock(0)

        init() throws {
            var database = try ServiceDatabase.forTest()
            database.faults = fault
            self.database = database
            directory = try LocalAccountDirectory(in: database, secret: secret, clock: clock, hashing: .cheap)
            var handlers = EffectHandlers()
            AccountServices(
                accounts: directory,
                codes: try CodeVerifier(in: database, sender: sender, clock: clock)
            ).register(in: &handlers)
            ShippedServices(
                accounts: directory,
                customers: try CustomerRecords(in: database, clock: clock),
                catalog: DelayedCatalog(delay: .zero),
                purchases: try PurchaseRecords(in: database, clock: clock),
                items: try ItemRecords(in: database)
            ).register(in: &handlers)
            self.handlers = handlers
        }

        /// Calls a handler as the server does: again with the same key, as long as the effect may have happened.
        ///
        /// With `reportsAll`, every error is a failure, and the user orders again. That is the control, which must find two
        /// orders.
        func perform<E: Effect>(_ effect: E, reportsAll: Bool = false) async throws -> E.Value {
            var number = nextKey()
            for _ in 0..<4 {
                let context = EffectContext(
                    idempotencyKey: "s/k\(number)",
                    session: Self.session,
                    now: clock.now,
                    client: nil,
                    userSessions: UserSessions(of: Self.session, client: nil, in: nil)
                )
                do {
                    let value = try await handlers.perform(effect, context)
                    return try #require(value as? E.Value)
                } catch let error as any EffectError where error.mayHaveHappened {
                    if reportsAll { number = nextKey() }
                }
            }
            throw Unexpected(text: "The outcome of \(E.name) is still unknown.")
        }

        private func nextKey() -> Int {
            keys.withLock { keys in
                keys += 1
                return keys
            }
        }

        func signUp(phone: PhoneNumber? = nil) async throws {
            let prepared = try await perform(PrepareAccount(credentials: .of("ada", "horse battery")))
            let request = try #require(prepared.request)
            guard case .account = try await perform(CreateAccount(request: request, phone: phone)) else {
                throw Unexpected(text: "The account was not created.")
            }
        }

        func signsIn(_ password: String) async throws -> Bool {
            switch try await perform(SignIn(credentials: .of("ada", password))) {
            case .account, .secondFactor: true
            case .rejected, .tooMany: false
            }
        }

        /// Begins an authenticator, and returns its key.
        func beginAuthenticator() async throws -> [UInt8] {
            let sealed = try #require(try await perform(BeginAuthenticator(account: "ada")))
            let text = try #require(SealingKey(derivedFrom: secret).open(sealed))
            return try #require(Base32.bytes(text.split(separator: " ").joined()))
        }

        func authenticatorCode(_ key: [UInt8]) throws -> Secret {
            Secret(try #require(TimeBasedCode.code(of: key, at: TimeBasedCode.step(at: clock.now))))
        }

        func confirm(_ key: [UInt8]) async throws -> [String] {
            let effect = ConfirmAuthenticator(account: "ada", code: try authenticatorCode(key))
            guard case .confirmed(let codes) = try await perform(effect) else {
                throw Unexpected(text: "The authenticator was not confirmed.")
            }
            return codes.compactMap { SealingKey(derivedFrom: secret).open($0) }
        }

        func rows(_ table: String) throws -> Int64 {
            try database.read { db in try db.row("SELECT COUNT(*) FROM \(table)")?.integer(0) ?? -1 }
        }

        static func order() throws -> PlaceOrder {
            PlaceOrder(
                account: "ada",
                lines: [OrderLine(2, of: try #require(DemoMarketFactory().assortment.grocery("milk")))],
                delivery: Price(290, "EUR"),
                address: DeliveryAddress(city: "Berlin", street: "Linienstraße 12"),
                payment: .invoice
            )
        }
    }

    /// A handler, with all that must be there before it is called, and what must hold once it has returned.
    private struct Scenario: Sendable {
        let name: String
        /// Prepares the world, and returns the call and the check after it.
        let prepare: @Sendable (World) async throws -> @Sendable () async throws -> Void
    }

    private static let scenarios: [Scenario] = [
        Scenario(name: "placeOrder") { world in
            {
                guard case .placed = try await world.perform(World.order()) else { throw Unexpected(text: "no order") }
                #expect(try world.rows("placed_order") == 1)
            }
        },
        Scenario(name: "buyCart") { world in
            {
                let shipping = ShopShipping(name: "Ada", address: "Berlin")
                let cart = BuyCart(account: "ada", items: [], shipping: shipping, payment: .transfer)
                _ = try await world.perform(cart)
                #expect(try world.rows("purchase") == 1)
            }
        },
        Scenario(name: "saveItem") { world in
            {
                let item = Item(id: 1, title: "Bicycle")
                let value = try await world.perform(SaveItem(account: "ada", item: item, creation: "s/k1"))
                #expect(value.saved?.title == "Bicycle")
                #expect(try world.rows("created_item") == 1)
            }
        },
        Scenario(name: "saveFavorite, saveCart, saveShopCart, saveProfile") { world in
            {
                let grocery = "milk"
                let favorite = Favorite(grocery: grocery, isKept: true)
                let value1 = try await world.perform(SaveFavorite(account: "ada", favorite: favorite)).favorites
                #expect(value1 == [grocery])
                var cart = Cart()
                cart.set(CartLine(grocery: grocery, quantity: 2))
                let value2 = try await world.perform(SaveCart(account: "ada", cart: cart, base: Cart()))
                #expect(value2 == cart)
                let shop = SavedShopCart(shipping: ShopShipping(name: "Ada", address: "Berlin"))
                let value3 = try await world.perform(SaveShopCart(account: "ada", cart: shop, base: SavedShopCart()))
                #expect(value3 == shop)
                let profile = SaveProfile(account: "ada", profile: Profile(name: "Ada"))
                let value4 = try await world.perform(profile).profile.name
                #expect(value4 == "Ada")
            }
        },
        Scenario(name: "prepareAccount, createAccount") { world in
            {
                try await world.signUp()
                let value5 = try await world.signsIn("horse battery")
                #expect(value5)
            }
        },
        Scenario(name: "attachPhone, removePhone") { world in
            try await world.signUp()
            return {
                let value6 = try await world.perform(AttachPhone(account: "ada", phone: .anna))?.phones
                #expect(value6 == [.anna])
                let value7 = try await world.perform(RemovePhone(account: "ada", phone: .anna))?.phones
                #expect(value7 == [])
            }
        },
        Scenario(name: "sendCode, checkCode") { world in
            {
                let sent = try await world.perform(SendCode(phone: .anna))
                let challenge = try #require(sent.challenge)
                // The message may be sent again, with the same ID, by which a gateway knows it.
                #expect(Set(world.sender.keys.withLock { $0 }).count == 1)
                let code = Secret(try #require(world.sender.codes.last))
                let value8 = try await world.perform(CheckCode(challenge: challenge.id, code: code)).text
                #expect(value8 == "verified")
            }
        },
        Scenario(name: "changePassword") { world in
            try await world.signUp()
            return {
                let passwords = PasswordChange(current: Secret("horse battery"), password: Secret("a new battery"))
                let value = try await world.perform(ChangePassword(account: "ada", passwords: passwords))
                guard case .changed = value else { throw Unexpected(text: "\(value)") }
                let value9 = try await world.signsIn("a new battery")
                #expect(value9)
            }
        },
        Scenario(name: "confirmAuthenticator") { world in
            try await world.signUp()
            let key = try await world.beginAuthenticator()
            return {
                let count = try await world.confirm(key).count
                #expect(count == 10)
            }
        },
        Scenario(name: "checkSecondFactor") { world in
            try await world.signUp()
            let key = try await world.beginAuthenticator()
            _ = try await world.confirm(key)
            world.clock.advance(by: .seconds(60))
            return {
                let signIn = try await world.perform(SignIn(credentials: .of("ada", "horse battery")))
                guard case .secondFactor(let challenge) = signIn else { throw Unexpected(text: "\(signIn)") }
                let code = try world.authenticatorCode(key)
                let value = try await world.perform(CheckSecondFactor(challenge: challenge.id, code: code))
                guard case .account = value else { throw Unexpected(text: "\(value)") }
            }
        },
        Scenario(name: "recoverAccount") { world in
            try await world.signUp()
            let code = try #require(try await world.confirm(try await world.beginAuthenticator()).first)
            return {
                let entry = RecoveryEntry(login: "ada", code: Secret(code), password: Secret("a new battery"))
                let value = try await world.perform(RecoverAccount(entry: entry))
                guard case .secondFactor = value else { throw Unexpected(text: "\(value)") }
                #expect(try world.rows("recovery_code") == 9)
                let value11 = try await world.signsIn("a new battery")
                #expect(value11)
            }
        },
        Scenario(name: "sendResetCode, resetPassword") { world in
            try await world.signUp(phone: .anna)
            return {
                let sent = try await world.perform(SendResetCode(login: "ada"))
                guard case .sent(let challenge) = sent else { throw Unexpected(text: "\(sent)") }
                for _ in 0..<2_000 where world.sender.codes.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
                let code = Secret(try #require(world.sender.codes.last))
                let entry = PasswordResetEntry(code: code, password: Secret("a new battery"))
                let value = try await world.perform(ResetPassword(challenge: challenge.id, entry: entry))
                guard case .account = value else { throw Unexpected(text: "\(value)") }
                let value12 = try await world.signsIn("a new battery")
                #expect(value12)
            }
        },
    ]

    @Test(
        "each effect acts once, and has its result, whichever commit breaks before or after it takes effect",
        arguments: scenarios.indices
    )
    func once(_ index: Int) async throws {
        let scenario = Self.scenarios[index]
        for takesEffect in [false, true] {
            var number = 0
            while true {
                let world = try World()
                let call = try await scenario.prepare(world)
                world.fault.plan(number, takesEffect: takesEffect)
                do {
                    try await call()
                } catch {
                    Issue.record("\(scenario.name), commit \(number), effect \(takesEffect): \(error)")
                }
                guard world.fault.isBroken else { break }
                number += 1
            }
            #expect(number > 0)
        }
    }

    @Test("on PostgreSQL, too, an order, a purchase and an item are made once", .eachEngine)
    func engines() async throws {
        for index in 0..<3 {
            for takesEffect in [false, true] {
                let world = try World()
                let call = try await Self.scenarios[index].prepare(world)
                world.fault.plan(0, takesEffect: takesEffect)
                try await call()
                #expect(world.fault.isBroken)
            }
        }
    }

    @Test("control: where every error is a failure and the user orders again, one order becomes two")
    func control() async throws {
        let world = try World()
        world.fault.plan(0, takesEffect: true)
        _ = try await world.perform(World.order(), reportsAll: true)
        #expect(try world.rows("placed_order") == 2)
    }
}
