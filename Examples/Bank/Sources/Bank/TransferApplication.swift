import Coordination

/// A transfer as a part of the bank's own app.
///
/// The app has shown the accounts and knows the customer. It starts a session with one of the accounts and the customer's token, shows
/// the screens of the transfer, and gets what became of it.
package enum TransferApplication {
    package static func make() throws -> Application {
        try Application(
            "transfer",
            title: "Transfer",
            root: TransferApplicationCoordinator.self,
            state: .init(),
            factory: (),
            samples: .bank.with(inputs: ["iban": .string(BankAccount.sample.iban)])
        )
    }
}

/// The account that the money comes from.
package struct TransferSource: Payload {
    package var iban: String

    package static let schema: JSONSchema = .object(["iban": .string(pattern: .iban)])
}

/// The outcome of a transfer.
package struct TransferOutcome: Payload, Equatable {
    package enum Status: String, Payload, CaseIterable { case booked, cancelled }

    package var status: Status
    /// The amount in cents, for a transfer that was booked.
    package var cents: Int?
}

/// Runs one transfer, and ends with its outcome.
final class TransferApplicationCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var booked: Transfer? }
    typealias Input = TransferSource
    typealias Finish = TransferOutcome

    /// A customer who goes back to the app has booked something or not.
    var cancellation: TransferOutcome? { outcome }

    func start() {
        setRoot(Preparation())
        guard let customer = identity?.account, let iban = input?.iban else {
            return show(.unknownAccount, on: Preparation.self)
        }
        perform(LoadAccount(customer: customer, iban: iban))
    }

    static let wiring: Wiring<TransferApplicationCoordinator> = [
        .deliversResult(),
        .shows(Preparation.self),
        .on(LoadAccount.self) { $0.loaded($1) },
        .on(finish: TransferCoordinator.self) { $0.finish($0.outcome) },
        .on(BookTransfer.self) {
            if case .booked = $1 { $0.state.booked = $0.child(TransferCoordinator.self)?.state.transfer }
        },
    ]

    private var outcome: TransferOutcome {
        guard let transfer = state.booked else { return TransferOutcome(status: .cancelled) }
        return TransferOutcome(status: .booked, cents: transfer.cents)
    }

    private func loaded(_ account: BankAccount?) {
        guard let account else { return show(.unknownAccount, on: Preparation.self) }
        run(TransferCoordinator.self, with: .init(source: account), in: .root())
    }
}

/// The screen while the account is loaded.
struct Preparation: Screen {
    static let name = "preparation"
    static let title = "Transfer"

    var view: ScreenView { Text("One moment…", style: .secondary) }
}

/// Reads an account of a customer, or nothing if it is another customer's.
package struct LoadAccount: Effect {
    package typealias Value = BankAccount?
    package static let name = "loadAccount"
    package static let isReadOnly = true
    package var customer: String
    package var iban: String
}

extension Message {
    fileprivate static let unknownAccount = Message("transfer.unknownAccount", "This is not one of your accounts.")
}
