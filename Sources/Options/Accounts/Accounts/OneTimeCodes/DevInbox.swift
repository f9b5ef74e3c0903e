import AccountFlows
import Concurrency
import Coordination
import DequeModule
public import HTTPCore
import JSON
public import Sessions

/// A code sender for development that stores the latest messages and serves them at `GET /dev/inbox`.
///
/// ```text
/// GET /dev/inbox?to=%2B491701234567&after=3
/// {"messages":[{"id":4,"to":"+491701234567","text":"123456 is your verification code. …","code":"123456",
///               "at":"2026-11-21T09:30:00Z"}],"cursor":4}
/// ```
///
/// Messages are in order of arrival, newest last. `to` selects the messages to one number, and `after` those after a
/// cursor. The `cursor` of a response is the `after` of the next request.
///
/// For development only: any client that can reach the inbox can verify any number.
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

    /// Creates an empty inbox.
    ///
    /// - Parameters:
    ///   - clock: The clock for the times of the messages.
    ///   - capacity: The number of messages to store, at least 1. The oldest are removed first.
    public init(clock: any WallClock, capacity: Int = 100) {
        self.clock = clock
        self.capacity = max(1, capacity)
    }

    /// Adds a message to the inbox.
    public func send(_ message: CodeMessage, key: String) async {
        let now = clock.now
        state.withLock { state in
            state.lastID += 1
            if state.messages.count >= capacity { state.messages.removeFirst() }
            state.messages.append(Message(id: state.lastID, content: message, at: now))
        }
    }

    /// Responds with the messages.
    ///
    /// The status is 200, or 400 for an invalid parameter, or 405 for methods other than `GET` and `HEAD`.
    ///
    /// - Parameters:
    ///   - request: `GET` or `HEAD` of any path, optionally with `to` and `after`.
    ///   - reply: The reply, which gets the response before this call returns.
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
            // Query decoding turns a plus sign that was not percent-encoded into a space.
            phone = PhoneNumber(text.utf8.first == 0x20 ? "+" + text : text)
            guard phone != nil else { return Self.badParameter("to", "a number, such as %2B491701234567") }
        }
        var response = list(to: phone, after: after)
        response.fields.append(.cacheControl, "no-store")
        return response
    }

    private func list(to phone: PhoneNumber?, after cursor: Int) -> HTTPResponse {
        let (messages, last) = state.withLock { ($0.messages, $0.lastID) }
        let new = messages.filter { $0.id > cursor && (phone == nil || phone == $0.content.phone) }
        return .json(.ok) { writer in
            writer.member("messages", array: Array(new)) { message, writer in
                writer.object { writer in
                    writer.member("id", message.id)
                    writer.member("to", message.content.phone.digits)
                    writer.member("text", message.content.text.exposed)
                    writer.member("code", message.content.code.exposed)
                    writer.member("at", message.at.description)
                }
            }
            writer.member("cursor", last)
        }
    }

    private static func badParameter(_ name: String, _ wanted: String) -> HTTPResponse {
        ProblemDetails(.malformedRequest, detail: "The parameter '\(name)' must be \(wanted).").response
    }
}
