import Bank
import UsherProgram

let ledger = DemoLedger()

UsherProgram(name: "bank-server", version: "1.0", applications: { [try BankApplication.make()] }) { effects, _ in
    effects.on(LogIn.self) { effect, _ in await ledger.logIn(effect.credentials) }
    effects.on(SendTransferCode.self) { effect, call in
        await ledger.sendCode(for: effect.transfer, key: call.idempotencyKey, at: call.now)
    }
    effects.on(CheckTransferCode.self) { effect, _ in await ledger.check(effect.code, of: effect.challenge) }
    effects.on(BookTransfer.self) { effect, call in await ledger.book(effect, key: call.idempotencyKey) }
}.main()
