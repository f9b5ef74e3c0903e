import PostgreSQL

/// The queries of the store, apart from the queries of commits.
enum SessionQueries {
    static let load = PreparedQuery("load", "SELECT \(SessionRow.columns) FROM session WHERE id = $1::text")

    /// Loads the sessions in a list that have another generation than the known one, each with its place in the list.
    ///
    /// The row of a session that does not exist has only the place.
    static let loadUnlessKnown = PreparedQuery(
        "load_unless_known",
        """
        SELECT \(SessionRow.columns), place
        FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS input (place, wanted, known)
        LEFT JOIN session ON session.id = wanted
        WHERE session.id IS NULL OR generation <> known OR quarantine_reason IS NOT NULL
        """
    )

    static let loadCreated = PreparedQuery(
        "load_created",
        """
        SELECT \(SessionRow.columns) FROM session WHERE creation_key = $1::bytea
        ORDER BY created_at DESC, id DESC LIMIT 1
        """
    )

    static let history = PreparedQuery(
        "history",
        """
        SELECT revision, is_whole::int::bigint, record FROM history WHERE session = $1::text ORDER BY revision DESC
        """
    )

    static let removeSession = PreparedQuery("remove_session", "DELETE FROM session WHERE id = $1::text")

    static let findExpired = PreparedQuery(
        "find_expired",
        """
        SELECT id FROM session WHERE expiry_minute <= $1::bigint AND expires_at < $2::bigint
        ORDER BY expiry_minute, expires_at LIMIT $3::bigint
        """
    )

    /// Removes the sessions in a list that are still expired.
    static let removeExpired = PreparedQuery(
        "remove_expired",
        "DELETE FROM session WHERE id = ANY ($1::text[]) AND expires_at < $2::bigint"
    )

    static let findUntouched = PreparedQuery(
        "find_untouched",
        "SELECT id FROM session WHERE untouched_since IS NOT NULL ORDER BY untouched_since, id LIMIT $1::bigint"
    )

    /// Removes the sessions in a list that are still untouched.
    static let removeUntouched = PreparedQuery(
        "remove_untouched",
        "DELETE FROM session WHERE id = ANY ($1::text[]) AND untouched_since IS NOT NULL"
    )

    /// Removes the replies of sessions that were removed before in the same transaction.
    ///
    /// The transaction holds their rows locked, so no commit adds a reply in between.
    static let removeReplies = PreparedQuery(
        "remove_replies",
        """
        DELETE FROM reply WHERE session = ANY ($1::text[])
            AND NOT EXISTS (SELECT FROM session WHERE session.id = reply.session)
        """
    )

    /// Removes the histories of sessions that were removed before in the same transaction.
    static let removeHistories = PreparedQuery(
        "remove_histories",
        """
        DELETE FROM history WHERE session = ANY ($1::text[])
            AND NOT EXISTS (SELECT FROM session WHERE session.id = history.session)
        """
    )

    /// Removes the effects and timers of sessions that were removed or quarantined before in the same transaction.
    static let removeWork = PreparedQuery(
        "remove_work",
        """
        DELETE FROM work WHERE session = ANY ($1::text[])
            AND NOT EXISTS (SELECT FROM session WHERE session.id = work.session AND quarantine_reason IS NULL)
        """
    )

    static let due = PreparedQuery(
        "due",
        """
        SELECT due_at, id FROM session
        WHERE due_at IS NOT NULL AND (due_at, id) > ($1::bigint, $2::text) AND quarantine_reason IS NULL
            AND expires_at > $3::bigint
        ORDER BY due_at, id LIMIT $4::bigint
        """
    )

    static let ofAccount = PreparedQuery(
        "of_account",
        """
        SELECT \(SessionRow.columns) FROM session
        WHERE account = $1::text AND expires_at > $2::bigint AND quarantine_reason IS NULL
        ORDER BY created_at DESC, id DESC LIMIT $3::bigint
        """
    )

    /// Counts all sessions and the sessions with an account, and finds the minute of the first expiry.
    ///
    /// Counting ten million rows takes seconds. From a hundred thousand on, the numbers are the estimates that autovacuum found
    /// last (https://www.postgresql.org/docs/15/catalog-pg-class.html).
    static let tally = PreparedQuery(
        "tally",
        """
        WITH estimates AS (
            SELECT \(estimate(of: "session")) AS sessions, \(estimate(of: "session_by_account")) AS accounts
        )
        SELECT CASE WHEN sessions < 100000 THEN (SELECT count(*) FROM session) ELSE sessions END,
            CASE WHEN accounts < 100000 THEN (SELECT count(*) FROM session WHERE account IS NOT NULL) ELSE accounts END,
            (SELECT min(expiry_minute) FROM session)
        FROM estimates
        """
    )

    /// Returns the sum of the estimates for the partitions of a table or an index, or for the table or index itself if it has
    /// none.
    ///
    /// A partition without an estimate counts as empty.
    private static func estimate(of name: String) -> String {
        """
        (
            SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint FROM pg_class
            WHERE relkind IN ('r', 'i') AND (
                oid = '\(name)'::regclass OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '\(name)'::regclass)
            )
        )
        """
    }

    static let quarantine = PreparedQuery(
        "quarantine",
        """
        UPDATE session SET quarantine_reason = $2::text WHERE id = $1::text AND quarantine_reason IS NULL
        """
    )

    static let recordCrash = PreparedQuery(
        "record_crash",
        "UPDATE session SET crashes = crashes + 1 WHERE id = $1::text RETURNING crashes"
    )

    /// Ends the quarantine of a session, which returns its row.
    static let release = """
        UPDATE session SET quarantine_reason = NULL, crashes = 0
        WHERE id = $1::text AND quarantine_reason IS NOT NULL RETURNING \(SessionRow.columns)
        """

    /// Adds effects and timers, which belong to no server, so the first that claims them runs them.
    static let insertWork = """
        INSERT INTO work (session, key, due_at) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
        ON CONFLICT (session, key) DO NOTHING
        """

    static let publish = PreparedQuery(
        "publish",
        """
        INSERT INTO topic (name, key, publisher, value, expires_at)
        VALUES ($1::text, $2::text, $3::text, $4::bytea, $5::bigint)
        ON CONFLICT (name, key, publisher) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
        """
    )

    static let removePublication = PreparedQuery(
        "remove_publication",
        "DELETE FROM topic WHERE name = $1::text AND key = $2::text AND publisher = $3::text"
    )

    static let publications = PreparedQuery(
        "publications",
        """
        SELECT publisher, value, expires_at FROM topic
        WHERE name = $1::text AND key = $2::text AND expires_at > $3::bigint
        """
    )

    static let removeExpiredPublications = PreparedQuery(
        "remove_publications",
        "DELETE FROM topic WHERE expires_at < $1::bigint"
    )

    static let probe = PreparedQuery("probe", "UPDATE probe SET number = number + 1")
}
