import Coordination
import JSON
import Sessions

/// A page of a session's history as clients see it: the latest transitions, with a patch for each.
struct HistoryDocument {
    private let history: SessionHistory
    private let page: HistoryPage
    private let documents: DocumentCache
    private let session: Session
    private let showsPlaces: Bool

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - session: Its session.
    ///   - page: The part of it.
    ///   - documents: The cache of documents.
    ///   - showsPlaces: Whether an entry has the screen in focus after it, with the flows that run each other down to it.
    init(
        _ history: SessionHistory,
        of session: Session,
        _ page: HistoryPage,
        _ documents: DocumentCache,
        showsPlaces: Bool = false
    ) {
        self.showsPlaces = showsPlaces
        self.history = history
        self.session = session
        self.page = page
        self.documents = documents
    }

    /// The bytes of the document; restores the states of the page, so it takes milliseconds.
    var json: [UInt8] {
        let records = history.records.lazy.filter { [page] record in page.before.map { record.revision < $0 } ?? true }
            .prefix(page.limit)
        let revisions = Set(records.flatMap { [$0.revision - 1, $0.revision] })
        let views = history.views(at: revisions)
        let states = views.mapValues { StateDocument($0, documents).concealed }
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.member("id", session.id.description)
        writer.member("app", session.application.name)
        writer.member("client", object: { session.view.record.client.writeMembers(to: &$0) })
        writer.key("entries")
        writer.beginArray()
        for record in records {
            writer.beginObject()
            writer.key("revision")
            writer.integer(Int64(clamping: record.revision))
            writer.key("at")
            record.at.write(to: &writer)
            writer.rawMembers(Array(record.details.dropFirst().dropLast()))
            writer.key("patch")
            if let patch = Self.patch(to: record, states) { writer.raw(patch) } else { writer.null() }
            if showsPlaces, let place = views[record.revision]?.record.state.place { place.write(to: &writer) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// Returns the patch of a transition; that of a start has the whole document, and `nil` stands for one that is not known.
    private static func patch(to record: HistoryRecord, _ states: [UInt64: JSONValue]) -> [UInt8]? {
        guard let state = states[record.revision] else { return nil }
        if let last = states[record.revision - 1] { return JSONDifference(from: last, to: state).operations.json }
        guard record.revision == 1 else { return nil }
        var writer = JSONWriter()
        writer.value(state)
        return [PatchOperation(kind: .add, path: "", value: writer.finish()[...])].json
    }
}

extension ApplicationMap.Place {
    /// Writes the member `place`, whose names are those of the application's map.
    func write(to writer: inout JSONWriter) {
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
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("platform", platform)
        writer.member("version", version)
        writer.member("locale", locale)
        writer.member("timeZone", timeZone)
        writer.member("view", view)
    }
}
