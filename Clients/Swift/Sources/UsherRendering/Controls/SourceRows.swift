#if canImport(Observation)
import Observation
import UsherClient

/// The rows of a list with a source, which come page by page as the user scrolls.
///
/// ```swift
/// ForEach(Array(rows.rows.enumerated()), id: \.element.key) { index, row in
///     RowView(row).task { await rows.appeared(index) }
/// }
/// .task(id: source) { await rows.show(source, on: screen) }
/// ```
@MainActor
@Observable
public final class SourceRows {
    /// The number of rows before the last one from which on the next page is asked for.
    static let margin = 10

    /// The rows that have arrived.
    public private(set) var rows: [Row] = []
    /// Whether a page is on its way.
    public private(set) var isLoading = false

    private let model: RowsModel

    /// Creates an empty list.
    public init(_ session: Session) {
        model = RowsModel(session)
    }

    /// Whether the last page did not come, so that the user has to ask again.
    public var hasFailed: Bool { model.failure != nil }
    /// Whether there are further rows.
    public var hasMore: Bool { model.hasMore }
    /// Whether it is known that there are no rows.
    public var isEmpty: Bool { rows.isEmpty && !model.hasMore && !hasFailed }

    /// Reads the first page, unless the rows of this version are there.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - screen: The key of the screen with its list.
    public func show(_ source: ListElement.Source, on screen: String) async {
        let source = RowSource(screen: screen, name: source.name, version: source.version)
        await read { await $0.show(source) }
    }

    /// Reads the next page, or repeats a read that has failed.
    public func more() async {
        guard !isLoading else { return }
        await read { await $0.more() }
    }

    /// Reads the next page when a row near the end appears.
    ///
    /// - Parameter index: The position of the row.
    public func appeared(_ index: Int) async {
        guard index >= rows.count - Self.margin, hasMore, !hasFailed else { return }
        await more()
    }

    private func read(_ ask: (RowsModel) async -> Void) async {
        isLoading = true
        await ask(model)
        rows = model.rows.enumerated().map { Row($1, index: $0) }
        isLoading = false
    }
}
#endif
