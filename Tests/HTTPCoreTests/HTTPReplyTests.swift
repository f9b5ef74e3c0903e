import Concurrency
import HTTPCore
import Testing

@Suite("A reply") struct HTTPReplyTests {
    @Test("a reply forwards its response, and a mapped one changes it before")
    func sent() {
        let receiver = RecordingReceiver()
        HTTPReply(to: receiver).mapped(\.withoutContent).send(.text("four"))
        #expect(receiver.response?.body == .omitted(length: 4))
        #expect(!receiver.wasDropped)
    }

    @Test("a reply released without a response is reported, also when it is mapped")
    func dropped() {
        let receiver = RecordingReceiver()
        _ = HTTPReply(to: receiver)
        #expect(receiver.wasDropped)
        let mapped = RecordingReceiver()
        _ = HTTPReply(to: mapped).mapped { $0 }
        #expect(mapped.wasDropped)
        #expect(mapped.response == nil)
    }

    @Test("a handler is cancelled with its request, also when it checks later")
    func cancelled() async {
        let calls = Lock(0)
        let handler = ClosureHandler { _ in
            while !Task.isCancelled { await Task.yield() }
            calls.withLock { $0 += 1 }
            return .text("too late")
        }
        let task = Task { await handler.respond(to: HTTPRequest(target: "/")) }
        task.cancel()
        _ = await task.value
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("an async caller gets status 500 when the handler drops its reply")
    func droppedForAsyncCaller() async {
        struct Forgetful: HTTPHandler {
            func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {}
        }
        #expect(await Forgetful().respond(to: HTTPRequest(target: "/")).status == .internalServerError)
    }
}

/// A receiver that stores its response.
final class RecordingReceiver: HTTPReplyReceiver {
    private struct State {
        var response: HTTPResponse?
        var wasDropped = false
    }

    private let state = Lock(State())

    var response: HTTPResponse? { state.withLock { $0.response } }
    var wasDropped: Bool { state.withLock { $0.wasDropped } }
    var queue: any WorkQueue { InlineQueue.shared }
    var isCancelled: Bool { false }
    func receive(_ response: HTTPResponse) { state.withLock { $0.response = response } }
    func onCancel(_ action: @escaping @Sendable () -> Void) {}
    func replyWasDropped() { state.withLock { $0.wasDropped = true } }
}
