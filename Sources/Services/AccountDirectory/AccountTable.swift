import Applications

/// The table of accounts in the database of the services.
///
/// An account that an operator has disabled (``AccountControl``) is as if it did not exist, but its login stays taken.
struct AccountTable: Sendable {
    /// An account with its password hash.
    struct Entry: Sendable {
        var account: Account
        let password: PasswordHash
    }

    let database: ServiceDatabase

    /// Returns the account of a login; `nil` when there is none.
    func entry(_ login: LoginName) throws -> Entry? {
        try database.read { db in try Self.entry(login, in: db) }
    }

    /// Returns whether any account has a hash of scrypt.
    func hasScryptHashes() throws -> Bool {
        try database.read { db in
            try db.row("SELECT 1 FROM account WHERE password LIKE '$scrypt$%' LIMIT 1") != nil
        }
    }

    /// Inserts an account and returns `true`, or returns `false` when the login is taken.
    func insert(_ entry: Entry, for login: LoginName) throws -> Bool {
        try database.write { db in try Self.insert(entry, for: login, in: db) }
    }

    /// Replaces the password hash of a login, unless it is another one than expected by now.
    func replace(_ old: PasswordHash, with new: PasswordHash, of login: LoginName) throws -> Bool {
        try database.write { db in
            try db.change(
                "UPDATE account SET password = ? WHERE login = ? AND password = ?",
                new.text,
                login,
                old.text
            ) == 1
        }
    }

    /// Sets the password hash of a login and returns the account; `nil` when there is none.
    func setPassword(_ hash: PasswordHash, of login: LoginName) throws -> Account? {
        try database.write { db in try Self.setPassword(hash, of: login, in: db) }
    }

    static func setPassword(_ hash: PasswordHash, of login: LoginName, in db: any ServiceTransaction) throws -> Account?
    {
        try db.change(
            """
            UPDATE account SET password = ?
            WHERE login = ? AND login NOT IN (SELECT login FROM disabled_account)
            """,
            hash.text,
            login
        )
        return try entry(login, in: db)?.account
    }

    /// Changes the account of a login and returns the result; `nil` when there is none.
    func update(_ login: LoginName, _ change: (inout Account) -> Void) throws -> Account? {
        try database.write { db in
            guard var account = try Self.entry(login, in: db)?.account else { return nil }
            change(&account)
            try db.change("UPDATE account SET document = ? WHERE login = ?", try JSONColumn.text(account), login)
            return account
        }
    }

    static func insert(_ entry: Entry, for login: LoginName, in db: any ServiceTransaction) throws -> Bool {
        try db.change(
            "INSERT INTO account (login, document, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            login,
            try JSONColumn.text(entry.account),
            entry.password.text
        ) == 1
    }

    static func entry(_ login: LoginName, in db: any ServiceTransaction) throws -> Entry? {
        let row = try db.row(
            """
            SELECT document, password FROM account
            WHERE login = ? AND login NOT IN (SELECT login FROM disabled_account)
            """,
            login
        )
        guard let row else { return nil }
        return Entry(account: try JSONColumn.value(row.text(0)), password: PasswordHash(text: try row.text(1)))
    }
}
