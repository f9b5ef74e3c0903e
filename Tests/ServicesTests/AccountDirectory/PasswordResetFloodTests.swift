import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

/// Strangers who request codes for a number all the time, while its owner has forgotten the password.
@Suite("Resetting a password while strangers request codes")
struct PasswordResetFloodTests {
    private static let home = "192.0.2.1"

    let clock = ManualClock()
    let sender = RecordingSender()
    let directory: LocalAccountDirectory
    let codes: CodeVerifier
    let resets: PasswordResets

    init() async throws {
        let database = try ServiceDatabase.forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        codes = try CodeVerifier(in: database, sender: sender, clock: clock)
        resets = PasswordResets(accounts: directory, codes: codes)
        try await directory.signUp(.of("anna", "correct horse"), key: "anna")
        _ = try await directory.attachPhone(.anna, to: "anna", key: "phone")
        let origin = SignInOrigin.session("first", at: Self.home)
        _ = try await directory.signIn(.of("anna", "correct horse"), from: origin, key: "sign-in")
    }

    /// Requests a code from a new session, and returns whether one was sent.
    private func request(at address: String, of resets: PasswordResets? = nil) async throws -> Bool {
        let resets = resets ?? self.resets
        let before = sender.codes.count
        let origin = SignInOrigin.session(UUID().uuidString, at: address)
        _ = try await resets.sendCode(to: "anna", from: origin, key: UUID().uuidString)
        resets.waitForDeliveries()
        return sender.codes.count > before
    }

    /// Requests codes from each address once in five minutes.
    private func attack(from addresses: [String], for duration: Duration) async throws {
        let end = clock.now + duration
        while clock.now < end {
            for address in addresses { _ = try await request(at: address) }
            clock.advance(by: .seconds(300))
        }
    }

    /// Returns the longest time that the owner needs to get a code, again and again, while the attack goes on.
    private func longestWait(
        against attackers: [String],
        times: Int,
        every minutes: Int,
        at address: (Int) -> String
    ) async throws -> Duration {
        var longest = Duration.zero
        for time in 0..<times {
            for _ in 0..<minutes {
                clock.advance(by: .seconds(60))
                for attacker in attackers { _ = try await request(at: attacker) }
            }
            let begin = clock.now
            while try await !request(at: address(time)), clock.now - begin < .seconds(86_400) {
                clock.advance(by: .seconds(60))
                for attacker in attackers { _ = try await request(at: attacker) }
            }
            longest = max(longest, clock.now - begin)
        }
        return longest
    }

    /// Addresses of different sites.
    private func addresses(_ count: Int) -> [String] { (0..<count).map { "10.\($0).0.1" } }

    @Test(
        "the owner gets a code at once at an address that has signed in before, while strangers request codes for days",
        arguments: [2, 30]
    )
    func knownAddress(attackers: Int) async throws {
        let attackers = addresses(attackers)
        try await attack(from: attackers, for: .seconds(86_400))
        let longest = try await longestWait(against: attackers, times: 10, every: 60) { _ in Self.home }
        #expect(longest <= .seconds(60))
    }

    @Test(
        "the owner gets a code at a new address soon, while strangers at some addresses request codes for days",
        arguments: [2, 10]
    )
    func newAddress(attackers: Int) async throws {
        let attackers = addresses(attackers)
        try await attack(from: attackers, for: .seconds(86_400))
        let longest = try await longestWait(against: attackers, times: 4, every: 180) { "203.0.\($0).1" }
        // A stranger's code may not be replaced at once.
        #expect(longest <= .seconds(120))
    }

    @Test("all addresses of a site count as one that has asked before")
    func site() async throws {
        let attackers = (1...20).map { "10.0.0.\($0)" }
        try await attack(from: attackers, for: .seconds(86_400))
        let longest = try await longestWait(against: attackers, times: 2, every: 180) { "203.0.\($0).1" }
        #expect(longest <= .seconds(120))
    }

    @Test("five sites that use up the codes of strangers leave some of a day for the owner, also at a new address")
    func day() async throws {
        clock.advance(by: CodeTables.nextDay(after: clock.now) - clock.now)
        var limits = CodeLimits()
        limits.perDay = 200
        let codes = try CodeVerifier(in: codes.database, sender: sender, clock: clock, limits: limits)
        for round in 0..<(20 * 12) {
            for number in 0..<20 {
                let country = number % 2 == 0 ? "+447700" : "+33612"
                let phone = try #require(PhoneNumber("\(country)\(100_000 + round * 20 + number)"))
                let key = UUID().uuidString
                let address = "10.\(number % 5).0.\(number / 5)"
                _ = try await codes.send(
                    CodeRequest(phone: phone, session: SessionID(key), clientAddress: address),
                    key: key
                )
            }
            clock.advance(by: .seconds(300))
        }
        let resets = PasswordResets(accounts: directory, codes: codes)
        #expect(sender.codes.count == 120)
        #expect(try await request(at: "203.0.113.1", of: resets))
        clock.advance(by: .seconds(120))
        #expect(try await request(at: Self.home, of: resets))
    }

    @Test("a stranger can't replace the code of the owner while it is valid")
    func replacement() async throws {
        #expect(try await request(at: Self.home))
        clock.advance(by: .seconds(599))
        #expect(try await !request(at: "203.0.113.1"))
        clock.advance(by: .seconds(1))
        #expect(try await request(at: "203.0.113.1"))
    }
}
