import CoordinationTesting
import Testing

@testable import Bank

@Suite("A transfer as a part of the bank's own app")
struct EmbeddedTransferTests {
    private func started(as customer: String? = "1234567890") throws -> TestSession {
        try TestSession(
            try TransferApplication.make(),
            input: ["iban": .string(BankAccount.sample.iban)],
            identity: customer.map { Identity(account: $0) },
            isEmbedded: true
        )
    }

    @Test("the session ends with the amount that was booked")
    func booked() throws {
        let session = try started()
        #expect(try session.pending(LoadAccount.self).customer == "1234567890")
        try session.complete(LoadAccount.self, .sample)
        #expect(session.stack == ["transfer"])
        try session.report("transfer.submit", ["recipient": "Ada", "iban": "DE02120300000000202051", "amount": "12.5"])
        try session.complete(SendTransferCode.self, .init(challenge: "c1", attemptsLeft: 3, resendAt: session.now))
        try session.report("confirmTransfer.submit", ["code": "123456"])
        try session.complete(CheckTransferCode.self, .right)
        try session.complete(BookTransfer.self, .booked(.sample))
        try session.report(TransferDone.close)
        #expect(session.state.result == ["status": "booked", "cents": 1250])
        #expect(try session.pending(SessionResult.self).account == "1234567890")
    }

    @Test("a customer who goes back from the form leaves it without a transfer")
    func cancelled() throws {
        let session = try started()
        try session.complete(LoadAccount.self, .sample)
        #expect(session.state.canLeave)
        try session.back()
        #expect(session.state.result == ["status": "cancelled"])
    }

    @Test("a customer who goes back from the receipt has booked the transfer all the same")
    func leftReceipt() throws {
        let session = try started()
        try session.complete(LoadAccount.self, .sample)
        try session.report("transfer.submit", ["recipient": "Ada", "iban": "DE02120300000000202051", "amount": "12.5"])
        try session.complete(SendTransferCode.self, .init(challenge: "c1", attemptsLeft: 3, resendAt: session.now))
        try session.report("confirmTransfer.submit", ["code": "123456"])
        try session.complete(CheckTransferCode.self, .right)
        try session.complete(BookTransfer.self, .booked(.sample))
        try session.back()
        #expect(session.state.result == ["status": "booked", "cents": 1250])
    }

    @Test("an account of another customer and a session without a customer show why there is no form")
    func unknown() throws {
        let other = try started()
        try other.complete(LoadAccount.self, nil)
        #expect(other.stack == ["preparation"] && other.messages == ["transfer.unknownAccount"])
        let nobody = try started(as: nil)
        #expect(nobody.stack == ["preparation"] && nobody.messages == ["transfer.unknownAccount"])
    }
}
