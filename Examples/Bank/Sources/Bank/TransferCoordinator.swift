import Coordination

/// A transfer from the form to the receipt.
///
/// The flow above sees the booking, too.
final class TransferCoordinator: Coordinator {
    struct State: CoordinatorState {
        var source: BankAccount
        var transfer: Transfer?
        var challenge = ""
        var resendAt = Timestamp(milliseconds: 0)
    }

    func start() { push(TransferForm(source: state.source)) }

    static let wiring: Wiring<TransferCoordinator> = [
        .on(TransferForm.submit) { try $0.enter($1) },
        .on(SendTransferCode.self) { $0.sent($1) },
        .on(ConfirmTransfer.submit) { $0.perform(CheckTransferCode(challenge: $0.state.challenge, code: $1.code)) },
        .on(ConfirmTransfer.resend) { try $0.sendCode() },
        .on(CheckTransferCode.self) { $0.checked($1) },
        .on(BookTransfer.self) { $0.booked($1) },
        .on(failure: BookTransfer.self) { flow, failure in
            flow.show(failure == .failed ? .notBooked : .perhapsBooked, on: ConfirmTransfer.self)
        },
        .on(TransferDone.close) { $0.finish() },
    ]

    private func enter(_ transfer: Transfer) throws {
        guard transfer.hasRightCheckDigits else { return show(.wrongIBAN, on: TransferForm.self) }
        guard transfer.cents > 0 else { return show(.nothing, on: TransferForm.self) }
        state.transfer = transfer
        update { (form: inout TransferForm) in form.entry = transfer }
        try sendCode()
    }

    private func sendCode() throws {
        guard let transfer = state.transfer, now >= state.resendAt else {
            throw Rejection("transfer.tooEarly", "Wait half a minute for another code.")
        }
        perform(SendTransferCode(transfer: transfer))
    }

    private func sent(_ code: SendTransferCode.Value) {
        guard let transfer = state.transfer else { return }
        state.challenge = code.challenge
        state.resendAt = code.resendAt
        let screen = ConfirmTransfer(transfer: transfer, attemptsLeft: code.attemptsLeft, resendAt: code.resendAt)
        guard isShowing(ConfirmTransfer.self) else {
            return push(screen, back: .discard(DiscardQuestion("Discard this transfer?")))
        }
        update { (shown: inout ConfirmTransfer) in shown = screen }
        show(.sentAgain, on: ConfirmTransfer.self)
    }

    private func checked(_ result: CheckTransferCode.Value) {
        switch result {
        case .right:
            guard let transfer = state.transfer else { return }
            perform(BookTransfer(source: state.source.iban, transfer: transfer))
        case .wrong(let attemptsLeft):
            update { (screen: inout ConfirmTransfer) in screen.attemptsLeft = attemptsLeft }
            show(.wrongCode(attemptsLeft), on: ConfirmTransfer.self)
        }
    }

    private func booked(_ result: BookTransfer.Value) {
        guard case .booked = result, let transfer = state.transfer else {
            return show(.uncovered, on: ConfirmTransfer.self)
        }
        forward()
        push(TransferDone(transfer: transfer), back: .barrier)
    }
}

extension Message {
    fileprivate static let wrongIBAN = Message("transfer.wrongIBAN", "This IBAN has a typo.", pointer: "/iban")
    fileprivate static let nothing = Message("transfer.nothing", "Enter an amount above zero.", pointer: "/amount")
    fileprivate static let sentAgain = Message("transfer.sentAgain", "We have sent another code.", level: .info)
    fileprivate static let uncovered = Message("transfer.uncovered", "Your balance is lower than the amount.")
    fileprivate static let notBooked = Message("transfer.notBooked", "The transfer was not booked. Please try again.")
    fileprivate static let perhapsBooked = Message(
        "transfer.perhapsBooked",
        "The transfer may have been booked. Look at your account before you try again."
    )

    fileprivate static func wrongCode(_ left: Int) -> Message {
        let text = left == 0 ? "Wrong code. Request another one." : "Wrong code, \(left) attempts left."
        return Message("transfer.wrongCode", text, params: ["attemptsLeft": .integer(Int64(left))])
    }
}
