import Concurrency
import JSON
import Sessions
import StateAPI

/// The screens of a session as they follow, each as the messages that lead to it from the one before.
///
/// The first messages create the surface, unless the client connects again and has it.
final class A2UIStreamContent: SessionStreamContent {
    private let drawing: A2UIDrawing
    private let last = Lock<A2UIScreen?>(nil)

    init(_ drawing: A2UIDrawing) {
        self.drawing = drawing
    }

    func events(to view: SessionView, from revision: UInt64?) -> [ServerSentEvent] {
        guard revision != view.record.revision else { return [] }
        let screen = view.withCrashAttribution { drawing.screen(of: view) }
        let before = last.withLock { last in
            defer { last = screen }
            return last
        }
        var messages = A2UIMessages(view.record.id.description, drawing.version)
        if revision == nil { messages.createSurface() }
        messages.update(screen.components(since: before))
        messages.update(from: before, to: screen)
        let id = String(view.record.revision)
        // The client repeats the id when it connects again, so it must not have it before the last message.
        return messages.all.enumerated().map { index, message in
            ServerSentEvent(name: "message", id: index == messages.all.count - 1 ? id : nil, data: message.json)
        }
    }

    func lastEvent(_ reason: SessionStream.EndReason) -> ServerSentEvent {
        ServerSentEvent(name: "end", data: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
    }
}
