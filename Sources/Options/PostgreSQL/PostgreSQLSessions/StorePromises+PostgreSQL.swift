import PostgreSQL
import Sessions

extension StorePromises {
    /// Reads the settings that determine the durability, which ``durability(in:)`` takes.
    ///
    /// Engines that replicate by themselves have neither of the first two.
    static let settings = PreparedQuery(
        "settings",
        """
        SELECT coalesce(current_setting('fsync', true), 'on'),
            coalesce(current_setting('synchronous_standby_names', true), ''),
            current_setting('synchronous_commit')
        """
    )

    /// Returns what the settings of a database server guarantee.
    ///
    /// A commit is on a second machine if the server waits for a standby that has synced it
    /// (https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT). It is unknown here whether an
    /// engine that replicates by itself does.
    static func durability(in settings: Rows) -> Durability {
        guard let row = settings.first, row.text(0) != "off" else { return .process }
        let waitsForStandby = row.text(1)?.isEmpty == false && ["on", "remote_apply"].contains(row.text(2))
        return waitsForStandby ? .replicated : .disk
    }
}

extension Connection {
    /// Whether the engine has `LISTEN`, which some engines that speak the protocol of PostgreSQL lack.
    ///
    /// Reading it blocks.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError`` if the connection is lost.
    func hasListen() throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            try execute("LISTEN usher; UNLISTEN usher")
            return true
        } catch {
            guard case .rejected = error.kind else { throw error }
            return false
        }
    }
}
