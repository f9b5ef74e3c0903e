import Coordination
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import Sessions

@Suite("The shipped services")
struct ShippedServicesTests {
    @Test("effects that hash passwords share a bounded queue, so that no other effect waits for them")
    func queues() throws {
        let clock = ManualClock()
        var handlers = EffectHandlers()
        let accounts = try LocalAccountDirectory(clock: clock, hashing: .cheap)
        AccountServices(accounts: accounts, codes: try CodeVerifier(sender: RecordingSender(), clock: clock)).register(
            in: &handlers
        )
        ShippedServices(
            accounts: accounts,
            customers: try CustomerRecords(clock: clock),
            catalog: DelayedCatalog(),
            purchases: try PurchaseRecords(clock: clock),
            items: try ItemRecords()
        ).register(in: &handlers)
        let credentials = Credentials.of("anna", "correct horse")
        let queue = try #require(handlers.queue(of: SignIn(credentials: credentials)))
        #expect(queue.limit == 64)
        #expect(queue.threads <= 2)
        #expect(queue.clientShare?.places == 8)
        #expect(queue.clientShare?.client("2001:db8::1") == queue.clientShare?.client("2001:db8::2"))
        #expect(queue.clientShare?.client("192.0.2.1") == "192.0.2.1")
        #expect(queue.clientShare?.client("127.0.0.1") == nil)
        #expect(handlers.queue(of: PrepareAccount(credentials: credentials)) === queue)
        let entry = PasswordResetEntry(code: Secret("123456"), password: Secret("correct horse"))
        #expect(handlers.queue(of: ResetPassword(challenge: "c", entry: entry)) === queue)
        let passwords = PasswordChange(current: Secret("correct horse"), password: Secret("battery staple"))
        #expect(handlers.queue(of: ChangePassword(account: "anna", passwords: passwords)) === queue)
        #expect(handlers.queue(of: OpenCatalog()) == nil)
    }
}
