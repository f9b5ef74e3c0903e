import Bank
import Coordination
import UsherProgram

let ledger = DemoLedger()

UsherProgram(
    name: "bank-server",
    version: "1.0",
    applications: { [try BankApplication.make(), try TransferApplication.make()] }
) { effects, _ in
    effects.on(LogIn.self) { effect, _ in await ledger.logIn(effect.credentials) }
    effects.on(SendTransferCode.self) { effect, call in
        await ledger.sendCode(for: effect.transfer, key: call.idempotencyKey, at: call.now)
    }
    effects.on(CheckTransferCode.self) { effect, _ in await ledger.check(effect.code, of: effect.challenge) }
    effects.on(BookTransfer.self) { effect, call in await ledger.book(effect, key: call.idempotencyKey) }
    effects.on(LoadAccount.self) { effect, _ in await ledger.account(effect.iban, of: effect.customer) }
    effects.on(SessionResult.self) { end, call in
        await ledger.note(end, key: call.idempotencyKey)
        return Nothing()
    }
    effects.identities { token, _ in await ledger.customer(of: token).map { Identity(account: $0) } }
}.main()
