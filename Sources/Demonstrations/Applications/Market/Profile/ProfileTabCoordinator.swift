import AccountFlows
import Coordination

/// The fifth tab: the user's profile, orders, phone and delivery city.
///
/// Editing the profile runs the flow of the `profile` application. Changing the phone runs the phone verification, after the
/// password is confirmed if the user signed in some time ago.
final class ProfileTabCoordinator: Coordinator {
    typealias Factory = any MarketFactory

    func start() { push(ProfileOverview().showing(shopper, in: factory.assortment)) }

    static let wiring: Wiring<ProfileTabCoordinator> = [
        .anchor(.restart),
        .on(ProfileOverview.logIn) { $0.runAuthFlow() },
        .on(ProfileOverview.orders) { $0.showOrders() },
        .on(OrderList.orderSelected) { try $0.showOrder($1) },
        .on(ProfileOverview.edit) { $0.runEditFlow() },
        .on(finish: ProfileEditCoordinator.self) { $0.edited($1) },
        .on(SaveProfile.self) { flow, _ in flow.saved() },
        .on(ProfileOverview.security) { $0.runSecurityFlow() },
        .on(ProfileOverview.changePhone) { $0.checkRecentSignIn() },
        .on(CheckRecentSignIn.self) { $0.checked(isRecent: $1) },
        .on(finish: ReauthenticationCoordinator.self) { $0.runPhoneVerifyFlow() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.attached($1) },
        .on(ProfileOverview.changeCity) { $0.runCityFlow() },
        .runs(AuthCoordinator.self),
        .runs(SecurityCoordinator.self),
        .runs(DeliveryCityCoordinator.self),
        .shows(OrderPage.self),
    ]

    func showOrders() {
        push(OrderList().showing(shopper, in: factory.assortment))
    }

    /// Shows an order above the current screen.
    ///
    /// - Throws: A ``Rejection`` when the user has no such order.
    func showOrder(_ number: Order.Number) throws {
        guard let order = shopper?.customer?.orders.first(where: { $0.number == number }) else {
            throw Rejection.unknownOrder(number)
        }
        push(OrderPage(order: order, isNew: false, shownAt: now))
    }

    private func runEditFlow() {
        guard let profile = shopper?.customer?.profile else { return }
        run(ProfileEditCoordinator.self, with: .init(profile: profile, original: profile))
    }

    private func edited(_ edit: ProfileEditCoordinator.EditedProfile) {
        guard let account = shopper?.account else { return }
        perform(SaveProfile(account: account.id, profile: edit.profile, base: edit.original))
    }

    private func saved() {
        // The application coordinator stores the account's data, so the result has to bubble on.
        forward()
        show(.profileSaved, on: ProfileOverview.self)
    }

    private func runSecurityFlow() {
        guard let account = shopper?.account else { return }
        run(SecurityCoordinator.self, with: .init(account: account.id))
    }

    private func checkRecentSignIn() {
        guard let account = shopper?.account else { return }
        perform(CheckRecentSignIn(account: account.id))
    }

    private func checked(isRecent: Bool) {
        guard let account = shopper?.account else { return }
        guard !isRecent else { return runPhoneVerifyFlow() }
        run(ReauthenticationCoordinator.self, with: .init(account: account.id))
    }

    private func runPhoneVerifyFlow() {
        let account = shopper?.account
        run(PhoneVerifyCoordinator.self, with: .init(known: account?.phones ?? [], account: account?.id))
    }

    private func verified(_ phone: PhoneNumber) {
        guard let account = shopper?.account else { return }
        perform(AttachPhone(account: account.id, phone: phone))
    }

    private func attached(_ account: Account?) {
        forward()
        guard account != nil else { return }
        show(.phoneChanged, on: ProfileOverview.self)
    }

    private func runCityFlow() {
        run(DeliveryCityCoordinator.self, with: .init(city: shopper?.city))
    }
}

extension Rejection {
    /// Creates the rejection of an order that the user does not have.
    static func unknownOrder(_ number: Order.Number) -> Rejection {
        Rejection("order.unknown", "There is no order \(number) in your account.")
    }
}

extension Message {
    fileprivate static let profileSaved = Message("profile.saved", "Profile saved.", level: .success)

    fileprivate static let phoneChanged = Message("phone.saved", "Phone number saved.", level: .success)
}
