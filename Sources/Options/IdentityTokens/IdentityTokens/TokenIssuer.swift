import Concurrency
public import Coordination
package import HTTPClient
import JSON
public import Sessions

/// A system that has signed in the users of an app and gives out tokens that say who they are: JSON web tokens (RFC 7519), which its
/// public keys verify.
///
/// ```swift
/// let issuer = TokenIssuer(
///     "https://id.shop.example",
///     audience: "tickets",
///     keys: "https://id.shop.example/.well-known/jwks.json",
///     clock: context.clock
/// )
/// handlers.identities { token, _ in try await issuer.identity(of: token) }
/// ```
///
/// A token is valid if it was signed with RS256, PS256, ES256, ES384 or EdDSA by a key of the set, if `iss` is the issuer, if `aud` is
/// the audience or has it among others, and if the time is before `exp` and not before `nbf`, give or take a minute, because clocks
/// differ. A token without `exp`, or without a subject, is not valid.
public final class TokenIssuer: Sendable {
    private struct State {
        var keys: KeySet?
        /// The time from which on the keys are fetched again for a token with an unknown key.
        var mayFetchAt = Timestamp(milliseconds: .min)
        /// The time from which on the keys are fetched again in any case, so that a key that was withdrawn ends.
        var expiresAt = Timestamp(milliseconds: .min)
    }

    private let name: String
    private let audience: String
    private let address: String
    private let clock: any WallClock
    private let client: HTTPClient
    private let state = Lock(State())

    /// The differences between clocks that are tolerated.
    private static let tolerance = Duration.seconds(60)
    /// The time for which the keys are used without asking again.
    static let lifetime = Duration.seconds(600)
    /// The shortest time between two requests, so that tokens with made-up keys cause no more.
    static let shortestInterval = Duration.seconds(30)

    /// Describes a system.
    ///
    /// - Parameters:
    ///   - name: The name that its tokens have as `iss`.
    ///   - audience: The name of your application there, which its tokens have as `aud`.
    ///   - keys: The address of its public keys, a set in JSON (RFC 7517 section 5).
    ///   - clock: The clock for the times in tokens.
    public convenience init(_ name: String, audience: String, keys: String, clock: any WallClock) {
        self.init(name, audience: audience, keys: keys, clock: clock, client: HTTPClient())
    }

    package init(_ name: String, audience: String, keys: String, clock: any WallClock, client: HTTPClient) {
        self.name = name
        self.audience = audience
        address = keys
        self.clock = clock
        self.client = client
    }

    /// Returns the user whom a token names, by its subject (`sub`), or `nil` for a token that is not valid.
    ///
    /// It blocks the thread while the keys are fetched: at the first token, every ten minutes, and for a token with a key that is not among
    /// them, at most every thirty seconds.
    ///
    /// - Throws: ``TokenIssuerError`` if there are no keys to verify with, because they can't be fetched.
    public func identity(of token: String) throws -> Identity? {
        guard let subject = try claims(of: token)?["sub"]?.stringValue, !subject.isEmpty else { return nil }
        return Identity(account: subject)
    }

    /// Returns what a token says, or `nil` for a token that is not valid.
    ///
    /// Use it where another claim than the subject names the account.
    ///
    /// - Throws: ``TokenIssuerError`` if there are no keys to verify with, because they can't be fetched.
    public func claims(of token: String) throws -> JSONValue? {
        guard let token = SignedToken(token), isMeantForUs(token.claims) else { return nil }
        return try keys(for: token).verify(token) ? token.claims : nil
    }

    private func isMeantForUs(_ claims: JSONValue) -> Bool {
        let audiences = claims["aud"]?.arrayValue?.map(\.stringValue) ?? [claims["aud"]?.stringValue]
        let now = clock.timeOfDay
        guard claims["iss"]?.stringValue == name, audiences.contains(audience),
            let expiry = Self.time(claims["exp"]), now < expiry + Self.tolerance
        else { return false }
        guard let beginning = claims["nbf"] else { return true }
        return Self.time(beginning).map { $0 <= now + Self.tolerance } ?? false
    }

    /// Reads seconds since 1970, which may have a fraction (RFC 7519 section 2).
    private static func time(_ value: JSONValue?) -> Timestamp? {
        guard let seconds = value?.numberValue, abs(seconds) < 1e12 else { return nil }
        return Timestamp(milliseconds: Int64(seconds * 1_000))
    }

    // MARK: - Keys

    private func keys(for token: SignedToken) throws -> KeySet {
        let now = clock.now
        let (known, fetches) = state.withLock { state in
            let isOutdated = state.keys == nil || now >= state.expiresAt || state.keys?.hasKey(for: token) == false
            guard isOutdated, now >= state.mayFetchAt else { return (state.keys, false) }
            // Other threads use the keys that there are meanwhile.
            state.mayFetchAt = now + Self.shortestInterval
            return (state.keys, true)
        }
        guard fetches else {
            guard let known else {
                throw TokenIssuerError(description: "The keys of \(name) have not been fetched yet.")
            }
            return known
        }
        switch fetch() {
        case .success(let fetched):
            state.withLock { state in
                state.keys = fetched
                state.expiresAt = now + Self.lifetime
            }
            return fetched
        case .failure(let error):
            // The keys that were right ten minutes ago are better than no sign-in. They are asked for again soon.
            guard let known else { throw error }
            return known
        }
    }

    private func fetch() -> Result<KeySet, TokenIssuerError> {
        Result { () throws(TokenIssuerError) in try KeySet(try content()) }
    }

    /// Returns the content at the address of the keys.
    private func content() throws(TokenIssuerError) -> [UInt8] {
        let response: HTTPClientResponse
        do {
            response = try client.get(address, limit: KeySet.mostBytes)
        } catch {
            throw TokenIssuerError(description: "The keys of \(name) can't be fetched: \(error.reason)")
        }
        guard response.status == 200 else {
            throw TokenIssuerError(
                description: "The keys of \(name) can't be fetched: the status is \(response.status)."
            )
        }
        return response.content
    }
}

/// The reason why tokens can't be verified.
public struct TokenIssuerError: Error, CustomStringConvertible {
    /// A sentence for the log, with nothing of a token.
    public let description: String
}
