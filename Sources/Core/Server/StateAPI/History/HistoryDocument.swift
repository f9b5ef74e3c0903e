package import Coordination
package import Documents
package import JSON
package import Sessions

/// A page of a session's history as clients see it: the latest transitions, with a patch for each.
package struct HistoryDocument {
    private let history: SessionHistory
    private let page: HistoryPage
    private let renderer: StateRenderer
    private let session: Session
    private let showsPlaces: Bool

    /// Describes a page of the history of a session.
    ///
    /// With `showsPlaces`, an entry has the screen in focus after it, with the flows that run each other down to it.
    package init(
        _ history: SessionHistory,
        of session: Session,
        _ page: HistoryPage,
        _ renderer: StateRenderer,
        showsPlaces: Bool = false
    ) {
        self.showsPlaces = showsPlaces
        self.history = history
        self.session = session
        self.page = page
        self.renderer = renderer
    }

    /// Makes the document.
    ///
    /// The states of the page are restored one after another, so it takes milliseconds for each entry.
    ///
    /// - Parameters:
    ///   - byteLimit: The size from which on no further entry is added. A client gets the rest with `before`.
    ///   - isCancelled: Returns whether the client has gone, so that the rest is not worth the time.
    /// - Returns: The bytes of the document, or `nil` if the client has gone.
    package func json(upTo byteLimit: Int = .max, unless isCancelled: () -> Bool) -> [UInt8]? {
        let records = history.records.filter { [page] record in page.before.map { record.revision < $0 } ?? true }
            .prefix(page.limit)
        var after: Drawn?
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.member("id", session.id.description)
        writer.member("app", session.application.name)
        writer.member("client", object: { session.view.record.client.writeMembers(to: &$0) })
        writer.key("entries")
        writer.beginArray()
        for record in records where writer.count < byteLimit {
            guard !isCancelled() else { return nil }
            if after?.view.record.revision != record.revision { after = drawn(record.revision) }
            let before = record.revision > 1 ? drawn(record.revision - 1) : nil
            writer.beginObject()
            writer.key("revision")
            writer.integer(Int64(clamping: record.revision))
            writer.key("at")
            record.at.write(to: &writer)
            writer.rawMembers(Array(record.details.dropFirst().dropLast()))
            writer.key("patch")
            if let patch = Self.patch(to: after, from: before) { writer.raw(patch) } else { writer.null() }
            if showsPlaces, let place = after?.view.record.state.place { place.write(to: &writer) }
            writer.endObject()
            after = before
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// A state of the history with its document.
    private struct Drawn {
        let view: SessionView
        let document: JSONValue
    }

    private func drawn(_ revision: UInt64) -> Drawn? {
        history.view(at: revision).map { Drawn(view: $0, document: renderer.concealed($0)) }
    }

    /// Returns the patch of a transition, which has the whole document for a start, or `nil` if the patch is not known.
    private static func patch(to after: Drawn?, from before: Drawn?) -> [UInt8]? {
        guard let after else { return nil }
        if let before { return JSONDifference(from: before.document, to: after.document).operations.json }
        guard after.view.record.revision == 1 else { return nil }
        var writer = JSONWriter()
        writer.value(after.document)
        return [PatchOperation(kind: .add, path: "", value: writer.finish()[...])].json
    }
}

extension ApplicationMap.Place {
    /// Writes the member `place`, with names from the application's map.
    package func write(to writer: inout JSONWriter) {
        writer.member(
            "place",
            object: { writer in
                writer.member("flows", array: flows) { $1.string($0) }
                writer.member("screen", screen)
            }
        )
    }
}

extension ClientInfo {
    /// Writes the members that the client has sent.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("platform", platform)
        writer.member("version", version)
        writer.member("locale", locale)
        writer.member("timeZone", timeZone)
        writer.member("view", view)
    }
}
