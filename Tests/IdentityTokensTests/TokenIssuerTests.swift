import APITesting
import CSodium
import Coordination
import Cryptography
import HTTPClient
import HTTPCore
import JSON
import RawHTTP
import SessionsTesting
import Testing

@testable import IdentityTokens
@testable import Sessions

@Suite("Tokens of other systems")
struct TokenIssuerTests {
    private let clock = ManualClock(now: Timestamp(milliseconds: 1_795_001_000_000))

    /// A server that responds with these key sets, one after the other.
    private func serve(_ sets: String...) throws -> ScriptedServer {
        try ScriptedServer(
            sets.map { .respond("HTTP/1.1 200 OK\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)") }
        )
    }

    private func issuer(at server: ScriptedServer) -> TokenIssuer {
        var http = HTTPClient()
        http.timeout = .milliseconds(500)
        return TokenIssuer(
            "https://id.example",
            audience: "tickets",
            keys: "http://127.0.0.1:\(server.port)/keys",
            clock: clock,
            client: http
        )
    }

    /// A key of the tests' own (Ed25519), with which they sign tokens of any content.
    private struct Signer {
        let publicKey: [UInt8]
        private let privateKey: [UInt8]
        let id: String

        init(id: String = "own") {
            var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
            var privateKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
            precondition(unsafe crypto_sign_keypair(&publicKey, &privateKey) == 0)
            (self.publicKey, self.privateKey, self.id) = (publicKey, privateKey, id)
        }

        var set: String {
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"\#(id)","x":"\#(Sodium.base64URL(publicKey))"}]}"#
        }

        func token(_ claims: JSONValue, header: JSONValue? = nil) -> String {
            let header = header ?? ["alg": "EdDSA", "kid": .string(id)]
            let signed = "\(Sodium.base64URL(header.json)).\(Sodium.base64URL(claims.json))"
            var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
            let bytes = Array(signed.utf8)
            precondition(unsafe crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), privateKey) == 0)
            return "\(signed).\(Sodium.base64URL(signature))"
        }
    }

    private static let claims: JSONObject = [
        "iss": "https://id.example", "aud": "tickets", "sub": "ada", "exp": 1_795_003_600,
    ]

    @Test(
        "a token that another implementation has signed names its user",
        arguments: ["RS256", "PS256", "ES256", "ES384", "EdDSA"]
    )
    func algorithms(algorithm: String) throws {
        let server = try serve(Fixtures.keys)
        defer { server.stop() }
        let token = try #require(Fixtures.tokens[algorithm])
        let issuer = issuer(at: server)
        #expect(try issuer.identity(of: token) == Identity(account: "ada"))
        #expect(try issuer.claims(of: token)?["iat"] == 1_795_000_000)
        // Each bit of the signature counts.
        let dot = try #require(token.lastIndex(of: "."))
        let signature = try #require(Sodium.bytes(fromBase64URL: String(token[token.index(after: dot)...])))
        for position in stride(from: 0, to: signature.count, by: 7) {
            var wrong = signature
            wrong[position] ^= 1
            #expect(try issuer.identity(of: token[...dot] + Sodium.base64URL(wrong)) == nil)
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0]] {
            #expect(try issuer.identity(of: token[...dot] + Sodium.base64URL(wrong)) == nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("a token can't choose the algorithm that its key is used with, or none")
    func confusion() throws {
        let signer = Signer()
        let server = try serve(signer.set)
        defer { server.stop() }
        let issuer = issuer(at: server)
        let claims = JSONValue.object(Self.claims)
        #expect(try issuer.identity(of: signer.token(claims)) != nil)
        for algorithm in ["none", "None", "HS256", "RS256", "PS256", "ES256", "ES384", "eddsa", ""] {
            let header: JSONValue = ["alg": .string(algorithm), "kid": "own"]
            #expect(try issuer.identity(of: signer.token(claims, header: header)) == nil, "\(algorithm)")
        }
        let unsigned =
            Sodium.base64URL(JSONValue.object(["alg": "none"]).json) + "." + Sodium.base64URL(claims.json) + "."
        #expect(try issuer.identity(of: unsigned) == nil)
        // The public key is no shared secret.
        let head = Sodium.base64URL(JSONValue.object(["alg": "HS256", "kid": "own"]).json)
        let signed = head + "." + Sodium.base64URL(claims.json)
        let code = Sodium.authenticationCode(of: Array(signed.utf8), key: signer.publicKey)
        #expect(try issuer.identity(of: signed + "." + Sodium.base64URL(code)) == nil)
    }

    @Test("a claim that is missing, of another type or about someone else makes a token invalid")
    func claims() throws {
        let signer = Signer()
        let server = try serve(signer.set)
        defer { server.stop() }
        let issuer = issuer(at: server)
        func identity(_ changes: [String: JSONValue?]) throws -> Identity? {
            var claims = Self.claims
            for (name, value) in changes { claims[name] = value }
            return try issuer.identity(of: signer.token(.object(claims)))
        }
        #expect(try identity([:]) != nil)
        #expect(try identity(["aud": ["others", "tickets"]]) != nil)
        #expect(try identity(["exp": 1_795_000_950.5]) != nil)
        #expect(try identity(["nbf": 1_795_001_050]) != nil)
        let wrong: [[String: JSONValue?]] = [
            ["iss": "https://id.example/"], ["iss": nil], ["aud": "others"], ["aud": []], ["aud": nil], ["aud": 1],
            ["sub": ""], ["sub": nil], ["sub": 7], ["exp": nil], ["exp": "1795003600"], ["exp": 1_795_000_900],
            ["exp": 0], ["nbf": 1_795_001_100], ["nbf": "soon"],
        ]
        for changes in wrong { #expect(try identity(changes) == nil, "\(changes)") }
    }

    @Test("anything that is no token is invalid, and asks no server")
    func malformed() throws {
        let server = try serve()
        defer { server.stop() }
        let issuer = issuer(at: server)
        let token = try #require(Fixtures.tokens["ES256"])
        let extended = Signer().token(.object(Self.claims), header: ["alg": "EdDSA", "crit": ["b64"], "b64": false])
        for text in ["", ".", "..", "a.b.c", "x", token + ".", token + "=", "\(token) ", extended, "é.é.é"] {
            #expect(try issuer.identity(of: text) == nil, "\(text)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("keys are fetched again for a token with a new key, at most every thirty seconds, and every ten minutes")
    func rotation() throws {
        let (old, new) = (Signer(id: "old"), Signer(id: "new"))
        let server = try serve(old.set, new.set, new.set)
        defer { server.stop() }
        let issuer = issuer(at: server)
        var claims = Self.claims
        claims["exp"] = 1_795_100_000
        #expect(try issuer.identity(of: old.token(.object(claims))) != nil)
        // Made-up keys cause no requests.
        for _ in 0..<10 { #expect(try issuer.identity(of: new.token(.object(claims))) == nil) }
        #expect(server.requests.count == 1)
        clock.advance(by: TokenIssuer.shortestInterval)
        #expect(try issuer.identity(of: new.token(.object(claims))) != nil)
        #expect(try issuer.identity(of: old.token(.object(claims))) == nil)
        #expect(server.requests.count == 2)
        clock.advance(by: TokenIssuer.lifetime)
        #expect(try issuer.identity(of: new.token(.object(claims))) != nil)
        #expect(server.requests.count == 3)
    }

    @Test("without keys a token is neither valid nor invalid, and with old ones users can still sign in")
    func unreachable() throws {
        let signer = Signer()
        let server = try ScriptedServer([
            .respond("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"),
            .respond("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"keys\":"),
            .respond("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"keys\":[]}"),
            .respond("HTTP/1.1 200 OK\r\nContent-Length: \(signer.set.utf8.count)\r\n\r\n\(signer.set)"),
            .respond("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"),
        ])
        defer { server.stop() }
        let issuer = issuer(at: server)
        let token = signer.token(.object(Self.claims))
        for reason in ["the status is 503", "can't be fetched", "no set of public keys"] {
            let error = #expect(throws: TokenIssuerError.self) { try issuer.identity(of: token) }
            #expect(error?.description.contains(reason) == true, "\(error.debugDescription)")
            clock.advance(by: TokenIssuer.shortestInterval)
        }
        #expect(try issuer.identity(of: token) != nil)
        clock.advance(by: TokenIssuer.lifetime)
        #expect(try issuer.identity(of: token) != nil)
        #expect(server.requests.count == 5)
    }

    @Test("a session starts as the user of a token, and not with a token that is not valid")
    func session() async throws {
        let server = try serve(Fixtures.keys)
        defer { server.stop() }
        let issuer = issuer(at: server)
        let api = try TestAPI(clock: clock) { effects in
            effects.identities { token, _ in try issuer.identity(of: token) }
        }
        let token = try #require(Fixtures.tokens["RS256"])
        let client = try await api.start(["identity": .string(token)])
        #expect(api.registry.live[SessionID(client.id)]?.record.account == "ada")
        let rejected = await api.send(.post, "/v1/sessions", ["identity": .string("x" + token)])
        #expect(rejected.status == 401, "\(rejected)")
    }
}
