import Concurrency
import Glibc
import HTTPCore
import JSON
import MicroHTTP
import Programs
import RawHTTP
import Sessions
import SessionsTesting
import StateAPI
import Testing
import UsherServer

@testable import Accounts

/// Every place of a request that takes a text, filled with texts that are slow to compare.
///
/// The measure is the processor time of the server's only event loop, so other tests don't disturb it much. It stands for the
/// number of instructions, which virtual machines and containers often don't let a process count: for the same code both grow
/// alike, and a ratio of two texts cancels the speed of the processor.
@Suite("The time of a request", .serialized, .disabled(if: Sanitizer.isRunning, "A sanitizer changes times."))
struct RequestTimeTests {
    @Test("a text in a header field takes linear time", arguments: Place.fields)
    func field(_ place: Place) async throws {
        try await check([place], bytes: 7_500)
    }

    @Test("a text in a target takes linear time")
    func target() async throws {
        try await check(Place.targets, bytes: 1_300)
    }

    @Test("a text in a link takes linear time")
    func link() async throws {
        try await check(Place.links, bytes: 600)
    }

    @Test("a text in a body takes linear time", arguments: Place.bodies)
    func body(_ place: Place) async throws {
        try await check([place], bytes: 60_000)
    }

    @Test("a text in the payload of an output takes linear time", arguments: Stop.all)
    func payload(_ stop: Stop) async throws {
        try await RunningServer.measured { server in
            var client = try stop.reach(server.server)
            let screen = client.focused["name"]
            for output in client.outputs {
                guard let schema = output["schema"], let name = output["name"]?.stringValue else { continue }
                for text in WorstText.allCases {
                    try server.check("\(stop.testDescription): \(name): \(text.name)", bytes: 60_000) { bytes in
                        // Most texts are rejected. One that was accepted has led elsewhere, or to another credential.
                        if (try? client.read()) == nil || client.focused["name"] != screen {
                            // Such texts may also have filled the list of items, or made an account wait.
                            guard let next = try? stop.reach(server.server) else { return [] }
                            client = next
                        }
                        let whole = client.request(name, Self.payload(text(bytes: bytes), for: schema, isCut: false))
                        let cut = client.request(name, Self.payload(text(bytes: bytes), for: schema, isCut: true))
                        return [whole, cut]
                    }
                }
            }
        }
    }

    private func check(_ places: [Place], bytes: Int) async throws {
        try await RunningServer.measured { server in
            let client = try server.server.start(["app": "items"])
            for place in places {
                for text in WorstText.allCases {
                    try server.check("\(place.testDescription): \(text.name)", bytes: bytes) { bytes in
                        [place.request(client, text(bytes: bytes))]
                    }
                }
            }
        }
    }

    /// A payload of the shape that a schema asks for, with the text in each of its strings.
    private static func payload(_ text: String, for schema: JSONValue, isCut: Bool) -> JSONValue {
        switch schema["type"]?.stringValue {
        case "object":
            let properties = schema["properties"]?.objectValue?.members ?? []
            return .object(JSONObject(properties.map { ($0.key, payload(text, for: $0.value, isCut: isCut)) }))
        case "array": return .array([payload(text, for: schema["items"] ?? .null, isCut: isCut)])
        case "boolean": return true
        case "integer", "number": return schema["minimum"] ?? 1
        default:
            if isCut, let choice = schema["enum"]?[0] { return choice }
            let limit = schema["maxLength"]?.integerValue.map { Int($0) } ?? .max
            return .string(isCut ? String(text.unicodeScalars.prefix(limit)) : text)
        }
    }
}

/// A place of a request that takes a text.
struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: @Sendable (AppClient, String) -> [UInt8]

    static let fields: [Place] = [
        field("Accept"), field("Accept-Encoding"), field("Accept-Language"), field("Authorization"),
        field("Authorization", "Bearer "),
        field("Content-Type"), field("Content-Type", "application/json; charset=\""), field("Cookie"),
        field("Cookie", "usher-") { "/v1/sessions/\($0.id)" }, field("Host"), field("Idempotency-Key"),
        field("Forwarded"), field("Forwarded", "for=\""), field("If-Match"), field("If-Match", "\""),
        field("If-None-Match"), field("Last-Event-ID"), field("Origin"), field("Prefer"),
        field("Prefer", "wait=\""), field("Sec-Fetch-Site"), field("traceparent"), field("User-Agent"),
        field("X-Forwarded-For"), field("X-Request-Id"), field("X-Unknown"), preflight("Access-Control-Request-Method"),
        preflight("Access-Control-Request-Headers"),
    ]

    static let targets: [Place] = [
        target { "/\($0)" }, target { "/v1/apps/\($0)" }, target { "/v1/sessions/\($0)" }, target { "/problems/\($0)" },
        target { "/?\($0)=\($0)" }, target { "/v1/apps?\($0)" },
        Place(testDescription: "a screen's key") { $0.post("/screens/\(encoded($1))/outputs/submit") },
        Place(testDescription: "an output's name") { $0.post("/screens/\($0.focus)/outputs/\(encoded($1))") },
        Place(testDescription: "a tab's key") { $0.post("/tabs/\(encoded($1))") },
        Place(testDescription: "the code of a hand-off") {
            RawClient.request("POST", "/v1/handoffs/\(encoded($1))", [:], fields: $0.authorization)
        },
        Place(testDescription: "an expired session") {
            RawClient.request("POST", "/v1/sessions/\(encoded($1))/resume", [:], fields: $0.authorization)
        },
        Place(testDescription: "a page of the history") {
            RawClient.request("GET", "\($0.path)/history?before=\(encoded($1))&limit=1", fields: $0.authorization)
        },
        Place(testDescription: "a credential") {
            RawClient.request("DELETE", "\($0.path)/credentials/\(encoded($1))", fields: $0.authorization)
        },
        Place(testDescription: "a session of the account") {
            RawClient.request("DELETE", "\($0.path)/account/sessions/\(encoded($1))", fields: $0.authorization)
        },
    ]

    static let links: [Place] = [
        link { "usher://items/\($0)" }, link { "usher://items/item/\($0)" }, link { "usher://items/?\($0)=\($0)" },
        link { "usher://\($0)/" }, link { "https://\($0)/" }, link { "\($0)://items" },
        Place(testDescription: "the link of a new session") {
            $0.post(toCreate: ["app": "market", "link": .string("usher://market/category/\(encoded($1))")])
        },
    ]

    static let bodies: [Place] = [
        body("a member's name") { [$0: 1] },
        body("names of 200 bytes") { text in
            var names = JSONObject()
            var rest = text.unicodeScalars[...]
            while !rest.isEmpty {
                names[String(rest.prefix(50))] = 1
                rest = rest.dropFirst(50)
            }
            return .object(names)
        },
        body("a nested name") { ["client": ["a": [[[$0: 1]]]]] },
        body("a nested value") { ["client": ["a": [[["b": .string($0)]]]]] },
        body("app") { ["app": .string($0)] }, body("link") { ["link": .string($0)] },
        body("credential") { ["credential": .string($0)] },
        body("client") { ["client": ["platform": .string($0), "version": .string($0), "locale": .string($0)]] },
        Place(testDescription: "escaped marks") { client, text in
            let escaped = text.unicodeScalars.prefix(10_000).map { _ in "\\u0301\\u0323" }.prefix(text.utf8.count / 12)
            return client.create("{\"\(escaped.joined())\":1}")
        },
        Place(testDescription: "back to a screen") { $0.post("/back", ["to": .string($1)]) },
        Place(testDescription: "a link's url") { $0.post("/links", ["url": .string($1)]) },
        Place(testDescription: "an unexpected payload") { $0.request("signUp", .string($1)) },
        Place(testDescription: "members of a payload") { $0.request("submit", [$1: .string($1)]) },
    ]

    private static func field(
        _ name: String,
        _ prefix: String = "",
        _ path: @escaping @Sendable (AppClient) -> String = { _ in "/v1/sessions" }
    ) -> Place {
        Place(testDescription: prefix.isEmpty ? name : "\(name): \(prefix)") { client, text in
            RawClient.request("POST", path(client), ["credential": "cookie"], fields: [name: prefix + text])
        }
    }

    private static func preflight(_ name: String) -> Place {
        Place(testDescription: name) { _, text in
            RawClient.request("OPTIONS", "/v1/sessions", fields: ["Origin": "https://a.example", name: text])
        }
    }

    private static func target(_ target: @escaping @Sendable (String) -> String) -> Place {
        Place(testDescription: target("…")) { RawClient.request("GET", target(encoded($1)), fields: $0.authorization) }
    }

    private static func link(_ link: @escaping @Sendable (String) -> String) -> Place {
        Place(testDescription: link("…")) { $0.post("/links", ["url": .string(link(encoded($1)))]) }
    }

    private static func body(_ name: String, _ body: @escaping @Sendable (String) -> JSONValue) -> Place {
        Place(testDescription: "\(name) in the body of a new session") { $0.post(toCreate: body($1)) }
    }

    private static func encoded(_ text: String) -> String { PercentEncoding.encode(text) }
}

/// A screen of an application, reached by a new session.
struct Stop: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reach: @Sendable (RunningServer) throws -> AppClient

    init(_ application: String, _ screen: String, _ steps: @escaping @Sendable (AppClient) throws -> Void = { _ in }) {
        self.init(application, screen) { client, _ in try steps(client) }
    }

    init(
        _ application: String,
        _ screen: String,
        _ steps: @escaping @Sendable (AppClient, RunningServer) throws -> Void
    ) {
        testDescription = "\(application), \(screen)"
        reach = { server in
            let client: AppClient
            switch application {
            case "market": client = try server.startMarket()
            case "shop": client = try server.startShop()
            default: client = try server.start(["app": .string(application)])
            }
            try steps(client, server)
            guard client.focused["name"] == .string(screen) else {
                throw RawClient.Failure(text: "\(client.layout) instead of \(screen)")
            }
            return client
        }
    }

    static let all: [Stop] = [
        Stop("kanji", "kanjiList"),
        Stop("kanji", "kanjiDetail") { try $0.report("kanjiSelected", "水") },
        Stop("market", "categories") { try $0.select(tab: "catalog") },
        Stop("profile", "userEdit"),
        Stop("profile", "cities") { try $0.report("selectCity") },
        Stop("items", "login"),
        Stop("items", "signUp") { try $0.report("signUp") },
        Stop("items", "itemsList") { client in
            try client.signIn()
            try client.report("finish")
        },
        Stop("items", "forgottenPassword") { try $0.report("forgotPassword") },
        Stop("items", "itemCreate") { try $0.createItem() },
        Stop("items", "itemNote") { client in
            try client.createItem()
            try client.report("writeNote")
        },
        Stop("items", "newPassword") { client in
            try client.report("forgotPassword")
            try client.report("submit", ["login": .string("user of \(client.id)")])
        },
        Stop("items", "accountRecovery") { client in
            try client.report("forgotPassword")
            try client.report("useRecoveryCode")
        },
        Stop("items", "changePassword") { client in
            try client.openSecurity()
            try client.report("changePassword")
        },
        Stop("items", "security") { try $0.openSecurity() },
        Stop("items", "addPhone") { client in
            try client.openSecurity()
            try client.report("addPhone")
            try client.report("addPhone")
        },
        Stop("items", "phoneList") { client in
            try client.signUp(client.id)
        },
        Stop("items", "authenticatorSetup") { client in
            try client.openSecurity()
            try client.report("setUpAuthenticator")
        },
        Stop("items", "secondFactor") { client, server in
            try client.signInWithSecondFactor(server)
        },
        Stop("items", "secondFactorRecovery") { client, server in
            try client.signInWithSecondFactor(server)
            try client.report("useRecoveryCode")
        },
        Stop("market", "product") { try $0.open("usher://market/product/milk") },
        Stop("market", "address") { client in
            try client.open("usher://market/product/milk")
            try client.report("quantityChanged", ["grocery": "milk", "quantity": 1])
            try client.select(tab: "cart")
            try client.report("checkOut")
            try client.signIn()
        },
        Stop("market", "orders") { client in
            try client.open("usher://market/orders")
            try client.signIn()
            try client.wait { $0.focused["name"] == "orders" }
        },
        Stop("profile", "profileEdit") { try $0.open("usher://profile/services") },
        Stop("shop", "product") { try $0.open("usher://shop/catalog/product/ridge") },
        Stop("shop", "shipping") { client in
            try client.open("usher://shop/catalog/product/ridge")
            try client.report("cartAdd", ["product": "ridge"])
            try client.report("cartToggle")
            try client.report("checkOut")
            try client.signIn()
        },
    ]
}

/// The processor time of this thread, in nanoseconds.
private func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

extension RunningServer {
    /// Starts a server with one event loop.
    ///
    /// Clients can read the processor time of that loop.
    fileprivate static func measured(_ body: @escaping @Sendable (MeasuredServer) throws -> Void) async throws {
        let failures = Lock<[String]>([])
        try await run(
            configure: { settings in
                settings.http.loopCount = 1
                settings.api.limits.addressNewSessions = RateLimit(0, per: .seconds(60))
                settings.api.limits.addressUnknownSessions = RateLimit(0, per: .seconds(60))
            },
            routes: { routes, _ in
                routes.add(.get, "/dev/time") { _, _, reply in reply.send(.text("\(processorTime())")) }
                routes.add(.get, "/dev/reference") { _, _, reply in
                    let start = processorTime()
                    var text = [UInt8](repeating: 0, count: 32)
                    // 5 ms on the machine of the benchmarks.
                    for _ in 0..<8_000 { text = Digest(of: text).bytes }
                    reply.send(.text("\(processorTime() - start)"))
                }
            }
        ) { try body(MeasuredServer(server: $0, failures: failures)) }
        #expect(failures.withLock { $0 } == [])
    }
}

/// A server that measures the time of its event loop.
struct MeasuredServer: Sendable {
    let server: RunningServer
    let failures: Lock<[String]>

    /// Checks that requests with a text take at most 50 ms of the event loop, and a time that is linear in its length.
    ///
    /// The limit is ten times a computation of 5 ms, which other processes slow down as much.
    fileprivate func check(
        _ name: String,
        bytes: Int,
        _ requests: (Int) throws -> [[UInt8]]
    ) throws {
        let full = try cost(requests(bytes))
        guard full > 5 else { return }
        // A quadratic time has a ratio of 4, and a linear one at most 2.7, because a longer text needs more of the cache. Other
        // processes only add to a time, so the best of several counts, and of more if the first ones are too long.
        var whole = full, half = Double.infinity, reference = Double.infinity
        for number in 1...12 {
            whole = min(whole, try cost(requests(bytes)))
            half = min(half, try cost(requests(bytes / 2)))
            if whole > 50 { reference = min(reference, try referenceCost()) }
            let isLinear = (whole <= 50 || whole <= 10 * reference) && (whole <= 8 || whole / half <= 3.2)
            if number >= 3, isLinear { return }
        }
        failures.withLock {
            $0.append("\(name): \(whole) ms, \(half) ms for half of the text, and \(reference) ms for the reference")
        }
    }

    /// Returns the processor time, in milliseconds, that the event loop needs for a fixed computation.
    private func referenceCost() throws -> Double {
        (Double(try server.connect().exchange("GET", "/dev/reference").text) ?? .nan) / 1_000_000
    }

    /// Returns the processor time, in milliseconds, that the event loop needs for the slowest of some requests.
    private func cost(_ requests: [[UInt8]]) throws -> Double {
        var longest = 0.0
        for request in requests {
            let watch = try server.connect()
            let start = try loopTime(watch)
            let client = try RawClient(port: server.port, timeout: 60)
            // The server may have responded and closed before it has read everything.
            try? client.send(request)
            let status = try client.readResponse()?.status ?? 0
            if !(200..<500).contains(status) { failures.withLock { $0.append("The status is \(status).") } }
            longest = max(longest, (try loopTime(watch) - start) / 1_000_000)
        }
        return longest
    }

    private func loopTime(_ client: RawClient) throws -> Double {
        Double(try client.exchange("GET", "/dev/time").text) ?? .nan
    }
}

extension AppClient {
    fileprivate func createItem() throws {
        try signIn()
        try report("finish")
        try report("createItem")
    }

    fileprivate func openSecurity() throws {
        try signIn()
        try report("finish")
        try select(tab: "settings")
        try report("security")
    }

    /// Signs in up to the second step, which the user turns on before if it is off.
    fileprivate func signInWithSecondFactor(_ server: RunningServer) throws {
        try signIn()
        guard focused["name"] != "secondFactor" else { return }
        let other = try server.start(["app": "items"])
        try other.openSecurity()
        try other.report("setUpAuthenticator")
        let key = Base32.bytes(other.shownCodes.first?.split(separator: " ").joined() ?? "") ?? []
        try other.report("submit", ["code": .string(server.code(of: key))])
        try report("finish")
        try select(tab: "settings")
        try report("logOut")
        try signIn()
    }

    /// The outputs of the screen in focus.
    fileprivate var outputs: [JSONValue] { focused["outputs"]?.arrayValue ?? [] }

    fileprivate var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }

    fileprivate func post(_ path: String, _ body: JSONValue? = nil) -> [UInt8] {
        RawClient.request("POST", self.path + path, body, fields: authorization)
    }

    fileprivate func request(_ output: String, _ payload: JSONValue) -> [UInt8] {
        post("/screens/\(focus)/outputs/\(output)", payload)
    }

    fileprivate func post(toCreate body: JSONValue) -> [UInt8] {
        RawClient.request("POST", "/v1/sessions", body)
    }

    fileprivate func create(_ text: String) -> [UInt8] {
        let head = "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return Array("\(head)Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
    }
}
