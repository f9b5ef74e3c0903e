import PostgreSQL
import Sessions

extension StorePromises {
    /// Reads what the settings of a database server guarantee; blocks.
    ///
    /// A commit is on a second machine if the server waits for a standby that has synced it
    /// (https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT). Engines that replicate by
    /// themselves have none of these settings, and it stays unknown here.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``.
    init(of connection: Connection) throws(DatabaseError) {
        let settings = try connection.query(
            """
            SELECT coalesce(current_setting('fsync', true), 'on'),
                coalesce(current_setting('synchronous_standby_names', true), ''),
                current_setting('synchronous_commit')
            """
        ).first
        let waitsForStandby =
            settings?.text(1)?.isEmpty == false && ["on", "remote_apply"].contains(settings?.text(2))
        self.init(
            durability: settings?.text(0) == "off" ? .process : waitsForStandby ? .replicated : .disk,
            sharing: Self.sharing(of: connection)
        )
    }

    /// Some engines that speak the protocol of PostgreSQL have no `LISTEN`.
    private static func sharing(of connection: Connection) -> Sharing {
        (try? connection.execute("LISTEN usher; UNLISTEN usher")) == nil ? .polling : .hints
    }
}
