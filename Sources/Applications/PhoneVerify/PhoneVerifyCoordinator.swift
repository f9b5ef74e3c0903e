import Coordination

/// The flow that verifies a telephone number by a one-time code.
///
/// It is independent of its parent: it pushes on the parent's stack and finishes with the verified number.
final class PhoneVerifyCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The numbers to offer.
        var known: [PhoneNumber] = []
        /// Whether the user may postpone the verification; the parent handles ``PhoneList/later``.
        var isOptional = false
        /// The number for which the user requested a code last.
        var asked: PhoneNumber?
        /// The code that the user can enter.
        var sent: SentCode?
    }

    /// A sent code and the number that it verifies.
    struct SentCode: Codable, Equatable {
        var phone: PhoneNumber
        var challenge: CodeChallenge
    }

    typealias Finish = PhoneNumber

    static let version = 2

    static let migrations: [Migration] = [
        // Version 2 added `isOptional`; flows of version 1 were never optional.
        Migration(from: 1) { stored in
            stored.state.setMember("isOptional", to: false)
            stored.updateScreens("phoneList") { $0.setMember("isOptional", to: false) }
        }
    ]

    /// A restart at this anchor keeps the requested number and the sent code, so that the code can still be entered.
    static let anchor: Anchor<State>? = .restart { storage in
        State(
            known: storage["known"] ?? [],
            isOptional: storage["isOptional"] ?? false,
            asked: storage["asked"],
            sent: storage["sent"]
        )
    }

    func start() { push(PhoneList(phones: state.known, isOptional: state.isOptional)) }

    static let wiring: Wiring<PhoneVerifyCoordinator> = [
        .on(PhoneList.phoneSelected) { try $0.selectKnown($1) },
        .on(PhoneList.addPhone) { $0.push(AddPhone()) },
        .on(AddPhone.submit) { $0.add($1) },
        .on(SendCode.self) { $0.sent($1) },
        .on(VerifyPhone.submit) { $0.check($1.code) },
        .on(VerifyPhone.resend) { $0.resend() },
        .on(CheckCode.self) { $0.checked($1) },
    ]

    private func selectKnown(_ phone: PhoneNumber) throws {
        guard state.known.contains(phone) else {
            throw Rejection("phone.unknown", "This number isn't in your list. Add it first.")
        }
        send(to: phone)
    }

    private func add(_ entry: PhoneEntry) {
        guard let phone = PhoneNumber(entry.phone) else {
            return show(.notAPhone, on: AddPhone.self)
        }
        send(to: phone)
    }

    private func send(to phone: PhoneNumber) {
        state.asked = phone
        perform(SendCode(phone: phone))
    }

    private func resend() {
        guard let sent = state.sent else { return }
        guard sent.challenge.resendAvailableAt <= now else {
            return show(.tooSoon(until: sent.challenge.resendAvailableAt), on: VerifyPhone.self)
        }
        send(to: sent.phone)
    }

    private func sent(_ result: SendCode.Value) {
        guard let phone = state.asked else { return }
        switch result {
        case .sent(let challenge):
            let isAnother = isShowing(VerifyPhone.self)
            state.sent = SentCode(phone: phone, challenge: challenge)
            showVerify()
            if isAnother { show(.sentAgain, on: VerifyPhone.self) }
        case .tooMany(let retryAt):
            // After going back and requesting another code, the user can still enter the one that was sent.
            if state.sent?.phone == phone { showVerify() }
            let message = Message.tooMany(retryAt: retryAt)
            show(message, on: PhoneList.self)
            show(message, on: AddPhone.self)
            show(message, on: VerifyPhone.self)
        }
    }

    /// Pushes the screen for the last code, or updates it when it is open.
    private func showVerify() {
        guard let sent = state.sent else { return }
        let screen = VerifyPhone(
            phone: sent.phone.masked,
            resendAvailableAt: sent.challenge.resendAvailableAt,
            attemptsLeft: sent.challenge.attemptsLeft
        )
        if isShowing(VerifyPhone.self) {
            update { (shown: inout VerifyPhone) in shown = screen }
        } else {
            push(screen)
        }
    }

    private func check(_ code: Secret) {
        guard let sent = state.sent else { return }
        perform(CheckCode(challenge: sent.challenge.id, code: code))
    }

    private func checked(_ result: CheckCode.Value) {
        switch result {
        case .verified:
            guard let sent = state.sent else { return }
            finish(sent.phone)
        case .wrong(let left) where left > 0:
            refuse(.wrongCode(left: left), attemptsLeft: left)
        case .wrong, .expired:
            refuse(.codeExpired, attemptsLeft: 0)
        }
    }

    private func refuse(_ message: Message, attemptsLeft: Int) {
        state.sent?.challenge.attemptsLeft = attemptsLeft
        showVerify()
        show(message, on: VerifyPhone.self)
    }
}

extension Message {
    fileprivate static let notAPhone = Message(
        "phone.malformed",
        "Enter the number with its country code, such as +49 170 1234567.",
        pointer: "/phone"
    )

    fileprivate static let sentAgain = Message("code.sent", "We sent you a new code.", level: .success)

    fileprivate static let codeExpired = Message("code.expired", "This code is no longer valid. Request a new one.")

    fileprivate static func wrongCode(left: Int) -> Message {
        Message(
            "code.wrong",
            "Incorrect code. \(left) \(left == 1 ? "attempt" : "attempts") left.",
            pointer: "/code",
            params: ["left": .integer(Int64(left))]
        )
    }

    fileprivate static func tooSoon(until: Timestamp) -> Message {
        Message(
            "code.tooSoon",
            "Wait a moment before requesting another code.",
            params: ["retryAt": .string(until.description)]
        )
    }

    fileprivate static func tooMany(retryAt: Timestamp) -> Message {
        Message(
            "code.tooMany",
            "Too many codes were sent to this number. Try again later.",
            params: ["retryAt": .string(retryAt.description)]
        )
    }
}
