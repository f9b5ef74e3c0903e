package import Coordination
import Cryptography
import Sessions

// Changes that happen once for each effect, even if its handler is called again because the outcome was unknown.

extension ServiceDatabase {
    /// The time for which the results of changes are stored.
    private static let retention = Duration.seconds(24 * 3_600)

    /// Runs a body in a transaction once for a key.
    ///
    /// A later call with the same key returns the result of the first one.
    ///
    /// ```swift
    /// try database.write(once: key + "/reset", at: clock.now, expired) { db in try use(code, in: db) }
    /// ```
    ///
    /// The result is committed with the changes of the body. So after a commit in doubt, a call with the same key finds out
    /// whether it happened. Without the stored result, a handler that is called again would find that its own call has used up the
    /// code, and would reject a code that was right.
    ///
    /// - Parameters:
    ///   - key: The effect's key, with a suffix for each of several changes.
    ///   - now: The time by the clock.
    ///   - expired: The rule by which old results are removed.
    ///   - body: Changes the database. Its result must have no secret, because it is stored.
    /// - Returns: The result of the first call.
    /// - Throws: The errors of ``ServiceDatabase/write(_:)``.
    package func write<Result: Codable>(
        once key: String,
        at now: Timestamp,
        _ expired: ExpiredRows,
        _ body: (any ServiceTransaction) throws -> Result
    ) throws -> Result {
        try write { db in
            if let result: Result = try Self.result(of: key, in: db) { return result }
            let result = try body(db)
            try db.change("DELETE FROM completed_change WHERE expires_at <= ?", expired.lastRemovable(at: now))
            // If another call with this key is being committed, PostgreSQL repeats this transaction, which then finds its result.
            try db.change(
                "INSERT INTO completed_change (key, result, expires_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
                Digest(of: key).bytes,
                try JSONColumn.text([result]),
                now + Self.retention
            )
            return result
        }
    }

    /// Returns the result of a change that was made with a key, or `nil` if there was none.
    package func result<Result: Codable>(of key: String) throws -> Result? {
        try read { db in try Self.result(of: key, in: db) }
    }

    private static func result<Result: Codable>(of key: String, in db: any ServiceTransaction) throws -> Result? {
        let row = try db.row("SELECT result FROM completed_change WHERE key = ?", Digest(of: key).bytes)
        guard let row else { return nil }
        let results: [Result] = try JSONColumn.value(row.text(0))
        return results.first
    }
}

/// Runs the rest of an effect that has changed something.
///
/// After an error of the body the effect may have happened nevertheless, so it is performed again with the same key.
///
/// - Throws: ``UnfinishedEffect`` for any error of the body.
package func afterChange<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch {
        throw UnfinishedEffect(description: "\(error)")
    }
}

/// The error of an effect that has changed something and is performed again with the same key.
package struct UnfinishedEffect: EffectError, CustomStringConvertible {
    package let description: String

    package var mayHaveHappened: Bool { true }
}
