/// The numbers and sizes of the content of a store.
public struct StoreStatistics: Codable, Equatable, Sendable {
    /// The number of sessions of each application, by its name.
    public var sessions: [String: Int]
    /// The number of sessions that have expired and are only remembered.
    public var expired: Int
    /// The number of sessions with a pending effect or timer.
    public var waiting: Int
    /// The number of quarantined sessions.
    public var quarantined: Int
    /// The number of replies that are remembered by their idempotency keys.
    public var replies: Int
    /// The average size of a state in bytes.
    public var averageStateBytes: Int
    /// The size of the largest state in bytes.
    public var largestStateBytes: Int
    /// The size in bytes of the file, or of all tables of the schema with their indexes.
    public var fileBytes: Int
    /// The bytes in the file that are free for new sessions, or `nil` if the store is not a file.
    public var freeBytes: Int?
    /// The size of the log in bytes, where pages that are in the file already count until the log is truncated.
    ///
    /// It is `nil` if the store is not a file.
    public var logBytes: Int?
    /// The name of the last migration of the tables.
    public var schema: String
    /// The name and the version of the database.
    public var database: String

    /// Describes a store.
    package init(
        sessions: [String: Int],
        expired: Int,
        waiting: Int,
        quarantined: Int,
        replies: Int,
        averageStateBytes: Int,
        largestStateBytes: Int,
        fileBytes: Int,
        freeBytes: Int? = nil,
        logBytes: Int? = nil,
        schema: String,
        database: String
    ) {
        self.sessions = sessions
        self.expired = expired
        self.waiting = waiting
        self.quarantined = quarantined
        self.replies = replies
        self.averageStateBytes = averageStateBytes
        self.largestStateBytes = largestStateBytes
        self.fileBytes = fileBytes
        self.freeBytes = freeBytes
        self.logBytes = logBytes
        self.schema = schema
        self.database = database
    }
}
