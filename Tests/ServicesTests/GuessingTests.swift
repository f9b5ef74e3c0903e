import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import Applications
@testable import Services

/// Attackers who guess for thirty days, as often as the throttles admit, with as many sessions as they want.
///
/// `Documentation/security-decisions.md` has the probabilities that follow from these counts.
@Suite("Guessing for thirty days")
struct GuessingTests {
    private static let duration = Duration.seconds(30 * 24 * 3_600)

    let clock = ManualClock()
    let database: ServiceDatabase

    init() throws { database = try .forTest() }

    private var throttle: SignInThrottle { SignInThrottle(database: database, capacity: 100_000) }

    private func login(_ number: Int = 0) throws -> LoginName { try #require(LoginName("user\(number)")) }

    /// Advances the clock to a time, or to the end of the attack if that is earlier.
    private func wait(until time: Timestamp, end: Timestamp) {
        clock.advance(by: min(time, end) - clock.now)
    }

    // MARK: Passwords

    @Test("new sessions and new addresses for each guess at one password get 129 guesses")
    func onePassword() throws {
        let throttle = throttle
        let login = try login()
        let end = clock.now + Self.duration
        var guesses = 0
        while clock.now < end {
            let origin = SignInOrigin.session("s\(guesses)", at: "address \(guesses)")
            if let retryAt = try throttle.begin(login, from: origin, at: clock.now) {
                wait(until: retryAt, end: end)
            } else {
                guesses += 1
            }
        }
        // 20 at once, 80 with waits of up to 15 minutes within the first day, and then one a day.
        #expect(guesses == 129)
    }

    @Test(
        "each sign-in of the owner from a new session starts the count of a login again",
        arguments: [(30, 24, 1_700), (7, 1, 28 * 7 * 24)]
    )
    func ownerResetsTheCount(days: Int, hours: Int, limit: Int) throws {
        let throttle = throttle
        let login = try login()
        let end = clock.now + .seconds(days * 24 * 3_600)
        var guesses = 0
        var signIns = 0
        var nextSignIn = clock.now + .seconds(hours * 3_600)
        while clock.now < end {
            let origin = SignInOrigin.session("s\(guesses)", at: "address \(guesses)")
            if let retryAt = try throttle.begin(login, from: origin, at: clock.now) {
                wait(until: min(retryAt, nextSignIn), end: end)
            } else {
                guesses += 1
            }
            guard clock.now >= nextSignIn else { continue }
            let owner = SignInOrigin.session("owner \(signIns)", at: "home")
            if let retryAt = try throttle.begin(login, from: owner, at: clock.now) {
                // The owner waits like everyone with a new session, and comes in before the next guess.
                clock.advance(by: retryAt - clock.now)
                guard try throttle.begin(login, from: owner, at: clock.now) == nil else { continue }
            }
            try throttle.succeeded(login, from: owner, at: clock.now)
            signIns += 1
            nextSignIn = clock.now + .seconds(hours * 3_600)
        }
        // The hundredth guess of a day makes the owner wait for a day, too; 27 guesses fit into an hour.
        #expect(guesses <= limit)
        #expect(guesses >= signIns * 20)
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

    @Test("many addresses get 129 guesses at each of many passwords")
    func manyPasswords() throws {
        let throttle = throttle
        let end = clock.now + Self.duration
        var guesses = Array(repeating: 0, count: 3)
        var sessions = 0
        func isAdmitted(_ number: Int, from address: Int) throws -> Bool {
            sessions += 1
            let origin = SignInOrigin.session("s\(sessions)", at: "192.0.2.\(address)")
            return try throttle.begin(login(number), from: origin, at: clock.now) == nil
        }
        while clock.now < end {
            for address in 0..<2 {
                for number in guesses.indices {
                    while try isAdmitted(number, from: address) { guesses[number] += 1 }
                }
            }
            // The longest wait of an address, and of a login before its hundredth failure.
            wait(until: clock.now + .seconds(900), end: end)
        }
        #expect(guesses.allSatisfy { (100...129).contains($0) }, "\(guesses)")
    }

    @Test("a flood of guesses at other logins does not remove the count of a login that is at one attempt a day")
    func flood() throws {
        let throttle = SignInThrottle(database: database, capacity: 1_000)
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

    /// Guesses at the codes of numbers, from a new session and address for each code.
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
                sessions += 1
                let session = "s\(sessions)"
                let request = CodeRequest(phone: phone, session: SessionID(session), clientAddress: session)
                guard let challenge = try await verifier.send(request, key: session).challenge else { continue }
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

    @Test("new sessions and new addresses for each code of one number get 1,489 guesses")
    func oneNumber() async throws {
        let (codes, guesses) = try await guessCodes(of: [.anna], step: .seconds(900))
        // 5 codes and one each 30 minutes; 50 wrong attempts, and then one for each code.
        #expect(codes == 1_444)
        #expect(guesses == 1_489)
    }

    @Test("the guesses at many numbers are limited by the codes of a day, five for each")
    func manyNumbers() async throws {
        var limits = CodeLimits()
        limits.perDay = 50
        let phones = (0..<30).compactMap { PhoneNumber("+4917000001\(10 + $0)") }
        let (codes, guesses) = try await guessCodes(
            of: phones,
            limits: limits,
            step: .seconds(1_800),
            for: .seconds(3 * 24 * 3_600)
        )
        // Days are those in UTC, of which three times 24 hours touch four.
        #expect(codes <= 4 * 40)
        #expect(guesses <= 4 * 40 * 5)
        #expect(guesses >= 3 * 40 * 4, "\(guesses)")
    }
}
