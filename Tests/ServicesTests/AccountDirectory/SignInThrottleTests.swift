import AccountFlows
import Coordination
import Foundation
import GRDB
import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("The throttle of sign-ins", .eachEngine)
struct SignInThrottleTests {
    let clock = ManualClock()
    let database: ServiceDatabase
    let directory: LocalAccountDirectory

    init() async throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        try await directory.signUp(.of("anna", "correct horse"), key: "anna")
        try await directory.signUp(.of("ben", "battery staple"), key: "ben")
    }

    private func guess(_ login: String = "anna", from origin: SignInOrigin) async throws -> String {
        try await directory.signIn(.of(login, "wrong horse"), from: origin, key: UUID().uuidString).text
    }

    private func signIn(from origin: SignInOrigin) async throws -> String {
        try await directory.signIn(.of("anna", "correct horse"), from: origin, key: UUID().uuidString).text
    }

    /// Guesses from one new session each time, until the login's bucket is full.
    private func guessFromManySessions(_ count: Int) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(try await guess(from: .session(UUID().uuidString))) }
        return texts
    }

    @Test("after five wrong passwords of a session the wait doubles with each attempt, up to a quarter of an hour")
    func doubles() async throws {
        for _ in 0..<5 { #expect(try await guess(from: .session("x")) == "rejected") }
        var waits: [Int64] = []
        for _ in 0..<8 {
            let result = try await directory.signIn(
                .of("anna", "correct horse"),
                from: .session("x"),
                key: UUID().uuidString
            )
            guard case .tooMany(let retryAt) = result else { return #expect(Bool(false), "not throttled") }
            waits.append((retryAt - clock.now).components.seconds)
            clock.advance(by: retryAt - clock.now)
            #expect(try await guess(from: .session("x")) == "rejected")
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900, 900])
        clock.advance(by: .seconds(900))
        #expect(try await signIn(from: .session("x")) == "account anna")
    }

    /// Makes a database in which a session has failed five times and another one has signed in, and returns their plain
    /// digests.
    private func storeCounts(at path: String, key: [UInt8]) throws -> Set<Data> {
        let database = try ServiceDatabase(path: path, key: key).withAllTables()
        let digests = [["session", "attacker"], ["account", "anna"], ["session", "owner"]]
            .map(SignInDigests.plainDigest)
        let keyed = digests.map { SignInDigests.digest(of: $0, key: SignInDigests.key(of: database)) }
        try database.write { db in
            try db.change(
                "INSERT INTO sign_in_attempt (bucket, failures, last_at, blocked_until, expires_at) VALUES (?, 5, ?, ?, ?)",
                keyed[0],
                clock.now.milliseconds,
                (clock.now + .seconds(30)).milliseconds,
                (clock.now + .seconds(86_400)).milliseconds
            )
            try db.change(
                "INSERT INTO known_session (login, session, last_at) VALUES (?, ?, ?)",
                keyed[1],
                keyed[2],
                clock.now.milliseconds
            )
        }
        return Set(digests.map { Data($0) })
    }

    private func digests(at path: String) throws -> Set<Data> {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            try Set(
                Data.fetchAll(db, sql: "SELECT bucket FROM sign_in_attempt")
                    + Data.fetchAll(db, sql: "SELECT login FROM known_session")
                    + Data.fetchAll(db, sql: "SELECT session FROM known_session")
            )
        }
    }

    @Test("counts are stored under keyed digests, continue after a restart, and start anew with another key")
    func keyedDigests() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "services").path
        let plain = try storeCounts(at: path, key: Array(repeating: 1, count: 32))
        func throttle(_ key: UInt8?) throws -> SignInThrottle {
            let database = try ServiceDatabase(path: path, key: key.map { Array(repeating: $0, count: 32) })
            try SignInDigests.useKey(of: database)
            return SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100)
        }
        let anna = try #require(LoginName("anna"))
        for _ in 0..<2 {
            let throttle = try throttle(1)
            #expect(try throttle.begin(anna, from: .session("attacker"), at: clock.now) == clock.now + 30)
            #expect(try throttle.hasSignedIn(SessionID("owner"), to: anna, since: clock.now))
        }
        #expect(try digests(at: path).count == 3 && digests(at: path).isDisjoint(with: plain))
        do {
            let other = try throttle(2)
            #expect(try other.count() == 0)
            #expect(try other.begin(anna, from: .session("attacker"), at: clock.now) == nil)
            #expect(try !other.hasSignedIn(SessionID("owner"), to: anna, since: clock.now))
        }
        _ = try throttle(nil).begin(anna, from: .session("x"), at: clock.now)
        #expect(try throttle(nil).count() == 2)
    }

    @Test("the owner's new session gets in with the right password while another session guesses")
    func ownerDuringGuesses() async throws {
        for _ in 0..<50 { _ = try await guess(from: .session("attacker")) }
        #expect(try await signIn(from: .session("owner")) == "account anna")
        #expect(try await signIn(from: .session("attacker")).hasPrefix("tooMany"))
    }

    @Test("a session that has signed in before gets in although all others are slowed down, also after a restart")
    func knownSession() async throws {
        #expect(try await signIn(from: .session("owner", at: "192.0.2.1")) == "account anna")
        let texts = try await guessFromManySessions(50)
        #expect(texts.filter { $0 == "rejected" }.count == 20)
        #expect(try await signIn(from: .session("new")).hasPrefix("tooMany"))
        #expect(try await signIn(from: .session("owner", at: "192.0.2.1")) == "account anna")
        let restarted = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        let owner = try await restarted.signIn(.of("anna", "correct horse"), from: .session("owner"), key: "r")
        #expect(owner.text == "account anna")
    }

    @Test(
        "a session that has signed in before is throttled when it guesses, and its failures end with the right password"
    )
    func knownSessionGuesses() async throws {
        #expect(try await signIn(from: .session("owner")) == "account anna")
        for _ in 0..<4 { #expect(try await guess(from: .session("owner")) == "rejected") }
        #expect(try await signIn(from: .session("owner")) == "account anna")
        for _ in 0..<5 { #expect(try await guess(from: .session("owner")) == "rejected") }
        #expect(try await signIn(from: .session("owner")).hasPrefix("tooMany"))
        // The session is known for one account only.
        #expect(try await guess("ben", from: .session("owner")) == "rejected")
    }

    @Test("waits survive a restart")
    func restart() async throws {
        for _ in 0..<5 { _ = try await guess(from: .session("x")) }
        let restarted = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        let result = try await restarted.signIn(.of("anna", "correct horse"), from: .session("x"), key: "r")
        #expect(result.text == "tooMany \(clock.now + 30)")
    }

    /// Lets others fail to sign in, once a minute, so that each attempt removes counts.
    private func failElsewhere(_ directory: LocalAccountDirectory, _ clock: ManualClock, minutes: Int) async throws {
        for _ in 0..<minutes {
            clock.advance(by: .seconds(60))
            _ = try await directory.signIn(.of("ben", "wrong"), from: .session("other"), key: UUID().uuidString)
        }
    }

    @Test("a server that starts with a clock that is 40 days ahead removes no counts of the servers before it")
    func startAhead() async throws {
        for _ in 0..<5 { _ = try await guess(from: .session("x")) }
        let ahead = ManualClock(now: clock.now + .seconds(40 * 86_400))
        let early = try LocalAccountDirectory(in: database, clock: ahead, hashing: .cheap)
        try await failElsewhere(early, ahead, minutes: 59)
        #expect(try await signIn(from: .session("x")) == "tooMany \(clock.now + 30)")
    }

    @Test("expired counts are removed again an hour after a jump of the clock")
    func jump() async throws {
        for _ in 0..<5 { _ = try await guess(from: .session("x")) }
        clock.advance(by: .seconds(3_600))
        clock.jump(by: .seconds(40 * 86_400))
        try await failElsewhere(directory, clock, minutes: 1)
        let count = try directory.throttledCount()
        try await failElsewhere(directory, clock, minutes: 58)
        #expect(try directory.throttledCount() == count)
        try await failElsewhere(directory, clock, minutes: 1)
        #expect(try directory.throttledCount() < count)
    }

    @Test("a clock that was ahead and set right extends no wait")
    func setBack() async throws {
        let ahead = ManualClock(now: clock.now + .seconds(40 * 86_400))
        let early = try LocalAccountDirectory(in: database, clock: ahead, hashing: .cheap)
        for number in 0..<5 {
            _ = try await early.signIn(.of("anna", "wrong"), from: .session("x"), key: "\(number)")
        }
        #expect(try await signIn(from: .session("x")) == "tooMany \(clock.now + 30)")
        clock.advance(by: .seconds(30))
        #expect(try await signIn(from: .session("x")) == "account anna")
    }

    @Test("an attempt is counted before it is hashed, so of a hundred at once five are checked")
    func parallelGuesses() async throws {
        let before = directory.hashCount
        let rejected = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await guess(from: .session("x")) } }
            return try await group.reduce(into: 0) { count, text in if text == "rejected" { count += 1 } }
        }
        #expect(rejected == 5)
        #expect(directory.hashCount - before == 5)
    }

    @Test("one session can't try one password at many logins")
    func spraying() async throws {
        var texts: [String] = []
        for number in 0..<20 { texts.append(try await guess("user\(number)", from: .session("x"))) }
        #expect(texts.filter { $0 == "rejected" }.count == 5)
    }

    @Test("one address can't try one password at many logins from many sessions")
    func sprayingFromAddress() async throws {
        var texts: [String] = []
        for number in 0..<50 {
            texts.append(try await guess("user\(number)", from: .session("s\(number)", at: "192.0.2.9")))
        }
        #expect(texts.filter { $0 == "rejected" }.count == 30)
        #expect(try await guess("user", from: .session("other", at: "192.0.2.10")) == "rejected")
    }

    @Test("the right password frees no session or address to guess on")
    func noAmnesty() async throws {
        for _ in 0..<4 { #expect(try await guess("ben", from: .session("x", at: "192.0.2.9")) == "rejected") }
        #expect(try await signIn(from: .session("x", at: "192.0.2.9")) == "account anna")
        #expect(try await guess("ben", from: .session("x", at: "192.0.2.9")) == "rejected")
        #expect(try await guess("ben", from: .session("x", at: "192.0.2.9")).hasPrefix("tooMany"))
    }

    @Test("a hundred right passwords in a row are no failures")
    func successes() async throws {
        for number in 0..<100 {
            #expect(try await signIn(from: .session("s\(number)", at: "192.0.2.1")) == "account anna")
        }
    }

    @Test("after a hundred failures in a row from unknown sessions a login admits one attempt a day")
    func hundred() async throws {
        var admitted = 0
        var waits: [Int64] = []
        while admitted < 101 {
            let result = try await directory.signIn(
                .of("anna", "wrong horse"),
                from: .session(UUID().uuidString),
                key: UUID().uuidString
            )
            switch result {
            case .tooMany(let retryAt):
                waits.append((retryAt - clock.now).components.seconds)
                clock.advance(by: retryAt - clock.now)
            default: admitted += 1
            }
        }
        #expect(waits.prefix(7) == [30, 60, 120, 240, 480, 900, 900])
        #expect(waits.dropLast().allSatisfy { $0 <= 900 })
        #expect(waits.last == 86_400)
        #expect(try await guess(from: .session("next")) == "tooMany \(clock.now + 86_400)")
        clock.advance(by: .seconds(86_400))
        #expect(try await signIn(from: .session("owner")) == "account anna")
        #expect(try await guess(from: .session("next")) == "rejected")
        #expect(try await guess(from: .session("another")) == "rejected")
    }

    @Test(
        "addresses that guess at a login for days don't make its owner wait at a new address, even after two mistakes",
        arguments: [(1, 1), (1, 30), (2, 30), (9, 3)]
    )
    func fewAddresses(attackers: Int, days: Int) async throws {
        let throttle = SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100_000)
        let anna = try #require(LoginName("anna"))
        let end = clock.now + .seconds(days * 86_400)
        var failures = 0
        while clock.now < end {
            for number in 0..<attackers {
                while true {
                    let origin = SignInOrigin.session(UUID().uuidString, at: "10.\(number).0.\(failures % 256)")
                    guard try throttle.begin(anna, from: origin, at: clock.now) == nil else { break }
                    failures += 1
                }
            }
            clock.advance(by: .seconds(900))
        }
        #expect(failures >= 20)
        let owner = SignInOrigin.session("owner", at: "192.0.2.1")
        for _ in 0..<2 { #expect(try await guess(from: owner) == "rejected") }
        #expect(try await signIn(from: owner) == "account anna")
    }

    @Test("an address at which the owner has signed in is not affected by guesses from any number of others")
    func knownAddress() async throws {
        #expect(try await signIn(from: .session("first", at: "192.0.2.1")) == "account anna")
        let throttle = SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100_000)
        let anna = try #require(LoginName("anna"))
        for number in 0..<2_000 {
            let origin = SignInOrigin.session("s\(number)", at: "10.\(number / 250).\(number % 250).1")
            _ = try throttle.begin(anna, from: origin, at: clock.now)
            clock.advance(by: .seconds(60))
        }
        #expect(try await signIn(from: .session("new", at: "198.51.100.1")).hasPrefix("tooMany"))
        let origin = SignInOrigin.session("second", at: "192.0.2.1")
        #expect(try await signIn(from: origin) == "account anna")
        #expect(try throttle.isKnown(.session("another", at: "192.0.2.1"), to: anna))
        // After a new password the devices and addresses that knew the former one are strangers.
        _ = try directory.replacePassword(Secret("battery staple"), of: anna)
        #expect(try !throttle.isKnown(origin, to: anna))
    }

    @Test("the code of a second step gets no more guesses from sites that have not failed than a password does")
    func firstAttemptsOfSecondStep() throws {
        let throttle = SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100_000)
        let anna = try #require(LoginName("anna"))
        var codes = 0
        for site in 0..<100 {
            for number in 0..<3 {
                let origin = SignInOrigin.session("s\(site) \(number)", at: "10.0.\(site).1")
                // An attempt with the right password is withdrawn, and a wrong code follows.
                guard try throttle.begin(anna, from: origin, at: clock.now) == nil else { continue }
                try throttle.withdraw(anna, from: origin, at: clock.now)
                if try throttle.begin(anna, from: origin, at: clock.now) == nil { codes += 1 }
            }
        }
        #expect(codes == 30)
    }

    @Test("counts are removed when they no longer apply, or earlier when there are too many")
    func bounded() async throws {
        let directory = try LocalAccountDirectory(in: .forTest(), clock: clock, hashing: .cheap, throttleCapacity: 20)
        for number in 0..<5 {
            _ = try await directory.signIn(.of("anna", "wrong"), from: .session("x"), key: "a\(number)")
        }
        for number in 0..<100 {
            clock.advance(by: .seconds(1))
            _ = try await directory.signIn(
                .of("guess\(number)", "wrong"),
                from: .session("\(number)"),
                key: "\(number)"
            )
        }
        clock.advance(by: .seconds(60))
        _ = try await directory.signIn(.of("other", "wrong"), from: .session("other"), key: "x")
        #expect(try directory.throttledCount() <= 22)
        clock.advance(by: .seconds(31 * 24 * 3_600))
        _ = try await directory.signIn(.of("another", "wrong"), from: .session("another"), key: "y")
        #expect(try directory.throttledCount() == 2)
    }

    @Test("the stored counts contain no login and no session")
    func digests() async throws {
        _ = try await guess("a secret typed by mistake", from: .session("session-7"))
        _ = try await signIn(from: .session("session-7"))
        let stored = try database.read { db in
            try db.rows("SELECT bucket FROM sign_in_attempt").map { try $0.bytes(0) }
                + db.rows("SELECT login, session FROM known_session").flatMap { try [$0.bytes(0), $0.bytes(1)] }
        }
        #expect(!stored.isEmpty)
        for value in stored {
            let text = String(decoding: value, as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("session-7") && !text.contains("anna"))
        }
    }
}
