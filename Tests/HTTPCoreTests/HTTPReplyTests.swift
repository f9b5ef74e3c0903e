import HTTPCore
import Testing
import Threads

@Suite("A reply") struct HTTPReplyTests {
    @Test("hands its response on, and a mapped one changes it on the way")
    func sent() {
        let receiver = RecordingReceiver()
        HTTPReply(to: receiver).mapped(\.withoutContent).send(.text("four"))
        #expect(receiver.response?.body == .omitted(length: 4))
        #expect(!receiver.wasDropped)
    }

    @Test("that is released without a response is reported, behind others, too")
    func dropped() {
        let receiver = RecordingReceiver()
        _ = HTTPReply(to: receiver)
        #expect(receiver.wasDropped)
        let mapped = RecordingReceiver()
        _ = HTTPReply(to: mapped).mapped { $0 }
        #expect(mapped.wasDropped)
        #expect(mapped.response == nil)
    }

    @Test("tells its handler when the request was given up, also when the handler asks afterwards")
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

    @Test("that an async caller waits for has status 500 when its handler drops it")
    func droppedForAsyncCaller() async {
        struct Forgetful: HTTPHandler {
            func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {}
        }
        #expect(await Forgetful().respond(to: HTTPRequest(target: "/")).status == .internalServerError)
    }
}

/// A receiver that keeps what it gets.
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
