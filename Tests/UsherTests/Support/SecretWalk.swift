import Coordination
import EventStreams
import Foundation
import JSON
import RawHTTP

@testable import Accounts

/// Users of one application, who type a secret of its own into each secret member of each form.
///
/// A form that gets a secret member later needs a step here: ``secretMembers(port:)`` finds it in the published schemas, and
/// the test compares it with ``typed``.
final class SecretWalk {
    private let application: String
    private let port: Int
    private let gateway: ScriptedServer
    /// The login of the account.
    let login: String
    private let phone: String
    /// The secrets that were typed, by screen, output and member.
    private(set) var typed: [String: [String]] = [:]
    /// The secrets that screens have shown: the key of the authenticator app and recovery codes.
    private(set) var shown: [String] = []
    private var recoveryCodes: [String] = []
    /// The histories of the sessions after each form, and after each screen that has shown a secret.
    private(set) var histories: [Data] = []
    /// Everything that the inspector has shown of the sessions at these times.
    ///
    /// Without an operations address there is nothing.
    private(set) var inspected: [Data] = []
    private let operations: (port: Int, client: RawClient)?
    /// The tokens that the sessions had.
    private(set) var tokens: Set<String> = []

    init(_ application: String, port: Int, gateway: ScriptedServer, operations: Int? = nil) throws {
        self.operations = try operations.map { ($0, try RawClient(port: $0, timeout: 60)) }
        self.application = application
        self.port = port
        self.gateway = gateway
        login = "ann-of-\(application)"
        phone = "+491707654321"
    }

    /// Returns the secret members of all forms of the application, by screen, output and member.
    func secretMembers(port: Int) throws -> Set<String> {
        let document = try RawClient(port: port).exchange("GET", "/v1/apps/\(application)").json
        var members: Set<String> = []
        for screen in document["screens"]?.arrayValue ?? [] {
            for output in screen["outputs"]?.arrayValue ?? [] {
                guard let schema = output["schema"] else { continue }
                let names = [screen["name"], output["name"]].compactMap { $0?.stringValue }
                members.formUnion(Self.secrets(in: schema, at: names))
            }
        }
        return members
    }

    private static func secrets(in schema: JSONValue, at path: [String]) -> [String] {
        if schema["writeOnly"] == true { return [path.joined(separator: ".")] }
        let members = schema["properties"]?.objectValue?.members.flatMap { secrets(in: $0.value, at: path + [$0.key]) }
        return (members ?? []) + (schema["items"].map { secrets(in: $0, at: path) } ?? [])
    }

    // MARK: Typing

    /// Returns a password that occurs nowhere else.
    private func password(_ purpose: String) -> String { "Canary \(purpose) \(UInt64.random(in: 1 << 60 ... .max))" }

    /// Returns six digits that are not the code.
    private func wrongCode(_ code: String) -> String {
        let digits = String(Int.random(in: 100_000...999_999))
        return digits == code ? wrongCode(code) : digits
    }

    /// Submits a form.
    ///
    /// Members other than the plain ones are secrets.
    private func submit(_ body: [String: String], on client: AppClient, plain: Set<String> = ["login", "phone"]) throws
    {
        let screen = client.focused["name"]?.stringValue ?? "none"
        for (member, value) in body where !plain.contains(member) {
            typed["\(screen).submit.\(member)", default: []].append(value)
        }
        var object = JSONObject()
        for (member, value) in body { object[member] = .string(value) }
        tokens.insert(client.token)
        try client.report("submit", .object(object))
        tokens.insert(client.token)
        try recordHistory(of: client)
    }

    private func recordHistory(of client: AppClient) throws {
        let response = try client.send("GET", "/history?limit=100")
        guard response.status == 200 else { throw RawClient.Failure(text: "\(response.status) \(response.text)") }
        histories.append(Data(response.body))
        if let operations { try inspect(client, operations.client, port: operations.port) }
    }

    /// Records what each route of the inspector and its stream say about a session.
    private func inspect(_ client: AppClient, _ operations: RawClient, port: Int) throws {
        let stream = try EventStream(target: "/v1/inspector/events?session=\(client.id)", port: port)
        for name in ["sessions", "session"] {
            guard let event = try stream.next(), event.name == name else {
                throw RawClient.Failure(text: "no event '\(name)'")
            }
            inspected.append(Data(event.data))
        }
        let path = "/v1/inspector/sessions/\(client.id)"
        let entries = try operations.exchange("GET", "\(path)/history?limit=100")
        let revision = entries.history["entries"]?[0]?["revision"]?.integerValue ?? 1
        inspected.append(Data(entries.body))
        for target in [
            path, "/v1/inspector/sessions", "\(path)/revisions/\(revision)", "\(path)/revisions/\(revision)/snapshot",
        ] {
            let response = try operations.exchange("GET", target)
            guard response.status == 200 else { throw RawClient.Failure(text: "\(target): \(response.status)") }
            inspected.append(Data(response.body))
        }
    }

    /// Waits for a message to the gateway and returns its code.
    private func code(after count: Int) throws -> String {
        guard try eventually({ gateway.requests.count > count }),
            let content = gateway.requests.last?.components(separatedBy: "\r\n\r\n").last,
            let code = try JSONValue(parsing: content)["data"]?["code"]?.stringValue
        else { throw RawClient.Failure(text: "no code") }
        return code
    }

    private func expect(_ screen: String, on client: AppClient) throws {
        guard client.focused["name"] == .string(screen) else {
            throw RawClient.Failure(text: "\(screen) is not in focus: \(client.layout) \(client.messages)")
        }
    }

    // MARK: Steps

    /// Types all secrets.
    func run() throws {
        let client = try startAtLogin()
        let first = password("sign-up")
        try signUp(client, password: first)
        let second = try changePassword(client, current: first)
        try forgetSignIn(password: second)
        let key = try setUpAuthenticator(client, password: second)
        try logIn(password: second, key: key)
        try recover()
        try reset()
    }

    /// Starts a session and goes to its login.
    private func startAtLogin() throws -> AppClient {
        let client = try AppClient(port: port, starting: ["app": .string(application)])
        switch application {
        case "market":
            try client.waitForStories()
            try client.report("skip")
            try client.report("citySelected", "Berlin")
            try client.select(tab: "profile")
            try client.report("logIn")
        case "shop": try client.report("account")
        default: break
        }
        try expect("login", on: client)
        return client
    }

    private func signUp(_ client: AppClient, password: String) throws {
        try submit(["login": login, "password": self.password("wrong")], on: client)
        try expect("login", on: client)
        try client.report("signUp")
        try client.report("terms")
        try client.report("confirmChanged", true)
        try client.back()
        try submit(["login": login, "password": password], on: client)
        try client.report("addPhone")
        let count = gateway.requests.count
        try submit(["phone": phone], on: client)
        let code = try code(after: count)
        try submit(["code": wrongCode(code)], on: client)
        try expect("verifyPhone", on: client)
        try submit(["code": code], on: client)
    }

    /// Opens the security of the account, changes the password, and returns the new one.
    private func changePassword(_ client: AppClient, current: String) throws -> String {
        if application == "items" {
            try client.report("finish")
            try client.select(tab: "settings")
        }
        try client.report("security")
        try client.wait { $0.props["security"]?["phones"] != nil }
        try client.report("changePassword")
        try submit(["current": password("wrong"), "password": password("rejected")], on: client)
        try expect("changePassword", on: client)
        let second = password("second")
        try submit(["current": current, "password": second], on: client)
        try expect("security", on: client)
        return second
    }

    /// Signs in from twenty other sessions, after which the first one counts as unknown and must confirm the password.
    private func forgetSignIn(password: String) throws {
        for _ in 0..<20 {
            let client = try AppClient(port: port)
            try submit(["login": login, "password": password], on: client)
        }
    }

    /// Confirms the password, sets up an authenticator app, and returns its key.
    private func setUpAuthenticator(_ client: AppClient, password: String) throws -> [UInt8] {
        try client.report("setUpAuthenticator")
        try expect("confirmPassword", on: client)
        try submit(["password": self.password("wrong")], on: client)
        try expect("confirmPassword", on: client)
        try submit(["password": password], on: client)
        try expect("authenticatorSetup", on: client)
        guard let text = texts(of: client).first, let key = Base32.bytes(text.split(separator: " ").joined()) else {
            throw RawClient.Failure(text: "no key")
        }
        shown += [text, text.split(separator: " ").joined()]
        try submit(["code": wrongCode(code(of: key, 0))], on: client)
        try expect("authenticatorSetup", on: client)
        try submit(["code": code(of: key, 0)], on: client)
        try expect("recoveryCodes", on: client)
        recoveryCodes = texts(of: client)
        shown += recoveryCodes
        try recordHistory(of: client)
        try client.report("saved")
        return key
    }

    /// Logs in with a code of the app, and with a recovery code.
    private func logIn(password: String, key: [UInt8]) throws {
        let client = try startAtLogin()
        try submit(["login": login, "password": password], on: client)
        try expect("secondFactor", on: client)
        try submit(["code": wrongCode(code(of: key, 1))], on: client)
        try expect("secondFactor", on: client)
        // It takes the next code, because each works once.
        try submit(["code": code(of: key, 1)], on: client)
        guard client.focused["name"] != "secondFactor" else { throw RawClient.Failure(text: "\(client.messages)") }

        let other = try startAtLogin()
        try submit(["login": login, "password": password], on: other)
        try other.report("useRecoveryCode")
        try submit(["code": wrongRecoveryCode()], on: other)
        try expect("secondFactorRecovery", on: other)
        try submit(["code": recoveryCodes[0]], on: other)
        guard other.focused["name"] != "secondFactorRecovery" else {
            throw RawClient.Failure(text: "\(other.messages)")
        }
    }

    /// Sets a new password with a recovery code.
    private func recover() throws {
        let client = try startAtLogin()
        try client.report("forgotPassword")
        try client.report("useRecoveryCode")
        try submit(["login": login, "code": wrongRecoveryCode(), "password": password("not set")], on: client)
        try expect("accountRecovery", on: client)
        try submit(["login": login, "code": recoveryCodes[1], "password": password("recovered")], on: client)
        guard client.focused["name"] != "accountRecovery" else { throw RawClient.Failure(text: "\(client.messages)") }
    }

    private func wrongRecoveryCode() -> String { "CANA-RYZZ-\(UInt64.random(in: 1 << 60 ... .max))" }

    /// Returns the code that an app shows, a number of steps from now.
    private func code(of key: [UInt8], _ steps: Int64) -> String {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        return TimeBasedCode.code(of: key, at: TimeBasedCode.step(at: now) + steps) ?? "none"
    }

    /// The texts that the screen in focus shows to be copied.
    private func texts(of client: AppClient) -> [String] {
        (client.focused["view"]?.arrayValue ?? []).filter { $0["style"] == "code" }.compactMap {
            $0["text"]?.stringValue
        }
    }

    /// Sets a new password with a code to the phone.
    private func reset() throws {
        let client = try startAtLogin()
        try client.report("forgotPassword")
        let count = gateway.requests.count
        try submit(["login": login], on: client)
        let code = try code(after: count)
        try submit(["code": wrongCode(code), "password": password("not set")], on: client)
        try expect("newPassword", on: client)
        try submit(["code": code, "password": password("reset")], on: client)
    }
}
