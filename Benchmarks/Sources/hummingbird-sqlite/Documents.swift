import Foundation
import Hummingbird
import PeerState

/// The documents of sessions, in Usher's format.
///
/// The texts of their screens come from two documents of Usher.
struct Documents: Sendable {
    let items: [StateResponse.Item]
    private let opened, closed: StateResponse
    private let encoder = JSONEncoder()

    init(opened: StateResponse, closed: StateResponse) {
        (self.opened, self.closed) = (opened, closed)
        items = closed.screens[closed.stack[0]]?.props.items ?? []
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    func response(_ id: String, _ state: SessionState) throws -> Response {
        let body = try encoder.encode(document(id, state))
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .contentLength: String(body.count), .eTag: "\"\(state.revision)\"",
                .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: body))
        )
    }

    private func document(_ id: String, _ state: SessionState) -> StateResponse {
        let sample = state.detail == nil ? closed : opened
        var document = sample
        document.id = id
        document.revision = state.revision
        document.expiresAt = state.expiresAt.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        document.stack = [state.list] + (state.detail.map { [$0.key] } ?? [])
        document.focus = document.stack.last
        document.screens = [:]
        for (place, key) in document.stack.enumerated() {
            document.navigation.routes[0].state?.routes[place].key = key
            guard var screen = sample.screens[sample.stack[place]] else { continue }
            for index in screen.outputs.indices {
                screen.outputs[index].href = "/v1/sessions/\(id)/screens/\(key)/outputs/\(screen.outputs[index].name)"
            }
            document.screens[key] = screen
        }
        if let detail = state.detail {
            document.link = "usher://items/item/\(detail.item)"
            document.gestures["back"] = "/v1/sessions/\(id)/back"
            document.screens[detail.key]?.show(items[detail.item])
        }
        return document
    }
}

extension StateResponse.Screen {
    fileprivate mutating func show(_ item: StateResponse.Item) {
        title = item.title
        props.item = item
        view[0].title = item.title
        view[0].subtitle = item.category
        view[0].fallback?.sections[0].rows[0].key = item.title
        view[0].fallback?.sections[0].rows[0].title = item.title
        view[0].fallback?.sections[0].rows[0].subtitle = item.category
    }
}
