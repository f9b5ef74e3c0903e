import AccountFlows
import ServiceDatabase

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

    /// Returns the account of a login, or `nil` when there is none.
    func entry(_ login: LoginName) throws -> Entry? {
        try database.read { db in try Self.entry(login, in: db) }
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

    /// Sets the password hash of a login and returns the account, or `nil` when there is none.
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

    /// Changes the account of a login and returns the result, or `nil` when there is none.
    func update(_ login: LoginName, _ change: (inout Account) -> Void) throws -> Account? {
        try database.write { db in
            guard var account = try Self.entry(login, in: db)?.account else { return nil }
            change(&account)
            try db.change("UPDATE account SET document = ? WHERE login = ?", try JSONColumn.text(account), login)
            return account
        }
    }

    /// Returns the login of the account that a typed login names, also one that is disabled.
    ///
    /// Earlier releases stored logins as they were typed, but for spaces at the ends and capitals of ASCII. An account with
    /// exactly these bytes as its login comes first, so that every user still gets the same account.
    ///
    /// - Returns: The canonical form when there is no such account, and `nil` when nothing of the text is visible.
    func name(ofTyped text: String) throws -> LoginName? {
        guard let earlier = Account.id(ofLogin: text).flatMap({ LoginName($0) }) else { return nil }
        let canonical = earlier.canonical
        let row = try database.read { db in
            try db.row(
                """
                SELECT login FROM login_form WHERE login = ? OR canonical = ?
                ORDER BY CASE WHEN login = ? THEN 0 WHEN login = canonical THEN 1 ELSE 2 END, login LIMIT 1
                """,
                earlier,
                canonical,
                earlier
            )
        }
        return LoginName(String(decoding: try row?.bytes(0) ?? canonical, as: UTF8.self))
    }

    /// Stores the forms of the logins of earlier releases, even if two of them look the same.
    func addMissingForms() throws {
        let sql = "SELECT login FROM account WHERE login NOT IN (SELECT login FROM login_form)"
        guard try database.read({ db in try db.row("\(sql) LIMIT 1") }) != nil else { return }
        try database.write { db in
            for row in try db.rows("\(sql) ORDER BY login") {
                guard let login = LoginName(String(decoding: try row.bytes(0), as: UTF8.self)) else { continue }
                guard try !Self.insertForm(of: login, in: db) else { continue }
                try db.change(
                    "INSERT INTO login_form (login, canonical) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    login,
                    login.canonical
                )
            }
        }
    }

    /// Stores the forms of a login and returns `true`, or returns `false` if there is an account with a login that looks the
    /// same.
    private static func insertForm(of login: LoginName, in db: any ServiceTransaction) throws -> Bool {
        try db.change(
            "INSERT INTO login_form (login, canonical, skeleton) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            login,
            login.canonical,
            login.skeleton
        ) == 1
    }

    /// Inserts an account and returns `true`, or returns `false` when there is one with the same login or one that looks the
    /// same.
    static func insert(_ entry: Entry, for login: LoginName, in db: any ServiceTransaction) throws -> Bool {
        guard try insertForm(of: login, in: db) else { return false }
        return try db.change(
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
