import Applications
import Coordination
import DequeModule
public import HTTPCore
import JSON
public import Sessions
import Threads

/// A telephone for development: keeps the last messages and shows them on `GET /dev/inbox`.
///
/// ```text
/// GET /dev/inbox?to=%2B491701234567&after=3
/// {"messages":[{"id":4,"to":"+491701234567","text":"123456 is your code. …","code":"123456","at":"2026-11-21T09:30:00Z"}],"cursor":4}
/// ```
///
/// The newest message comes last. `to` leaves out those to other numbers, `after` those up to a cursor; the cursor of an
/// answer is what to give next. Whoever can reach it can verify any number, so it is for development only.
public final class DevInbox: CodeSender, HTTPHandler {
    private struct Message: Sendable {
        let id: Int
        let content: CodeMessage
        let at: Timestamp
    }

    private struct State {
        var messages: Deque<Message> = []
        var lastID = 0
    }

    private let clock: any WallClock
    private let capacity: Int
    private let state = Lock(State())

    /// Makes an empty inbox.
    ///
    /// - Parameters:
    ///   - clock: The time.
    ///   - capacity: How many messages are kept; older ones are forgotten first.
    public init(clock: any WallClock, capacity: Int = 100) {
        self.clock = clock
        self.capacity = max(1, capacity)
    }

    /// Puts a message into the inbox.
    public func send(_ message: CodeMessage, key: String) async {
        let now = clock.now
        state.withLock { state in
            state.lastID += 1
            if state.messages.count >= capacity { state.messages.removeFirst() }
            state.messages.append(Message(id: state.lastID, content: message, at: now))
        }
    }

    /// Shows the messages.
    ///
    /// The response has status 200 and the messages; 400 when a parameter can't be read, 405 for other methods.
    ///
    /// - Parameters:
    ///   - request: `GET` or `HEAD` of any path, perhaps with `to` and `after`.
    ///   - reply: Takes the response at once.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        reply.send(response(to: request))
    }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == .get || request.method == .head else {
            var problem = ProblemDetails(.methodNotAllowed)
            problem.fields = [.allow: "GET, HEAD"]
            return problem.response
        }
        let after: Int
        switch request.target.queryValue("after") {
        case nil: after = 0
        case let text?:
            guard let number = Int(text), number >= 0 else { return Self.badParameter("after", "a cursor, such as 3") }
            after = number
        }
        var phone: PhoneNumber?
        if let text = request.target.queryValue("to") {
            // A plus sign that was not percent-encoded arrives as a blank.
            phone = PhoneNumber(text.utf8.first == 0x20 ? "+" + text : text)
            guard phone != nil else { return Self.badParameter("to", "a number, such as %2B491701234567") }
        }
        var response = HTTPResponse.json(.ok, body(to: phone, after: after))
        response.fields.append(.cacheControl, "no-store")
        return request.method == .head ? response.withoutContent : response
    }

    private func body(to phone: PhoneNumber?, after cursor: Int) -> [UInt8] {
        let (messages, last) = state.withLock { ($0.messages, $0.lastID) }
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("messages")
        writer.beginArray()
        for message in messages where message.id > cursor && (phone == nil || phone == message.content.phone) {
            writer.beginObject()
            writer.key("id")
            writer.integer(message.id)
            writer.key("to")
            writer.string(message.content.phone.digits)
            writer.key("text")
            writer.string(message.content.text.exposed)
            writer.key("code")
            writer.string(message.content.code.exposed)
            writer.key("at")
            writer.string(message.at.description)
            writer.endObject()
        }
        writer.endArray()
        writer.key("cursor")
        writer.integer(last)
        writer.endObject()
        return writer.bytes
    }

    private static func badParameter(_ name: String, _ wanted: String) -> HTTPResponse {
        ProblemDetails(.malformedRequest, detail: "The parameter '\(name)' must be \(wanted).").response
    }
}
