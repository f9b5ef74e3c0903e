package import Coordination

/// The flow for the security of the signed-in user's account: password, two-step login, phones and sessions.
///
/// Applications run it from their settings. Before a change the user enters the password again, unless that was within the
/// last 15 minutes. The outcomes of ``AttachPhone`` and ``RemovePhone`` are forwarded, so that the application coordinator
/// stores the account, too.
package final class SecurityCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// The account that the user is signed in to.
        var account: Account.ID
        /// The security of the account, or `nil` until it is loaded.
        var security: AccountSecurity?
        /// The change that the user has chosen.
        var action: SecurityAction?

        package init(account: Account.ID) {
            self.account = account
        }
    }

    package func start() {
        push(Security(security: state.security))
        load()
    }

    package static let wiring: Wiring<SecurityCoordinator> = [
        .anchor(
            .restart { storage in
                guard let account: Account.ID = storage["account"] else { return nil }
                return State(account: account)
            }
        ),
        .on(LoadAccountSecurity.self) { $0.loaded($1) },
        .on(Security.changePassword) { $0.run(PasswordChangeCoordinator.self, with: .init(account: $0.state.account)) },
        .on(finish: PasswordChangeCoordinator.self) { $0.passwordChanged() },
        .on(Security.addPhone) { $0.begin(.addPhone) },
        .on(Security.removePhone) { try $0.removePhone($1) },
        .on(Security.setUpAuthenticator) { $0.begin(.setUpAuthenticator) },
        .on(Security.removeAuthenticator) { $0.ask(.removeAuthenticator) },
        .on(Security.makeRecoveryCodes) { $0.makeRecoveryCodes() },
        .on(Security.endSession) { try $0.endSession($1) },
        .on(Security.endOtherSessions) { $0.ask(.endOtherSessions) },
        .on(SecurityAlert.confirm) { $0.confirmed() },
        .on(SecurityAlert.cancel) { $0.dismiss() },
        .on(CheckRecentSignIn.self) { $0.checked(isRecent: $1) },
        .on(finish: ReauthenticationCoordinator.self) { $0.act() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.changed($1, .phoneAdded) },
        .on(RemovePhone.self) { $0.changed($1, .phoneRemoved) },
        .on(BeginAuthenticator.self) { $0.began($1) },
        .on(AuthenticatorSetup.submit) { $0.perform(ConfirmAuthenticator(account: $0.state.account, code: $1.code)) },
        .on(ConfirmAuthenticator.self) { $0.confirmedAuthenticator($1) },
        .on(RemoveAuthenticator.self) { flow, _ in flow.removedAuthenticator() },
        .on(MakeRecoveryCodes.self) { $0.made($1) },
        .on(RecoveryCodes.saved) { $0.pop(to: Security.self) },
        .on(EndAccountSessions.self) { $0.endedSessions($1) },
    ]

    // MARK: The screen

    private func load() { perform(LoadAccountSecurity(account: state.account)) }

    private func loaded(_ security: AccountSecurity?) {
        guard let security else { return finish() }
        display(security)
    }

    private func display(_ security: AccountSecurity) {
        state.security = security
        update { (screen: inout Security) in screen.security = security }
    }

    private func tell(_ message: Message) { show(message, on: Security.self) }

    // MARK: The choice of a change

    private func removePhone(_ phone: PhoneNumber) throws {
        guard state.security?.phones.contains(where: phone.isSameTelephone) == true else {
            throw Rejection("phone.unknown", "Your account doesn't have this number.")
        }
        ask(.removePhone(phone))
    }

    private func makeRecoveryCodes() {
        if state.security?.recoveryCodes ?? 0 > 0 { ask(.makeRecoveryCodes) } else { begin(.makeRecoveryCodes) }
    }

    private func endSession(_ id: String) throws {
        guard let session = state.security?.sessions.first(where: { $0.id == id && !$0.isCurrent }) else {
            throw Rejection("session.unknown", "This device is not logged in any more.")
        }
        ask(.endSession(session))
    }

    private func ask(_ action: SecurityAction) {
        state.action = action
        present(SecurityAlert(action: action, hasPhones: state.security?.phones.count ?? 0 > 1), as: .alert)
    }

    private func confirmed() {
        dismiss()
        guard let action = state.action else { return }
        // The step that removes it has no client that could get a new credential, so this request gets one.
        if action.removesFactor { renewCredential() }
        begin(action)
    }

    private func begin(_ action: SecurityAction) {
        state.action = action
        perform(CheckRecentSignIn(account: state.account))
    }

    private func checked(isRecent: Bool) {
        guard !isRecent else { return act() }
        run(ReauthenticationCoordinator.self, with: .init(account: state.account))
    }

    private func act() {
        guard let action = state.action else { return }
        state.action = nil
        let account = state.account
        switch action {
        case .addPhone: run(PhoneVerifyCoordinator.self, with: .init(account: account))
        case .removePhone(let phone): perform(RemovePhone(account: account, phone: phone))
        case .setUpAuthenticator: perform(BeginAuthenticator(account: account))
        case .removeAuthenticator: perform(RemoveAuthenticator(account: account))
        case .makeRecoveryCodes: perform(MakeRecoveryCodes(account: account))
        case .endSession(let session): perform(EndAccountSessions(account: account, session: session.id))
        case .endOtherSessions: perform(EndAccountSessions(account: account, session: nil))
        }
    }

    // MARK: Password and phones

    private func passwordChanged() {
        tell(.passwordChanged)
        // The other sessions have ended.
        load()
    }

    private func verified(_ phone: PhoneNumber) {
        perform(AttachPhone(account: state.account, phone: phone))
    }

    private func changed(_ account: Account?, _ message: Message) {
        forward()
        guard let account, var security = state.security else { return }
        security.phones = account.phones
        display(security)
        tell(message)
    }

    // MARK: Two-step login

    private func began(_ key: SealedText?) {
        guard let key else { return }
        push(AuthenticatorSetup(account: state.account, key: key))
    }

    private func confirmedAuthenticator(_ result: ConfirmAuthenticator.Value) {
        switch result {
        case .confirmed(let codes):
            passBarrier()
            pop(to: Security.self)
            state.security?.hasAuthenticator = true
            made(codes)
            tell(.authenticatorOn)
        case .rejected: show(.wrongAuthenticatorCode, on: AuthenticatorSetup.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: AuthenticatorSetup.self)
        case .expired:
            pop(to: Security.self)
            tell(.authenticatorExpired)
        }
    }

    private func removedAuthenticator() {
        guard var security = state.security else { return }
        security.hasAuthenticator = false
        display(security)
        tell(.authenticatorOff)
    }

    private func made(_ codes: [SealedText]) {
        guard var security = state.security else { return }
        if !codes.isEmpty { security.recoveryCodes = codes.count }
        display(security)
        if !codes.isEmpty { push(RecoveryCodes(codes: codes)) }
    }

    // MARK: Sessions

    private func endedSessions(_ security: AccountSecurity?) {
        loaded(security)
        tell(.sessionsEnded)
    }
}

extension Message {
    fileprivate static let phoneAdded = Message("phone.saved", "Phone number saved.", level: .success)

    fileprivate static let phoneRemoved = Message("phone.removed", "Phone number removed.", level: .success)

    fileprivate static let authenticatorOn = Message(
        "authenticator.on",
        "Two-step login is on. We'll ask for a code of your app whenever you log in.",
        level: .success
    )

    fileprivate static let authenticatorOff = Message(
        "authenticator.off",
        "Two-step login is off. Your password is enough to log in.",
        level: .success
    )

    fileprivate static let authenticatorExpired = Message(
        "authenticator.expired",
        "The setup took too long. Start it again to get a new key."
    )

    /// The message for a code that differs from the current code of the authenticator app.
    package static let wrongAuthenticatorCode = Message(
        "authenticator.wrong",
        "Incorrect code. Enter the code that your app shows now, and check that the clock of your phone is right.",
        pointer: "/code"
    )

    fileprivate static let sessionsEnded = Message("session.ended", "Logged out.", level: .success)
}
