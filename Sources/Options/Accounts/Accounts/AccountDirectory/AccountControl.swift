public import AccountFlows
public import Coordination
public import ServiceDatabase

/// The means of an operator to disable an account and to end its sessions, also while a server uses the database.
///
/// ```swift
/// let control = try AccountControl(joining: database)
/// try control.disable("ann", at: now)  // true
/// ```
///
/// A disabled account can neither be signed in to nor recovered, like one that does not exist, but its data and its login stay.
/// Sessions belong to the server, so their end is requested in the database, where the server finds the request.
public struct AccountControl: Sendable {
    /// The time for which new sessions of a disabled account are ended, too: a sign-in may have been in progress.
    private static let ending = Duration.seconds(60)

    /// The database with the accounts.
    public let database: ServiceDatabase

    /// Uses the database of a server, which may be running, for a command.
    ///
    /// - Parameter database: A database that was joined (``ServiceDatabase/ServiceDatabase/joining(path:)``).
    /// - Throws: ``AccountControlError`` if it has no accounts of this release, and the error of the database if it can't be read.
    public init(joining database: ServiceDatabase) throws {
        self.database = database
        guard try database.has(.accounts) else {
            throw AccountControlError(
                description:
                    "It has no accounts of this release; start the server of this release once, and repeat the command."
            )
        }
    }

    /// Uses the database of this server.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// Returns the ID of the account that a login names.
    ///
    /// An account with exactly these bytes as its login comes first, so that each of two accounts that look the same can be
    /// named. Otherwise the login names an account in every spelling with which its user can sign in.
    ///
    /// - Parameter login: The login as an operator typed it.
    /// - Returns: The ID, or `nil` if there is no such account.
    /// - Throws: `DatabaseError`.
    public func account(ofLogin login: String) throws -> Account.ID? {
        let accounts = AccountTable(database: database)
        for name in [LoginName(login), try accounts.name(ofTyped: login)] {
            guard let name else { continue }
            let row = try database.read { db in try db.row("SELECT 1 FROM account WHERE login = ?", name) }
            if row != nil { return name.description }
        }
        return nil
    }

    /// Disables an account, unless it is disabled already, and requests the end of its sessions.
    ///
    /// - Parameters:
    ///   - login: The login of the account.
    ///   - now: The present time.
    /// - Returns: Whether there is such an account.
    /// - Throws: `DatabaseError`. Nothing has changed then.
    public func disable(_ login: String, at now: Timestamp) throws -> Bool {
        try change(login) { name, db in
            try db.change("INSERT INTO disabled_account (login) VALUES (?) ON CONFLICT DO NOTHING", name)
            try Self.request(name, until: now + Self.ending, db)
        }
    }

    /// Lets the user of an account sign in again, if the account was disabled.
    ///
    /// - Parameter login: The login of the account.
    /// - Returns: Whether there is such an account.
    /// - Throws: `DatabaseError`. Nothing has changed then.
    public func enable(_ login: String) throws -> Bool {
        try change(login) { name, db in
            try db.change("DELETE FROM disabled_account WHERE login = ?", name)
            try db.change("DELETE FROM session_end WHERE login = ?", name)
        }
    }

    /// Requests the end of all sessions of an account.
    ///
    /// - Parameters:
    ///   - login: The login of the account.
    ///   - now: The present time.
    /// - Returns: Whether there is such an account.
    /// - Throws: `DatabaseError`. Nothing has changed then.
    public func endSessions(of login: String, at now: Timestamp) throws -> Bool {
        try change(login) { name, db in try Self.request(name, until: now, db) }
    }

    /// Returns the accounts with sessions that the server must end now.
    ///
    /// - Throws: `DatabaseError`.
    public func requestedEnds() throws -> [Account.ID] {
        try database.read { db in
            try db.rows("SELECT login FROM session_end ORDER BY login").map {
                String(decoding: try $0.bytes(0), as: UTF8.self)
            }
        }
    }

    /// Removes the request for an account once the server has ended its sessions, unless the request lasts longer.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - begin: The time at which the server began to end them.
    /// - Throws: `DatabaseError`. The server ends the sessions once more then.
    public func ended(_ account: Account.ID, from begin: Timestamp) throws {
        try database.write { db in
            try db.change("DELETE FROM session_end WHERE login = ? AND until <= ?", Array(account.utf8), begin)
        }
    }

    private func change(_ login: String, _ body: (LoginName, any ServiceTransaction) throws -> Void) throws -> Bool {
        guard let name = try account(ofLogin: login).flatMap({ LoginName($0) }) else { return false }
        return try database.write { db in
            guard try db.row("SELECT 1 FROM account WHERE login = ?", name) != nil else { return false }
            try body(name, db)
            return true
        }
    }

    private static func request(_ name: LoginName, until time: Timestamp, _ db: any ServiceTransaction) throws {
        try db.change(
            """
            INSERT INTO session_end (login, until) VALUES (?, ?)
            ON CONFLICT (login) DO UPDATE SET until = excluded.until WHERE session_end.until < excluded.until
            """,
            name,
            time
        )
    }
}

/// An error of ``AccountControl``.
public struct AccountControlError: Error, CustomStringConvertible {
    /// A sentence for the operator.
    public let description: String
}
