import CoordinationTesting
import Testing

@testable import Applications

@Suite("Random walks through items")
struct ItemsWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [1]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(
            try ItemsApplication.make(),
            seed: seed,
            links: [
                "usher://items/items", "usher://items/item/5", "usher://items/item/99", "usher://items/settings",
                "usher://items/onboarding", "usher://items/login", "usher://items/signUp", "usher://items/terms",
                "usher://items/nowhere", "usher://other/items",
            ],
            results: .items,
            payloads: ["addPhone.submit": [["phone": "+49 170 1234567"], ["phone": "12"]]]
        )
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
        #expect(statistics.barriers > 20)
        #expect(statistics.questions > 20)
    }
}

extension RandomEffectResults {
    /// All results that the effects of `items` may have.
    static var items: RandomEffectResults {
        RandomEffectResults()
            .result(for: SignIn.self) { _, now in
                let phone = PhoneNumber("+491701234567")
                return [
                    .account(Account(id: "ada", phones: phone.map { [$0] } ?? [])), .account(Account(id: "bob")),
                    .secondFactor(SecondFactorChallenge(id: "f1")), .rejected, .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .result(for: PrepareAccount.self) { _, _ in
                [
                    .prepared(request: "r"), .prepared(request: "r"), .invalidLogin,
                    .weakPassword(.tooShort(minimumLength: 8)),
                ]
            }
            .result(for: CreateAccount.self) { effect, now in
                [
                    .account(Account(id: "new", phones: effect.phone.map { [$0] } ?? [])), .taken, .expired,
                    .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .result(for: SendResetCode.self) { _, now in
                let challenge = CodeChallenge(
                    id: "r1",
                    resendAvailableAt: now + .seconds(30),
                    expiresAt: now + .seconds(600),
                    attemptsLeft: 5
                )
                return [.sent(challenge), .sent(challenge), .tooMany(retryAt: now + .seconds(60))]
            }
            .result(for: ResetPassword.self) { _, _ in
                [
                    .account(Account(id: "ada")), .secondFactor(SecondFactorChallenge(id: "f2")),
                    .wrongCode(attemptsLeft: 4), .wrongCode(attemptsLeft: 0), .expired,
                    .weakPassword(.common),
                ]
            }
            .result(for: CheckRecentSignIn.self) { _, _ in [true, true, true, false] }
            .result(for: ConfirmPassword.self) { _, now in
                [.confirmed, .rejected, .tooMany(retryAt: now + .seconds(60))]
            }
            .result(for: ChangePassword.self) { _, now in
                [.changed, .rejected, .weakPassword(.common), .tooMany(retryAt: now + .seconds(60))]
            }
            .result(for: SendCode.self) { _, now in
                let challenge = CodeChallenge.of("c1", at: now)
                return [
                    .sent(challenge), .sent(challenge), .unconfirmed(challenge),
                    .tooMany(retryAt: now + .seconds(3_600)),
                    .tooMany(retryAt: now + .seconds(3_600), stillValid: challenge), .unsupportedCountry, .unavailable,
                ]
            }
            .result(for: CheckCode.self) { _, _ in
                [.verified, .verified, .wrong(attemptsLeft: 4), .wrong(attemptsLeft: 0), .expired]
            }
            .result(for: LoadItems.self) { _, _ in [[], [Item(id: 11, title: "Saved")]] }
            .result(for: SaveItem.self) { effect, _ in [[effect.item]] }
            .result(for: AttachPhone.self) { effect, _ in
                [
                    Account(id: effect.account, phones: [effect.phone]),
                    Account(id: effect.account, phones: [effect.phone]), nil,
                ]
            }
            .result(for: LoadAccountSecurity.self) { _, _ in
                let all = AccountSecurity(phones: [.ada, .other], hasAuthenticator: true, recoveryCodes: 3)
                return [.ada, .ada, .ada, all, nil]
            }
            .result(for: RemovePhone.self) { effect, _ in [Account(id: effect.account), nil] }
            .result(for: BeginAuthenticator.self) { _, _ in [SealedText(sealed: "key")] }
            .result(for: ConfirmAuthenticator.self) { _, now in
                [
                    .confirmed(recoveryCodes: [SealedText(sealed: "r1")]), .confirmed(recoveryCodes: []), .rejected,
                    .expired, .tooMany(retryAt: now + .seconds(60)),
                ]
            }
            .result(for: RemoveAuthenticator.self) { _, _ in [Nothing()] }
            .result(for: MakeRecoveryCodes.self) { _, _ in [[SealedText(sealed: "r2")]] }
            .result(for: EndAccountSessions.self) { _, _ in [.ada, AccountSecurity(), nil] }
            .result(for: CheckSecondFactor.self) { _, now in
                [.account(Account(id: "ada")), .rejected, .expired, .tooMany(retryAt: now + .seconds(60))]
            }
            .result(for: RecoverAccount.self) { _, now in
                [
                    .account(Account(id: "ada")), .secondFactor(SecondFactorChallenge(id: "f3")), .rejected,
                    .weakPassword(.common), .tooMany(retryAt: now + .seconds(60)),
                ]
            }
    }
}
