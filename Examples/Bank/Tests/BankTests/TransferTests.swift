import CoordinationTesting
import Testing

@testable import Bank

@Suite("A transfer")
struct TransferTests {
    private func loggedIn() throws -> TestSession {
        let session = try TestSession(try BankApplication.make())
        try session.report("login.submit", ["number": "1234567890", "pin": "12345"])
        try session.complete(LogIn.self, .customer("1234567890", [.sample]))
        #expect(session.stack == ["accounts"])
        return session
    }

    /// A session in which the customer has entered a transfer and a code.
    private func confirmed(_ result: CheckTransferCode.Value = .right) throws -> TestSession {
        let session = try loggedIn()
        try session.report("accounts.transfer", "DE75512108001245126199")
        try session.report("transfer.submit", ["recipient": "Ada", "iban": "DE02120300000000202051", "amount": "12.5"])
        let code = SendTransferCode.Value(challenge: "c1", attemptsLeft: 3, resendAt: session.now + .seconds(30))
        try session.complete(SendTransferCode.self, code)
        try session.report("confirmTransfer.submit", ["code": "123456"])
        #expect(session.stack == ["transfer", "confirmTransfer"])
        try session.complete(CheckTransferCode.self, result)
        return session
    }

    @Test("a transfer is booked after the right code, and the balance falls")
    func booked() throws {
        let session = try confirmed()
        #expect(try session.pending(BookTransfer.self).transfer.cents == 1_250)
        var lower = BankAccount.sample
        lower.cents -= 1_250
        try session.complete(BookTransfer.self, .booked(lower))
        #expect(session.stack == ["transfer", "confirmTransfer", "transferDone"])
        try session.report(TransferDone.close)
        #expect(session.stack == ["accounts"])
        #expect(session.messages == ["bank.transferred"])
        #expect(session.screen(AccountList.self)?.accounts.map(\.cents) == [118_750])
    }

    @Test("a booking that fails is attempted four times, with one idempotency key")
    func attempts() throws {
        let session = try confirmed()
        var keys: Set<Key> = []
        for delay in [1, 2, 4, 0] {
            keys.formUnion(session.pendingEffects.map(\.idempotencyKey))
            try session.fail(BookTransfer.self)
            try session.advance(by: .seconds(delay))
        }
        #expect(keys.count == 1)
        #expect(session.messages == ["transfer.notBooked"])
    }

    @Test("the receipt can be closed, but there is no way back from it to the code")
    func back() throws {
        let session = try confirmed()
        try session.complete(BookTransfer.self, .booked(.sample))
        try session.back()
        #expect(session.state.focus?.screen is TransferDone && session.state.dismissQuestion == nil)
        try session.dismiss()
        #expect(session.description == "[accounts] BankCoordinator")
    }

    @Test("another code is sent after half a minute")
    func resend() throws {
        let session = try confirmed(.wrong(attemptsLeft: 2))
        #expect(session.messages == ["transfer.wrongCode"])
        #expect(throws: NavigationError.self) { try session.report(ConfirmTransfer.resend) }
        try session.advance(by: .seconds(30))
        try session.report(ConfirmTransfer.resend)
        #expect(session.pendingEffectNames == ["sendTransferCode"])
    }

    @Test("a transfer that is closed while it is booked stays booked")
    func closed() throws {
        let session = try confirmed()
        try session.dismiss()
        try session.complete(
            BookTransfer.self,
            .booked(BankAccount(name: "Current", iban: BankAccount.sample.iban, cents: 1))
        )
        #expect(session.stack == ["accounts"])
        #expect(session.screen(AccountList.self)?.accounts.map(\.cents) == [1])
    }

    @Test("a wrong IBAN leaves a message at its field")
    func wrongIBAN() throws {
        let session = try loggedIn()
        try session.report("accounts.transfer", "DE75512108001245126199")
        try session.report("transfer.submit", ["recipient": "Ada", "iban": "DE03120300000000202051", "amount": "12.5"])
        #expect(session.messages == ["transfer.wrongIBAN"])
        #expect(session.state.pending.filter { !$0.isTimer }.isEmpty)
    }

    @Test("a transfer from another customer's account is rejected")
    func otherAccount() throws {
        let session = try loggedIn()
        #expect(throws: NavigationError.self) { try session.report(AccountList.transfer, "DE02120300000000202051") }
        #expect(session.stack == ["accounts"])
    }

    @Test("five minutes without a tap log the customer out, also in the middle of a transfer")
    func idle() throws {
        let session = try loggedIn()
        try session.advance(by: .seconds(299))
        try session.report("accounts.transfer", "DE75512108001245126199")
        try session.advance(by: .seconds(299))
        #expect(session.stack == ["transfer"])
        try session.advance(by: .seconds(1))
        #expect(session.stack == ["login"])
        #expect(session.messages == ["bank.idle"])
    }

    @Test("an exploration of all states finds no mistakes")
    func exploration() throws {
        let report = Explorer(try BankApplication.make()).explore()
        #expect(report.findings == [] && report.uncalledHandlers == [], "\(report)")
    }

    @Test("random customers break nothing")
    func walk() throws {
        let statistics = try RandomWalker(try BankApplication.make(), seed: 1).walk(steps: 2_000)
        #expect(statistics.unvisited == [])
    }
}
