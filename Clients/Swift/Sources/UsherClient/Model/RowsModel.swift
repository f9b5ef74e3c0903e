#if canImport(Observation)
import Observation

/// The rows of a list with a source, page by page, for views.
///
/// ```swift
/// List {
///     ForEach(rows.rows, id: \.self) { row in RowView(row) }
///     if rows.hasMore { ProgressView().task { await rows.more() } }
/// }
/// .task(id: source) { await rows.show(source) }
/// ```
@MainActor
@Observable
public final class RowsModel {
    /// The rows that have arrived.
    ///
    /// The rows of an earlier version stay until the first rows of a new version come.
    public private(set) var rows: [JSONValue] = []
    /// Whether there are further rows.
    public private(set) var hasMore = true
    /// The reason why the last page did not come.
    public private(set) var failure: SessionError?

    @ObservationIgnored private let session: Session
    @ObservationIgnored private var source: RowSource?
    @ObservationIgnored private var next: String?

    /// Creates an empty list.
    public init(_ session: Session) {
        self.session = session
    }

    /// Reads the first page of a source, unless its rows of this version are there.
    public func show(_ source: RowSource) async {
        guard source != self.source || failure != nil else { return }
        if source.screen != self.source?.screen || source.name != self.source?.name { rows = [] }
        self.source = source
        await take(source, after: []) { [session] () async throws(SessionError) in
            try await session.rows(of: source)
        }
    }

    /// Reads the next page.
    ///
    /// If a page has failed, reads it again.
    public func more() async {
        guard let source, hasMore else { return }
        guard let next else { return await show(source) }
        let before = rows
        await take(source, after: before) { [session] () async throws(SessionError) in
            try await session.rows(at: next)
        }
    }

    private func take(
        _ source: RowSource,
        after before: [JSONValue],
        _ read: () async throws(SessionError) -> RowPage
    ) async {
        do throws(SessionError) {
            let page = try await read()
            // Another version may have been asked for meanwhile.
            guard source == self.source else { return }
            rows = before + page.rows
            next = page.next
            hasMore = page.next != nil
            failure = nil
        } catch {
            if source == self.source { failure = error }
        }
    }
}
#endif
