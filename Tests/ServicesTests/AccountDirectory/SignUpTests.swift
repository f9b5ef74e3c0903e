import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("Signing up", .eachEngine)
struct SignUpTests {
    let clock = ManualClock()
    let database: ServiceDatabase
    let directory: LocalAccountDirectory

    init() async throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        try await directory.signUp(.of("anna", "correct horse"), key: "anna")
    }

    private func prepare(_ login: String, from session: String = "s") async throws -> PrepareAccount.Value {
        try await directory.prepare(
            .of(login, "battery staple"),
            from: .session(session),
            key: UUID().uuidString
        )
    }

    private func create(
        _ request: String,
        phone: PhoneNumber? = .ben,
        from session: String = "s",
        key: String = UUID().uuidString
    ) async throws -> String {
        try await directory.create(request, phone: phone, from: .session(session), key: key).text
    }

    @Test("preparing gives the same result, with as many hashes, whether or not the login is taken")
    func sameResult() async throws {
        var costs: [Int] = []
        for login in ["anna", "new", "demo"] {
            let before = directory.hashCount
            #expect(try await prepare(login).text == "prepared")
            costs.append(directory.hashCount - before)
        }
        #expect(costs == [1, 1, 1])
        #expect(try await directory.account("new") == nil)
    }

    @Test("a prepared account is created with its phone, and can be signed in to")
    func created() async throws {
        let request = try #require(try await prepare("New ").request)
        #expect(try await create(request) == "account new")
        #expect(try await directory.account("new") == Account(id: "new", phones: [.ben]))
        #expect(try await directory.signIn(.of("new", "battery staple"), key: "1").text == "account new")
    }

    @Test("a taken login is told when the account is created, and the account of its owner does not change")
    func taken() async throws {
        let request = try #require(try await prepare("anna").request)
        #expect(try await create(request) == "taken")
        #expect(try await directory.account("anna") == Account(id: "anna"))
        #expect(try await directory.signIn(.of("anna", "battery staple"), key: "1").text == "rejected")
    }

    @Test("an effect that runs again after a restart returns the account that it created")
    func repeated() async throws {
        let request = try #require(try await prepare("new").request)
        #expect(try await create(request, key: "k") == "account new")
        let restarted = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        #expect(
            try await restarted.create(request, phone: .ben, from: .session(), key: "k").text == "account new"
        )
    }

    @Test("a request expires after an hour, and a session has one request")
    func expiry() async throws {
        let first = try #require(try await prepare("new").request)
        let second = try #require(try await prepare("other").request)
        #expect(try await create(first) == "expired")
        clock.advance(by: .seconds(3_600))
        #expect(try await create(second) == "expired")
        #expect(try await create("unknown") == "expired")
    }

    @Test("a verified phone, or a session, can't be used to find out which logins are taken")
    func collecting() async throws {
        var texts: [String] = []
        for number in 0..<20 {
            let session = "s\(number)"
            let request = try #require(try await prepare("anna", from: session).request)
            texts.append(try await create(request, phone: .ben, from: session))
        }
        #expect(texts == Array(repeating: "taken", count: 5) + Array(repeating: "tooMany \(clock.now + 30)", count: 15))
        texts = []
        for _ in 0..<20 {
            guard let request = try await prepare("anna", from: "one").request else { continue }
            texts.append(try await create(request, phone: nil, from: "one"))
        }
        #expect(texts == Array(repeating: "taken", count: 5))
    }

    @Test("sign-ups of one address, from any number of sessions, compute thirty hashes, and no other address waits")
    func flood() async throws {
        let before = directory.hashCount
        for number in 0..<192 {
            _ = try await directory.prepare(
                .of("user\(number)", "battery staple"),
                from: .session("s\(number % 64)", at: "192.0.2.1"),
                key: UUID().uuidString
            )
        }
        #expect(directory.hashCount - before == 30)
        let other = SignInOrigin.session("other", at: "198.51.100.1")
        #expect(try await directory.signIn(.of("anna", "correct horse"), from: other, key: "1").text == "account anna")
        let prepared = try await directory.prepare(.of("new", "battery staple"), from: other, key: "2")
        #expect(prepared.text == "prepared")
    }

    @Test("a session that begins five sign-ups waits before the sixth, and sign-ups that were completed don't count")
    func unfinished() async throws {
        for number in 0..<10 {
            let request = try #require(try await prepare("user\(number)").request)
            #expect(try await create(request, phone: nil) == "account user\(number)")
        }
        for number in 0..<5 { #expect(try await prepare("other\(number)").text == "prepared") }
        #expect(try await prepare("sixth").request == nil)
        clock.advance(by: .seconds(30))
        #expect(try await prepare("sixth").text == "prepared")
    }

    @Test("the session that created an account is known to it")
    func knownSession() async throws {
        let request = try #require(try await prepare("new", from: "owner").request)
        #expect(try await create(request, from: "owner") == "account new")
        for _ in 0..<30 {
            _ = try await directory.signIn(
                .of("new", "wrong horse"),
                from: .session(UUID().uuidString),
                key: UUID().uuidString
            )
        }
        let owner = try await directory.signIn(.of("new", "battery staple"), from: .session("owner"), key: "o")
        #expect(owner.text == "account new")
    }
}
