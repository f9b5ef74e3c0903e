import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

/// Attackers who guess for thirty days, as often as the throttles admit, with as many sessions as they want.
///
/// `Documentation/security-decisions.md` has the probabilities that follow from these counts.
@Suite("Guessing for thirty days")
struct GuessingTests {
    private static let duration = Duration.seconds(30 * 24 * 3_600)

    let clock = ManualClock()
    let database: ServiceDatabase

    init() throws { database = try .forTest() }

    private var throttle: SignInThrottle {
        SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100_000)
    }

    private func login(_ number: Int = 0) throws -> LoginName { try #require(LoginName("user\(number)")) }

    /// Advances the clock to a time, or to the end of the attack if that is earlier.
    private func wait(until time: Timestamp, end: Timestamp) {
        clock.advance(by: min(time, end) - clock.now)
    }

    // MARK: Passwords

    /// Guesses at a login from any number of sites.
    private final class Attacker {
        let throttle: SignInThrottle
        let clock: ManualClock
        let login: LoginName
        var guesses = 0
        private var firstGuesses = 0

        init(_ throttle: SignInThrottle, _ clock: ManualClock, _ login: LoginName) {
            self.throttle = throttle
            self.clock = clock
            self.login = login
        }

        /// Guesses as often as the throttle admits now, and returns the time of the next guess.
        ///
        /// Each site makes three first guesses. The sites that have made theirs share the other limit of the login.
        func guess() throws -> Timestamp {
            var next: Timestamp
            while true {
                if let retryAt = try attempt(at: firstGuesses / 3) {
                    next = retryAt
                    break
                }
                firstGuesses += 1
            }
            for site in 0..<(firstGuesses / 3) {
                while true {
                    guard let retryAt = try attempt(at: site) else { continue }
                    next = min(next, retryAt)
                    break
                }
            }
            return next
        }

        private func attempt(at site: Int) throws -> Timestamp? {
            let origin = SignInOrigin.session("s\(login) \(guesses)", at: "site \(login) \(site)")
            let retryAt = try throttle.begin(login, from: origin, at: clock.now)
            if retryAt == nil { guesses += 1 }
            return retryAt
        }
    }

    @Test("new sessions for each guess at one password, from any number of addresses, get 346 guesses")
    func onePassword() throws {
        let attacker = Attacker(throttle, clock, try login())
        let end = clock.now + Self.duration
        while clock.now < end { wait(until: try attacker.guess(), end: end) }
        // First guesses of sites: 30 at once, 9 with shorter waits, and then one in 4 hours. Others: 20 at once, 80 with waits of
        // up to 15 minutes within the first day, and then one a day.
        #expect(attacker.guesses == 346)
    }

    @Test(
        "sign-ins of the owner from new sessions, at home or at new addresses, give no further guesses",
        arguments: [(30, 24, false), (7, 1, false), (7, 1, true)]
    )
    func ownerSignsIn(days: Int, hours: Int, isAtHome: Bool) throws {
        let throttle = throttle
        let login = try login()
        let attacker = Attacker(throttle, clock, login)
        let end = clock.now + .seconds(days * 24 * 3_600)
        var signIns = 0
        var nextSignIn = clock.now + .seconds(hours * 3_600)
        while clock.now < end {
            wait(until: min(try attacker.guess(), nextSignIn), end: end)
            guard clock.now >= nextSignIn else { continue }
            let address = isAtHome ? "home" : "hotel \(signIns)"
            let owner = SignInOrigin.session("owner \(signIns)", at: address)
            if let retryAt = try throttle.begin(login, from: owner, at: clock.now) {
                // The owner waits like everyone at a new address, and comes in before the next guess.
                clock.advance(by: retryAt - clock.now)
                guard try throttle.begin(login, from: owner, at: clock.now) == nil else { continue }
            }
            try throttle.succeeded(login, from: owner, at: clock.now)
            signIns += 1
            nextSignIn = clock.now + .seconds(hours * 3_600)
        }
        #expect(signIns > 0)
        #expect(attacker.guesses <= 346)
    }

    @Test("one address gets 49 guesses at one password, and two sites 98", arguments: [1, 2])
    func fewSites(count: Int) throws {
        let throttle = throttle
        let login = try login()
        let end = clock.now + Self.duration
        var guesses = 0
        while clock.now < end {
            var next = end
            for site in 0..<count {
                while true {
                    let origin = SignInOrigin.session("s\(guesses)", at: "10.\(site).0.\(guesses % 256)")
                    guard let retryAt = try throttle.begin(login, from: origin, at: clock.now) else {
                        guesses += 1
                        continue
                    }
                    next = min(next, retryAt)
                    break
                }
            }
            wait(until: next, end: end)
        }
        #expect(guesses == 49 * count)
    }

    @Test("an address gets 2,913 guesses at all passwords together, from any number of sessions")
    func oneAddress() throws {
        let throttle = throttle
        let end = clock.now + Self.duration
        var guesses = 0
        while clock.now < end {
            let origin = SignInOrigin.session("s\(guesses)", at: "192.0.2.1")
            if let retryAt = try throttle.begin(login(guesses), from: origin, at: clock.now) {
                wait(until: retryAt, end: end)
            } else {
                guesses += 1
            }
        }
        // 30 at once, 5 with shorter waits, and then one in 15 minutes.
        #expect(guesses == 2_913)
    }

    @Test("many addresses get 346 guesses at each of many passwords")
    func manyPasswords() throws {
        let throttle = throttle
        let attackers = try (0..<3).map { Attacker(throttle, clock, try login($0)) }
        let end = clock.now + Self.duration
        while clock.now < end {
            wait(until: try attackers.map { try $0.guess() }.min() ?? end, end: end)
        }
        #expect(attackers.map(\.guesses) == [346, 346, 346])
    }

    @Test("a flood of guesses at other logins does not remove the count of a login that is at one attempt a day")
    func flood() throws {
        let throttle = SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 1_000)
        let login = try login()
        for number in 0..<20 {
            #expect(try throttle.begin(login, from: .session("s\(number)"), at: clock.now) == nil)
        }
        while true {
            guard let retryAt = try throttle.begin(login, from: .session("x \(clock.now)"), at: clock.now) else {
                continue
            }
            if retryAt - clock.now > .seconds(900) { break }
            clock.advance(by: retryAt - clock.now)
        }
        for number in 0..<5_000 {
            let origin = SignInOrigin.session("flood \(number)", at: "flood \(number)")
            _ = try throttle.begin(self.login(1_000 + number), from: origin, at: clock.now)
            clock.advance(by: .seconds(1))
        }
        let retryAt = try throttle.begin(login, from: .session("after"), at: clock.now)
        #expect(try throttle.count() < 5_000)
        #expect((retryAt ?? clock.now) - clock.now > .seconds(900))
    }

    // MARK: Codes

    /// Guesses at the codes of numbers, from a new session and a new or an old address for each code.
    ///
    /// - Returns: The codes and the guesses that were admitted.
    private func guessCodes(
        of phones: [PhoneNumber],
        limits: CodeLimits = CodeLimits(),
        step: Duration,
        for duration: Duration = Self.duration
    ) async throws -> (codes: Int, guesses: Int) {
        let sender = RecordingSender()
        let verifier = try CodeVerifier(in: database, sender: sender, clock: clock, limits: limits)
        let end = clock.now + duration
        var guesses = 0
        var sessions = 0
        while clock.now < end {
            for phone in phones {
                // The first requests of addresses have a share of their own, so the attackers use old addresses, too.
                sessions += 1
                let session = "s\(sessions)"
                var request = CodeRequest(phone: phone, session: SessionID(session), clientAddress: session)
                var sent = try await verifier.send(request, key: session)
                if sent.challenge == nil {
                    request.clientAddress = "s\(1 + sessions % 5)"
                    sent = try await verifier.send(request, key: session + " again")
                }
                guard let challenge = sent.challenge else { continue }
                for attempt in 0..<10 {
                    let result = try await verifier.check(
                        wrong(try #require(sender.codes.last)),
                        of: challenge.id,
                        session: SessionID(session),
                        key: "\(session).\(attempt)"
                    )
                    guard case .wrong = result else { break }
                    guesses += 1
                }
            }
            clock.advance(by: step)
        }
        return (sender.codes.count, guesses)
    }

    @Test("new sessions and new addresses for each code of one number get 2,208 guesses")
    func oneNumber() async throws {
        let (codes, guesses) = try await guessCodes(of: [.anna], step: .seconds(300))
        // The codes are 5 and one each 30 minutes, and for first requests 5 and one each hour. The guesses are 50 wrong
        // attempts, and then one for each code.
        #expect(codes == 2_168)
        #expect(guesses == 2_208)
    }

    @Test("the guesses at many numbers are limited by the codes of a day, five for each")
    func manyNumbers() async throws {
        var limits = CodeLimits()
        limits.perDay = 50
        limits.prefixes = ["+49"]
        let phones = (0..<30).compactMap { PhoneNumber("+4917000001\(10 + $0)") }
        let (codes, guesses) = try await guessCodes(
            of: phones,
            limits: limits,
            step: .seconds(1_800),
            for: .seconds(3 * 24 * 3_600)
        )
        // The limits count days in UTC, and three times 24 hours touch four of them.
        #expect(codes <= 4 * 40)
        #expect(guesses <= 4 * 40 * 5)
        #expect(guesses >= 3 * 40 * 4, "\(guesses)")
    }
}
