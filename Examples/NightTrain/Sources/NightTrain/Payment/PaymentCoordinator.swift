import Coordination

/// The form for a card.
struct PaymentForm: Screen {
    static let name = "payment"
    static let title = "Payment"
    static let submit = Output<PaymentForm, CardEntry>("submit")
    static let stop = Output<PaymentForm, Nothing>("stop")

    var cents: Int
    var isPaying = false

    var disabledOutputs: [any ScreenOutput] { isPaying ? [] : [Self.stop] }
    var view: ScreenView {
        Heading(String(localized: "\(Price(cents, "EUR"))"))
        Form(
            Self.submit,
            submit: String(localized: "Pay now"),
            fields: [Field(\CardEntry.number, String(localized: "Card number"), .password, autocomplete: "cc-number")]
        )
        if isPaying { Button(String(localized: "Stop"), Self.stop, role: .cancel) }
    }
}

/// The payment of an order, for any flow that sells something.
final class PaymentCoordinator: Coordinator {
    struct State: CoordinatorState {
        var order: String
        var cents: Int
        var isPaying = false
    }
    enum Finish: Equatable, Sendable {
        case paid(Receipt)
        case cancelled
    }

    var cancellation: Finish? { .cancelled }

    func start() { push(PaymentForm(cents: state.cents)) }

    static let wiring: Wiring<PaymentCoordinator> = [
        .on(PaymentForm.submit) { $0.pay($1.number) },
        .on(PaymentForm.stop) { if $0.cancel(Pay.self) { $0.look() } }.whileBusy(),
        .on(Pay.self) { flow, result in
            if case .paid(let receipt) = result { flow.finish(.paid(receipt)) } else { flow.stay(.declined) }
        },
        // The card is never stored, so after a restart of the server the outcome is unknown.
        .on(failure: Pay.self) { flow, failure in
            if failure == .failed { flow.stay(.notReached) } else { flow.look() }
        },
        .on(FindPayment.self) { flow, receipt in
            if let receipt { flow.finish(.paid(receipt)) } else { flow.stay(.stopped) }
        },
        .on(failure: FindPayment.self) { flow, _ in flow.stay(.unknown) },
    ]

    private func pay(_ card: Secret) {
        setPaying(true)
        perform(Pay(order: state.order, cents: state.cents, card: card))
    }

    private func look() { perform(FindPayment(order: state.order)) }

    private func stay(_ message: Message) {
        setPaying(false)
        show(message, on: PaymentForm.self)
    }

    private func setPaying(_ isPaying: Bool) {
        state.isPaying = isPaying
        update { (form: inout PaymentForm) in form.isPaying = isPaying }
    }
}

extension Message {
    fileprivate static let declined = Message(
        "payment.declined",
        "Your bank has declined the card.",
        pointer: "/number"
    )
    fileprivate static let notReached = Message("payment.notReached", "The bank can't be reached. Nothing was paid.")
    fileprivate static let stopped = Message("payment.stopped", "Nothing was paid.", level: .info)
    fileprivate static let unknown = Message(
        "payment.unknown",
        "We don't know yet whether you have paid. You can pay again: an order is paid once."
    )
}
