import Bank
import Coordination
import Foundation

/// The systems of a bank, in memory, with one customer.
///
/// Codes are printed. A real bank calls its systems here.
actor DemoLedger {
    private var accounts = [
        BankAccount(name: "Current account", iban: "DE75512108001245126199", cents: 120_000),
        BankAccount(name: "Savings", iban: "DE19500105170123456789", cents: 950_000),
    ]
    /// The codes by challenge, which is the idempotency key of the effect.
    private var codes: [String: (code: String, attemptsLeft: Int)] = [:]
    /// The results by idempotency key, so that a transfer is booked once, however often it is attempted.
    private var booked: [String: BookTransfer.Value] = [:]
    /// The keys of the ends that were noted.
    private var ends: Set<String> = []

    /// The customer of a token of the bank's own app, which a real bank gives to a customer who has logged in there.
    func customer(of token: String) -> String? { token == "demo-token" ? "1234567890" : nil }

    func account(_ iban: String, of customer: String) -> BankAccount? {
        customer == "1234567890" ? accounts.first { $0.iban == iban } : nil
    }

    /// Notes how a session has ended, once for each key.
    func note(_ end: SessionResult, key: String) {
        guard ends.insert(key).inserted else { return }
        let status = end.result?["status"]?.stringValue ?? "nothing"
        FileHandle.standardOutput.write(Data("The session of \(end.account ?? "nobody") has ended: \(status).\n".utf8))
    }

    func logIn(_ credentials: BankCredentials) -> LogIn.Value {
        guard credentials.number == "1234567890", credentials.pin.exposed == "12345" else { return .rejected }
        return .customer(credentials.number, accounts)
    }

    func sendCode(for transfer: Transfer, key: String, at now: Timestamp) -> SendTransferCode.Value {
        let code = (0..<6).map { _ in String(Int.random(in: 0...9)) }.joined()
        codes[key] = (code, 3)
        let message = "The code for €\(transfer.amount) to \(transfer.recipient) is \(code).\n"
        FileHandle.standardOutput.write(Data(message.utf8))
        return .init(challenge: key, attemptsLeft: 3, resendAt: now + .seconds(30))
    }

    func check(_ code: Secret, of challenge: String) -> CheckTransferCode.Value {
        guard var sent = codes[challenge], sent.attemptsLeft > 0 else { return .wrong(attemptsLeft: 0) }
        sent.attemptsLeft -= 1
        let isRight = sent.code == code.exposed
        codes[challenge] = isRight ? nil : sent
        return isRight ? .right : .wrong(attemptsLeft: sent.attemptsLeft)
    }

    func book(_ effect: BookTransfer, key: String) -> BookTransfer.Value {
        if let result = booked[key] { return result }
        let index = accounts.firstIndex { $0.iban == effect.source && $0.cents >= effect.transfer.cents }
        if let index { accounts[index].cents -= effect.transfer.cents }
        let result = index.map { BookTransfer.Value.booked(accounts[$0]) } ?? .uncovered
        booked[key] = result
        return result
    }
}
