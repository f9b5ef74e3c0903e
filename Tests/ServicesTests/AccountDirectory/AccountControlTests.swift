import AccountFlows
import Applications
import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import ServiceDatabase

@Suite("The control of accounts by operators", .eachEngine)
struct AccountControlTests {
    let clock = ManualClock()
    let sender = RecordingSender()
    let database: ServiceDatabase
    let directory: LocalAccountDirectory
    let control: AccountControl

    init() async throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        control = AccountControl(database)
        try await directory.signUp(.of("anna", "correct horse"), key: "anna")
        _ = try await directory.attachPhone(.anna, to: "anna", key: "phone")
    }

    private func signIn() async throws -> String {
        try await directory.signIn(.of("anna", "correct horse"), from: .session("owner"), key: UUID().uuidString).text
    }

    @Test("a disabled account is like one that does not exist, until it is enabled, and its login stays taken")
    func disabled() async throws {
        let codes = try CodeVerifier(in: database, sender: sender, clock: clock)
        let resets = PasswordResets(accounts: directory, codes: codes)
        #expect(try await signIn() == "account anna")
        #expect(try control.disable(" Anna ", at: clock.now))
        #expect(try control.disable("anna", at: clock.now))
        #expect(try await signIn() == "rejected")
        #expect(try await directory.account("anna") == nil)
        _ = try await resets.sendCode(to: "anna", from: .session("owner"), key: "reset")
        resets.waitForDeliveries()
        #expect(sender.codes.isEmpty)
        #expect(try await directory.setPassword(Secret("battery staple"), of: "anna", from: .session("owner")) == nil)
        #expect(try await directory.signUp(.of("anna", "battery staple"), key: "again") == "taken")
        #expect(try control.enable("anna"))
        #expect(try await signIn() == "account anna")
        #expect(try await directory.account("anna")?.phones == [.anna])
    }

    @Test("the end of sessions is requested until the server has ended them; of a disabled account for a minute")
    func requests() throws {
        #expect(try !control.endSessions(of: "ben", at: clock.now))
        #expect(try !control.disable("ben", at: clock.now) && !control.enable(" "))
        #expect(try control.requestedEnds().isEmpty)
        #expect(try control.endSessions(of: "anna", at: clock.now))
        #expect(try control.requestedEnds() == ["anna"])
        // The end is requested again after the server had begun.
        let begin = clock.now
        clock.advance(by: .seconds(1))
        #expect(try control.endSessions(of: "anna", at: clock.now))
        try control.ended("anna", from: begin)
        #expect(try control.requestedEnds() == ["anna"])
        try control.ended("anna", from: clock.now)
        #expect(try control.requestedEnds().isEmpty)

        #expect(try control.disable("anna", at: clock.now))
        clock.advance(by: .seconds(59))
        try control.ended("anna", from: clock.now)
        #expect(try control.requestedEnds() == ["anna"])
        clock.advance(by: .seconds(1))
        try control.ended("anna", from: clock.now)
        #expect(try control.requestedEnds().isEmpty)
        #expect(try control.disable("anna", at: clock.now))
        #expect(try control.enable("anna"))
        #expect(try control.requestedEnds().isEmpty)
    }

    @Test("a path without a database has none to join, and no file is made")
    func missing() throws {
        let path = "/tmp/usher-no-accounts-\(UUID().uuidString)"
        #expect(try ServiceDatabase.joining(path: path) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a database without the tables of accounts is an error")
    func withoutAccounts() throws {
        let database = try ServiceDatabase.inMemory()
        #expect(throws: AccountControlError.self) { try AccountControl(joining: database) }
    }
}
