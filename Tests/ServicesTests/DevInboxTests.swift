import Applications
import Concurrency
import Coordination
import HTTPCore
import JSON
import Logging
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts

@Suite("The inbox for development")
struct DevInboxTests {
    let clock = ManualClock()
    let inbox: DevInbox

    init() {
        inbox = DevInbox(clock: clock, capacity: 3)
    }

    private func get(_ target: HTTPTarget, _ method: HTTPMethod = .get) async -> HTTPResponse {
        await inbox.respond(to: HTTPRequest(method: method, target: target))
    }

    private func ids(_ target: HTTPTarget) async throws -> [Int64] {
        let document = try JSONValue(parsing: await get(target).body.bytes)
        guard case .array(let messages)? = document["messages"] else { return [-1] }
        return messages.compactMap { if case .integer(let id)? = $0["id"] { id } else { nil } }
    }

    private func send(_ phone: PhoneNumber, _ code: String) async {
        await inbox.send(CodeMessage(phone: phone, code: Secret(code)), key: "")
    }

    @Test("the inbox shows each message with its code and its time")
    func shows() async throws {
        await send(.anna, "012345")
        let response = await get("/dev/inbox")
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(
            String(decoding: response.body.bytes, as: UTF8.self)
                == #"{"messages":[{"id":1,"to":"+491701234567","text":"012345 is your verification code. It expires in 10 minutes. Don't share it with anyone.","code":"012345","at":"2026-11-21T09:30:00Z"}],"cursor":1}"#
        )
    }

    @Test("an empty inbox has the cursor before the first message")
    func empty() async {
        #expect(await get("/dev/inbox").body == .bytes(Array(#"{"messages":[],"cursor":0}"#.utf8)))
    }

    @Test("messages can be filtered by cursor and number, newest last")
    func filters() async throws {
        await send(.anna, "000001")
        await send(.ben, "000002")
        await send(.anna, "000003")
        #expect(try await ids("/dev/inbox") == [1, 2, 3])
        #expect(try await ids("/dev/inbox?to=%2B491701234567") == [1, 3])
        #expect(try await ids("/dev/inbox?to=+491701234567&after=1") == [3])
        #expect(try await ids("/dev/inbox?after=2") == [3])
        #expect(try await ids("/dev/inbox?after=99") == [])
    }

    @Test("the inbox keeps the newest messages and increments their ids")
    func bounded() async throws {
        for number in 1...10 { await send(.anna, "00000\(number % 10)") }
        #expect(try await ids("/dev/inbox") == [8, 9, 10])
        #expect(try await ids("/dev/inbox?after=9") == [10])
    }

    @Test("invalid parameters and methods that change something are rejected")
    func rejects() async {
        #expect(await get("/dev/inbox?after=x").status == .badRequest)
        #expect(await get("/dev/inbox?after=-1").status == .badRequest)
        #expect(await get("/dev/inbox?to=hello").status == .badRequest)
        let rejected = await get("/dev/inbox", .post)
        #expect(rejected.status == .methodNotAllowed)
        #expect(rejected.fields[.allow] == "GET, HEAD")
        #expect(await get("/dev/inbox", .head).body.bytes.count == 26)
    }

    @Test("the log shows that a code was sent, and the code itself only in development")
    func logging() async {
        let lines = Lock([String]())
        func sender(_ showsCodes: Bool) -> LoggingCodeSender {
            LoggingCodeSender(
                log: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) },
                showsCodes: showsCodes
            )
        }
        await sender(false).send(CodeMessage(phone: .anna, code: Secret("012345")), key: "")
        await sender(true).send(CodeMessage(phone: .anna, code: Secret("012345")), key: "")
        let written = lines.withLock { $0 }
        #expect(written.count == 2)
        #expect(
            !written[0].contains("012345") && !written[0].contains("1701234567") && written[0].contains("Code sent")
        )
        #expect(written[1].contains("012345"))
    }
}

struct RecordingLogHandler: LogHandler {
    let lines: Lock<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    init(lines: Lock<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
