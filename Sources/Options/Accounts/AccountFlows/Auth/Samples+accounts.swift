package import Coordination

extension Samples {
    /// The results that the effects of accounts and their security may have.
    package static var accounts: Samples {
        Samples().with(canaries: "+447700900123")
            .results(of: SignIn.self) { _, now in
                [
                    .account(Account(id: "ada", phones: [.first])), .account(Account(id: "bob")),
                    .secondFactor(SecondFactorChallenge(id: "f1")), .rejected, .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .results(of: PrepareAccount.self) { _, _ in
                [
                    .prepared(request: "r"), .prepared(request: "r"), .invalidLogin,
                    .weakPassword(.tooShort(minimumLength: 8)),
                ]
            }
            .results(of: CreateAccount.self) { effect, now in
                [
                    .account(Account(id: "new", phones: effect.phone.map { [$0] } ?? [])), .taken, .expired,
                    .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .results(of: SendResetCode.self) { _, now in
                let challenge = CodeChallenge(
                    id: "r1",
                    resendAvailableAt: now + .seconds(30),
                    expiresAt: now + .seconds(600),
                    attemptsLeft: 5
                )
                return [.sent(challenge), .sent(challenge), .tooMany(retryAt: now + .seconds(60))]
            }
            .results(of: ResetPassword.self) { _, _ in
                [
                    .account(Account(id: "ada")), .secondFactor(SecondFactorChallenge(id: "f2")),
                    .wrongCode(attemptsLeft: 4), .wrongCode(attemptsLeft: 0), .expired,
                    .weakPassword(.common),
                ]
            }
            .results(of: CheckRecentSignIn.self) { _, _ in [true, true, true, false] }
            .results(of: ConfirmPassword.self) { _, now in
                [.confirmed, .rejected, .tooMany(retryAt: now + .seconds(60))]
            }
            .results(of: ChangePassword.self) { _, now in
                [.changed, .rejected, .weakPassword(.common), .tooMany(retryAt: now + .seconds(60))]
            }
            .results(of: SendCode.self) { _, now in
                let challenge = CodeChallenge(
                    id: "c1",
                    resendAvailableAt: now + .seconds(30),
                    expiresAt: now + .seconds(600),
                    attemptsLeft: 5
                )
                return [
                    .sent(challenge), .sent(challenge), .unconfirmed(challenge),
                    .tooMany(retryAt: now + .seconds(3_600)),
                    .tooMany(retryAt: now + .seconds(3_600), stillValid: challenge), .unsupportedCountry, .unavailable,
                ]
            }
            .results(of: CheckCode.self) { _, _ in
                [.verified, .verified, .wrong(attemptsLeft: 4), .wrong(attemptsLeft: 0), .expired]
            }
            .results(of: AttachPhone.self) { effect, _ in
                [
                    Account(id: effect.account, phones: [effect.phone]),
                    Account(id: effect.account, phones: [effect.phone]), nil,
                ]
            }
            .results(of: LoadAccountSecurity.self) { _, _ in
                let all = AccountSecurity(phones: [.first, .second], hasAuthenticator: true, recoveryCodes: 3)
                return [.sample, .sample, .sample, all, nil]
            }
            .results(of: RemovePhone.self) { effect, _ in [Account(id: effect.account), nil] }
            .results(of: BeginAuthenticator.self) { _, _ in [SealedText(sealed: "key")] }
            .results(of: ConfirmAuthenticator.self) { _, now in
                [
                    .confirmed(recoveryCodes: [SealedText(sealed: "r1")]), .confirmed(recoveryCodes: []), .rejected,
                    .expired, .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .results(of: RemoveAuthenticator.self) { _, _ in [Nothing()] }
            .results(of: MakeRecoveryCodes.self) { _, _ in [[SealedText(sealed: "r2")]] }
            .results(of: EndAccountSessions.self) { _, _ in [.sample, AccountSecurity(), nil] }
            .results(of: CheckSecondFactor.self) { _, now in
                [.account(Account(id: "ada")), .rejected, .expired, .tooMany(retryAt: now + .seconds(60))]
            }
            .results(of: RecoverAccount.self) { _, now in
                [
                    .account(Account(id: "ada")), .secondFactor(SecondFactorChallenge(id: "f3")), .rejected,
                    .weakPassword(.common), .tooMany(retryAt: now + .seconds(60)),
                ]
            }
    }
}

extension PhoneNumber {
    // Numbers that the regulators reserve for fiction.
    package static let first = sample("+491701234567")
    fileprivate static let second = sample("+447700900123")

    private static func sample(_ text: String) -> PhoneNumber {
        guard let number = PhoneNumber(text) else { preconditionFailure("\(text) is not a telephone number.") }
        return number
    }
}

extension AccountSecurity {
    /// The security of an account with one phone that is logged in on two devices.
    fileprivate static let sample = AccountSecurity(
        phones: [.first],
        sessions: [.sample("s1", platform: nil, isCurrent: true), .sample("s2", platform: "ios", isCurrent: false)]
    )
}

extension SignedInSession {
    package static func sample(_ id: String, platform: String?, isCurrent: Bool) -> SignedInSession {
        SignedInSession(
            id: id,
            application: "items",
            platform: platform,
            usedAt: Timestamp(milliseconds: 0),
            isCurrent: isCurrent
        )
    }
}
