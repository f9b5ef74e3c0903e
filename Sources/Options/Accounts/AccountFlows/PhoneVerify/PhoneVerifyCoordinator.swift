package import Coordination
import JSON

/// The flow that verifies a telephone number by a one-time code.
///
/// It is independent of its parent: it pushes on the parent's stack and finishes with the verified number.
package final class PhoneVerifyCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// The numbers to offer.
        var known: [PhoneNumber] = []
        /// The account that the number is verified for, or `nil` if the user is not signed in.
        var account: Account.ID?
        /// Whether the user may postpone the verification with ``PhoneList/later``, which the parent handles.
        var isOptional = false
        /// The number for which the user requested a code last.
        var asked: PhoneNumber?
        /// The code that the user can enter.
        var sent: SentCode?

        package init(
            known: [PhoneNumber] = [],
            account: Account.ID? = nil,
            isOptional: Bool = false,
            asked: PhoneNumber? = nil,
            sent: SentCode? = nil
        ) {
            self.known = known
            self.account = account
            self.isOptional = isOptional
            self.asked = asked
            self.sent = sent
        }
    }

    /// A sent code and the number that it verifies.
    package struct SentCode: Codable, Equatable {
        var phone: PhoneNumber
        var challenge: CodeChallenge
    }

    package typealias Finish = PhoneNumber

    package static let version = 3

    package static let migrations: [Migration] = [
        // Version 2 added `isOptional`. Flows of version 1 were never optional.
        Migration(from: 1) { stored in
            stored.state.setMember("isOptional", to: false)
            stored.updateScreens("phoneList") { $0.setMember("isOptional", to: false) }
        },
        // Version 3 added `expiresAt` and `account`. A code of version 2 is valid at least until it can be requested again.
        Migration(from: 2) { stored in
            stored.state.updateMember("sent") { sent in
                sent.updateMember("challenge") { challenge in
                    guard let time = challenge["resendAvailableAt"] else { return }
                    challenge.setMember("expiresAt", to: time)
                }
            }
        },
    ]

    package func start() { push(PhoneList(phones: state.known, isOptional: state.isOptional)) }

    package static let wiring: Wiring<PhoneVerifyCoordinator> = [
        // A restart at this anchor keeps the requested number and the sent code, so that the code can still be entered.
        .anchor(
            .restart { storage in
                State(
                    known: storage["known"] ?? [],
                    account: storage["account"],
                    isOptional: storage["isOptional"] ?? false,
                    asked: storage["asked"],
                    sent: storage["sent"]
                )
            }
        ),
        .on(PhoneList.phoneSelected) { try $0.selectKnown($1) },
        .on(PhoneList.addPhone) { $0.push(AddPhone()) },
        .on(AddPhone.submit) { $0.add($1) },
        .on(SendCode.self) { $0.sent($1) },
        .on(failure: SendCode.self) { flow, _ in flow.sendFailed() },
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
        do throws(PhoneNumber.ParsingError) {
            send(to: try PhoneNumber(parsing: entry.phone))
        } catch {
            show(error == .hasExtension ? .hasExtension : .notAPhone, on: AddPhone.self)
        }
    }

    private func send(to phone: PhoneNumber) {
        state.asked = phone
        // A message about an earlier request, such as of too many codes for another number, is not true of this one.
        show([], on: PhoneList.self)
        show([], on: AddPhone.self)
        show([], on: VerifyPhone.self)
        perform(SendCode(phone: phone, account: state.account))
    }

    private func resend() {
        guard let sent = state.sent else { return }
        guard sent.challenge.resendAvailableAt <= now else {
            return show(.tooSoon(sent.challenge, at: now), on: VerifyPhone.self)
        }
        send(to: sent.phone)
    }

    private func sent(_ result: SendCode.Value) {
        guard let phone = state.asked else { return }
        switch result {
        case .sent(let challenge):
            let previous = isShowing(VerifyPhone.self) ? state.sent?.challenge : nil
            showVerify(SentCode(phone: phone, challenge: challenge))
            guard let previous else { return }
            show(previous.id == challenge.id ? .sentAgain : .sentNew, on: VerifyPhone.self)
        case .unconfirmed(let challenge):
            showVerify(SentCode(phone: phone, challenge: challenge))
            show(.unconfirmed(challenge, at: now), on: VerifyPhone.self)
        case .tooMany(let retryAt, .some(var challenge)):
            challenge.resendAvailableAt = max(challenge.resendAvailableAt, retryAt)
            showVerify(SentCode(phone: phone, challenge: challenge))
            show(.stillValid(challenge, at: now), on: VerifyPhone.self)
        case .tooMany(let retryAt, nil):
            if state.sent?.phone.isSameTelephone(as: phone) == true {
                state.sent?.challenge.attemptsLeft = 0
                state.sent?.challenge.resendAvailableAt = retryAt
                if isShowing(VerifyPhone.self) { showVerify() }
            }
            tell(.tooMany(retryAt: retryAt, at: now))
        case .unsupportedCountry:
            show(.unsupportedCountry, on: PhoneList.self)
            show(.unsupportedCountry(pointer: "/phone"), on: AddPhone.self)
        case .unavailable: tell(.unavailable)
        }
    }

    private func sendFailed() {
        guard let sent = state.sent, sent.phone == state.asked, sent.challenge.isUsable(at: now) else {
            return tell(.undelivered)
        }
        tell(.undelivered(but: sent.challenge, at: now))
    }

    /// Shows a message on the screens that request codes.
    private func tell(_ message: Message) {
        show(message, on: PhoneList.self)
        show(message, on: AddPhone.self)
        show(message, on: VerifyPhone.self)
    }

    private func showVerify(_ sent: SentCode) {
        state.sent = sent
        showVerify()
    }

    /// Pushes the screen for the last code, or updates it when it is open.
    private func showVerify() {
        guard let sent = state.sent else { return }
        let screen = VerifyPhone(
            phone: sent.phone.grouped,
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
            passBarrier()
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

    fileprivate static let hasExtension = Message(
        "phone.extension",
        "Enter the number without its extension, where no message arrives.",
        pointer: "/phone"
    )

    fileprivate static let sentNew = Message("code.sent", "We sent you a new code.", level: .success)

    fileprivate static let sentAgain = Message("code.sentAgain", "We sent you the same code again.", level: .success)

    fileprivate static let codeExpired = Message("code.expired", "This code is no longer valid. Request a new one.")

    fileprivate static let undelivered = Message(
        "code.undelivered",
        "We couldn't send the code. Check the number, then try again."
    )

    fileprivate static let unavailable = Message(
        "code.unavailable",
        "We can't send codes at the moment, so you can't verify a number now."
    )

    fileprivate static let unsupportedCountry = unsupportedCountry(pointer: nil)

    fileprivate static func unsupportedCountry(pointer: String?) -> Message {
        Message("code.unsupportedCountry", "We don't send codes to numbers of this country.", pointer: pointer)
    }

    fileprivate static func wrongCode(left: Int) -> Message {
        Message(
            "code.wrong",
            "Incorrect code. \(left) attempts left.",
            pointer: "/code",
            params: ["left": .integer(Int64(left))]
        )
    }

    fileprivate static func unconfirmed(_ challenge: CodeChallenge, at now: Timestamp) -> Message {
        Message(
            "code.unconfirmed",
            "We couldn't confirm that your code was sent. If it doesn't arrive, \(challenge.resend(at: now)).",
            level: .warning,
            params: challenge.times
        )
    }

    fileprivate static func undelivered(but challenge: CodeChallenge, at now: Timestamp) -> Message {
        Message(
            "code.undelivered",
            "We couldn't send the code again. \(challenge.validity(at: now))",
            params: challenge.times
        )
    }

    fileprivate static func tooSoon(_ challenge: CodeChallenge, at now: Timestamp) -> Message {
        let request: LocalizedText = "You can request another code in \((challenge.resendAvailableAt - now).inWords)."
        return Message(
            "code.tooSoon",
            challenge.isUsable(at: now) ? "\(challenge.validity(at: now)) \(request)" : request,
            level: .info,
            params: challenge.times
        )
    }

    fileprivate static func stillValid(_ challenge: CodeChallenge, at now: Timestamp) -> Message {
        Message(
            "code.stillValid",
            "\(challenge.validity(at: now)) If you don't have it, \(challenge.resend(at: now)).",
            level: .info,
            params: challenge.times
        )
    }

    fileprivate static func tooMany(retryAt: Timestamp, at now: Timestamp) -> Message {
        Message(
            "code.tooMany",
            "Too many codes were requested. You can request the next one in \((retryAt - now).inWords).",
            params: ["retryAt": .string(retryAt.description)]
        )
    }
}

extension CodeChallenge {
    fileprivate var times: [String: JSONValue] {
        ["retryAt": .string(resendAvailableAt.description), "expiresAt": .string(expiresAt.description)]
    }

    fileprivate func isUsable(at now: Timestamp) -> Bool { attemptsLeft > 0 && expiresAt > now }

    fileprivate func validity(at now: Timestamp) -> LocalizedText {
        "The code that we sent before is still valid for \((expiresAt - now).inWordsRoundedDown)."
    }

    fileprivate func resend(at now: Timestamp) -> LocalizedText {
        resendAvailableAt > now
            ? "request it again in \((resendAvailableAt - now).inWords)" : "request it again"
    }
}
