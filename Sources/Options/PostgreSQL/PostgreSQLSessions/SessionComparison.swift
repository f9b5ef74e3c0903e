import PostgreSQL
import Sessions

/// A query whether a session has another generation than the known one.
struct SessionComparison: Sendable {
    let id: SessionID
    let generation: UInt64

    /// Returns a transaction that answers several of these queries.
    static func transaction(_ batch: [SessionComparison]) -> Transaction {
        var parameters = Parameters()
        parameters.append(bigints: batch.indices.map { Int64($0) })
        parameters.append(texts: batch.map(\.id.description))
        parameters.append(bigints: batch.map { Int64(bitPattern: $0.generation) })
        return Transaction(.reads, SessionQueries.loadUnlessKnown, parameters)
    }

    /// Reads the results.
    ///
    /// A row that can't be read fails its own query only.
    ///
    /// - Parameters:
    ///   - count: The number of queries.
    ///   - results: The rows of the transaction.
    /// - Returns: The result of each query.
    static func updates(of count: Int, in results: [Rows]) -> [Result<SessionUpdate, StoreError>] {
        var updates = [Result<SessionUpdate, StoreError>](repeating: .success(.unchanged), count: count)
        for case let (place?, update) in results.first?.map({ ($0.integer(SessionRow.columnCount), self.update($0)) })
            ?? []
        {
            guard let place = Int(exactly: place), updates.indices.contains(place) else { continue }
            updates[place] = update
        }
        return updates
    }

    private static func update(_ row: ResultRow) -> Result<SessionUpdate, StoreError> {
        guard row.text(0) != nil else { return .success(.missing) }
        do throws(StoreError) {
            return .success(.changed(try SessionRow.session(of: row)))
        } catch {
            return .failure(error)
        }
    }
}
