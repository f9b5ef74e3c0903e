import JSON
import Programs
import RawHTTP
import SQLiteSessions
import SessionsTesting
import Testing

@testable import Accounts

@Suite("The security of an account, over HTTP")
struct SecurityScenarioTests {
    /// Starts a session of `items` that is signed in as the demonstration user, on the screen of the account's security.
    private func openSecurity(_ server: RunningServer) throws -> AppClient {
        let client = try server.startInMain()
        try client.select(tab: "settings")
        try client.report("security")
        return client
    }

    @Test("a user turns two-step login on, and logs in with the app's code and with a recovery code")
    func twoSteps() async throws {
        try await RunningServer.run { server in
            let client = try openSecurity(server)
            try client.report("setUpAuthenticator")
            let text = try #require(client.shownCodes.first)
            let key = try #require(Base32.bytes(text.split(separator: " ").joined()))
            try client.report("submit", ["code": "000000"])
            #expect(client.messages == ["authenticator.wrong"])
            try client.report("submit", ["code": .string(server.code(of: key))])
            let recoveryCodes = client.shownCodes
            #expect(recoveryCodes.count == 10)
            try client.report("saved")
            #expect(client.props["security"]?["hasAuthenticator"] == true)
            #expect(client.props["security"]?["recoveryCodes"] == 10)

            let other = try server.start()
            try other.signIn()
            #expect(other.layout == "[login, secondFactor]")
            server.clock.advance(by: .seconds(30))
            try other.report("submit", ["code": .string(server.code(of: key))])
            #expect(other.layout == "[onboarding]")

            let third = try server.start()
            try third.signIn()
            try third.report("useRecoveryCode")
            try third.report("submit", ["code": .string(recoveryCodes[3])])
            #expect(third.layout == "[onboarding]")
        }
    }

    @Test("the key and the recovery codes are in the state, and in no file of the store")
    func sealed() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.path + "/usher.db")
        try await RunningServer.run(store: store) { server in
            let client = try openSecurity(server)
            try client.report("setUpAuthenticator")
            let text = try #require(client.shownCodes.first)
            let key = try #require(Base32.bytes(text.split(separator: " ").joined()))
            try client.report("submit", ["code": .string(server.code(of: key))])
            let secrets = [text, text.split(separator: " ").joined()] + client.shownCodes
            #expect(secrets.count == 12)
            try client.read()
            #expect(client.shownCodes.count == 10)
            let written = try folder.contents
            #expect(!written.isEmpty)
            for secret in secrets { #expect(!written.contains(secret)) }
            // The control: the state itself is found.
            #expect(written.contains("recoveryCodes"))
        }
    }

    @Test("a user sees the devices that are logged in, logs one out, and then all others")
    func devices() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "items", "client": ["platform": "ios"]])
            try phone.signIn()
            let tablet = try server.start(["app": "market"])
            let client = try openSecurity(server)
            let sessions = try #require(client.props["security"]?["sessions"]?.arrayValue)
            #expect(sessions.compactMap { $0["platform"]?.stringValue } == ["ios"])
            #expect(sessions.map { $0["isCurrent"] }.filter { $0 == true }.count == 1)
            let other = try #require(sessions.first { $0["isCurrent"] == false }?["id"])
            try client.report("endSession", other)
            try client.report("confirm")
            #expect(client.messages == ["session.ended"])
            #expect(client.props["security"]?["sessions"]?.arrayValue?.count == 1)
            #expect(try phone.send("GET", "").status == 401)
            // A session that no user has signed in to belongs to nobody.
            #expect(try tablet.send("GET", "").status == 200)
        }
    }

    @Test("a new password ends the sessions on all other devices")
    func newPassword() async throws {
        try await RunningServer.run { server in
            let phone = try server.start()
            try phone.signIn()
            let client = try openSecurity(server)
            try client.report("changePassword")
            try client.report("submit", ["current": "wrong", "password": "battery staple"])
            #expect(try phone.send("GET", "").status == 200)
            try client.report("submit", ["current": "demo-password", "password": "battery staple"])
            #expect(client.messages == ["password.changed"])
            #expect(try phone.send("GET", "").status == 401)
            #expect(try client.send("GET", "").status == 200)
        }
    }

    @Test("a removed phone is gone in every session of the account")
    func removePhone() async throws {
        try await RunningServer.run { server in
            let client = try openSecurity(server)
            let phone = try #require(client.props["security"]?["phones"]?.arrayValue?.first)
            try client.report("removePhone", phone)
            try client.report("confirm")
            #expect(client.props["security"]?["phones"] == [])
            try client.back()
            #expect(client.props["account"]?["phones"] == [])
            let other = try server.start()
            try other.signIn()
            #expect(other.layout == "[login, phoneList]")
        }
    }
}
