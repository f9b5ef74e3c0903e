import Concurrency
import Coordination
import JSON
import Sessions

@testable import AccountFlows
@testable import Accounts
@testable import Applications

extension PhoneNumber {
    static let anna = fixture("+491701234567")
    static let ben = fixture("+491709999999")

    private static func fixture(_ text: String) -> PhoneNumber {
        guard let number = PhoneNumber(text) else { preconditionFailure("\(text) is not a telephone number.") }
        return number
    }
}

extension Credentials {
    static func of(_ login: String, _ password: String) -> Credentials {
        Credentials(login: login, password: Secret(password))
    }
}

extension SignInOrigin {
    /// A session, and an address if the server knows it.
    static func session(_ id: String = "s", at address: String? = nil) -> SignInOrigin {
        SignInOrigin(session: SessionID(id), address: address)
    }
}

extension LocalAccountDirectory {
    /// Creates an account without a phone from a session of its own, and returns a text for the first result that ends it.
    @discardableResult
    func signUp(_ credentials: Credentials, key: String) async throws -> String {
        let origin = SignInOrigin.session("session \(key)")
        let prepared = try await prepare(credentials, from: origin, key: "prepare \(key)")
        guard let request = prepared.request else { return prepared.text }
        return try await create(request, phone: nil, from: origin, key: "create \(key)").text
    }

    /// Signs in from a session without an address.
    func signIn(_ credentials: Credentials, key: String) async throws -> SignIn.Value {
        try await signIn(credentials, from: .session(), key: key)
    }
}

extension Timestamp {
    static func + (time: Timestamp, seconds: Int) -> Timestamp { time + .seconds(seconds) }
}

/// A sender that stores its messages, and fails on request.
final class RecordingSender: CodeSender {
    struct Failure: Error {}

    let messages = Lock([CodeMessage]())
    /// The IDs of the messages.
    let keys = Lock([String]())
    /// The error that the sender throws before it stores the message.
    let error = Lock((any Error)?.none)

    var codes: [String] { messages.withLock { $0.map(\.code.exposed) } }

    func send(_ message: CodeMessage, key: String) async throws {
        if let error = error.withLock({ $0 }) { throw error }
        messages.withLock { $0.append(message) }
        keys.withLock { $0.append(key) }
    }
}

extension SendCode.Value {
    var challenge: CodeChallenge? { if case .sent(let challenge) = self { challenge } else { nil } }
    var retryAt: Timestamp? { if case .tooMany(let time, _) = self { time } else { nil } }
    var stillValid: CodeChallenge? { if case .tooMany(_, let challenge) = self { challenge } else { nil } }
}

extension CodeVerifier {
    /// Sends a code for a session without an account.
    func send(to phone: PhoneNumber, from session: String = "session", key: String) async throws -> SendCode.Value {
        try await send(CodeRequest(phone: phone, session: SessionID(session)), key: key)
    }

    /// Checks a code for the session that ``send(to:from:key:)`` uses by default.
    func check(_ code: Secret, of challenge: String, key: String) async throws -> CheckCode.Value {
        try await check(code, of: challenge, session: SessionID("session"), key: key)
    }
}

extension SignIn.Value {
    var text: String {
        switch self {
        case .account(let account): "account \(account.id)"
        case .secondFactor: "secondFactor"
        case .rejected: "rejected"
        case .tooMany(let time): "tooMany \(time)"
        }
    }
}

extension CreateAccount.Value {
    var text: String {
        switch self {
        case .account(let account): "account \(account.id)"
        case .taken: "taken"
        case .expired: "expired"
        case .tooMany(let time): "tooMany \(time)"
        }
    }
}

extension PrepareAccount.Value {
    var request: String? { if case .prepared(let request) = self { request } else { nil } }

    var text: String {
        switch self {
        case .prepared: "prepared"
        case .invalidLogin: "invalidLogin"
        case .weakPassword(let weakness): "weak \(weakness)"
        case .tooMany(let time): "tooMany \(time)"
        }
    }
}

extension CheckCode.Value {
    var text: String {
        switch self {
        case .verified: "verified"
        case .wrong(let left): "wrong \(left)"
        case .expired: "expired"
        }
    }
}

/// Returns a code that differs from the right one.
func wrong(_ code: String) -> Secret { Secret(code == "000000" ? "000001" : "000000") }

/// Another result than a test expects.
struct Unexpected: Error { var text = "another result" }
