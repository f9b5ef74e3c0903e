#if Accounts
import AccountFlows
import Coordination
import Metrics
import Sessions

/// Reports the results of the effects of accounts and codes to the audit log, and counts sign-ins.
struct AuditedEffects: Sendable {
    let log: (any AuditLog)?
    private let signIns: [String: Counter]

    init(_ log: (any AuditLog)?) {
        self.log = log
        signIns = Dictionary(
            uniqueKeysWithValues: ["ok", "second-factor", "rejected", "limited"].map { outcome in
                (outcome, Counter(label: "usher_sign_ins_total", dimensions: [("outcome", outcome)]))
            }
        )
    }

    /// Adds an observer of each effect.
    ///
    /// The handlers must be registered before.
    func observe(_ handlers: inout EffectHandlers) {
        handlers.observe(SignIn.self) { [self] _, result, context in
            let (outcome, account) =
                switch result {
                case .account(let account): ("ok", account.id as String?)
                case .secondFactor: ("second-factor", nil)
                case .tooMany: ("limited", nil)
                case .rejected: ("rejected", nil)
                }
            signIns[outcome]?.increment()
            record(.signIn, outcome, account, context)
        }
        handlers.observe(CreateAccount.self) { [self] _, result, context in
            let (outcome, account) =
                switch result {
                case .account(let account): ("ok", account.id as String?)
                case .tooMany: ("limited", nil)
                case .taken, .expired: ("rejected", nil)
                }
            record(.signUp, outcome, account, context)
        }
        handlers.observe(PrepareAccount.self) { [self] _, result, context in
            // After any other result the sign-up goes on, or the form is shown again with a mistake to correct.
            if case .tooMany = result { record(.signUp, "limited", nil, context) }
        }
        handlers.observe(AttachPhone.self) { [self] effect, result, context in
            record(.phoneAttached, result == nil ? "rejected" : "ok", effect.account, context)
        }
        observePasswords(&handlers)
        observeSecondFactors(&handlers)
        handlers.observe(SendCode.self) { [self] effect, result, context in
            let outcome =
                switch result {
                case .sent: "ok"
                case .tooMany: "limited"
                default: "rejected"
                }
            record(.codeSent, outcome, effect.account, context)
        }
        handlers.observe(CheckCode.self) { [self] _, result, context in
            if case .verified = result {
                record(.codeChecked, "ok", nil, context)
            } else {
                record(.codeChecked, "rejected", nil, context)
            }
        }
    }

    private func observePasswords(_ handlers: inout EffectHandlers) {
        handlers.observe(ChangePassword.self) { [self] effect, result, context in
            let outcome =
                switch result {
                case .changed: "ok"
                case .tooMany: "limited"
                case .rejected, .weakPassword: "rejected"
                }
            record(.passwordChanged, outcome, effect.account, context)
        }
        handlers.observe(ConfirmPassword.self) { [self] effect, result, context in
            let outcome =
                switch result {
                case .confirmed: "ok"
                case .tooMany: "limited"
                case .rejected: "rejected"
                }
            record(.passwordConfirmed, outcome, effect.account, context)
        }
        // The login stays out, because users type passwords in its place, and the result does not tell whether it exists.
        handlers.observe(SendResetCode.self) { [self] _, result, context in
            if case .tooMany = result {
                record(.passwordResetRequested, "limited", nil, context)
            } else {
                record(.passwordResetRequested, "ok", nil, context)
            }
        }
        handlers.observe(ResetPassword.self) { [self] _, result, context in
            let (outcome, account) =
                switch result {
                case .account(let account): ("ok", account.id as String?)
                case .secondFactor: ("second-factor", nil)
                case .wrongCode, .expired, .weakPassword: ("rejected", nil)
                }
            record(.passwordReset, outcome, account, context)
        }
    }

    private func observeSecondFactors(_ handlers: inout EffectHandlers) {
        handlers.observe(CheckSecondFactor.self) { [self] _, result, context in
            let (outcome, account) =
                switch result {
                case .account(let account): ("ok", account.id as String?)
                case .tooMany: ("limited", nil)
                case .rejected, .expired: ("rejected", nil)
                }
            record(.secondFactorChecked, outcome, account, context)
        }
        handlers.observe(RecoverAccount.self) { [self] _, result, context in
            let (outcome, account) =
                switch result {
                case .account(let account): ("ok", account.id as String?)
                case .secondFactor: ("second-factor", nil)
                case .tooMany: ("limited", nil)
                case .rejected, .weakPassword: ("rejected", nil)
                }
            record(.accountRecovered, outcome, account, context)
        }
        handlers.observe(ConfirmAuthenticator.self) { [self] effect, result, context in
            let outcome =
                switch result {
                case .confirmed: "ok"
                case .tooMany: "limited"
                case .rejected, .expired: "rejected"
                }
            record(.authenticatorAdded, outcome, effect.account, context)
        }
        handlers.observe(RemoveAuthenticator.self) { [self] effect, _, context in
            record(.authenticatorRemoved, "ok", effect.account, context)
        }
        handlers.observe(MakeRecoveryCodes.self) { [self] effect, codes, context in
            record(.recoveryCodesMade, codes.isEmpty ? "rejected" : "ok", effect.account, context)
        }
        handlers.observe(RemovePhone.self) { [self] effect, result, context in
            record(.phoneRemoved, result == nil ? "rejected" : "ok", effect.account, context)
        }
    }

    private func record(_ action: AuditEvent.Action, _ outcome: String, _ account: String?, _ context: EffectContext) {
        log?.record(
            AuditEvent(action, outcome, session: context.session, account: account, client: context.client)
        )
    }
}
#endif
