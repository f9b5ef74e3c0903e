import AccountFlows
import Coordination
import Cryptography
import ServiceDatabase
import Sessions

/// The credentials of sign-ups that are not complete, in the database of the services.
///
/// A request stays until it expires, also when its account was created, so an effect that runs again gets the same
/// result. A session has one request, so a client can't fill the table from few sessions.
struct SignUpTable: Sendable {
    /// The time in which a user must verify a phone.
    private static let lifetime = Duration.seconds(3_600)

    let database: ServiceDatabase
    let expired: ExpiredRows

    /// Stores the credentials of a sign-up in place of those that the session had, and returns the request's ID.
    func insert(_ login: LoginName, _ password: PasswordHash, of session: SessionID, at now: Timestamp) throws -> String
    {
        let id = Sodium.base64URL(Sodium.randomBytes(16))
        try database.write { db in
            try db.change(
                "DELETE FROM sign_up WHERE expires_at <= ? OR session = ?",
                expired.lastRemovable(at: now),
                session.description
            )
            try db.change(
                "INSERT INTO sign_up (id, session, login, password, expires_at) VALUES (?, ?, ?, ?, ?)",
                id,
                session.description,
                login,
                password.text,
                now + Self.lifetime
            )
        }
        return id
    }

    /// Creates the account of a request, and returns it again when it exists already.
    func complete(
        _ request: String,
        phone: PhoneNumber?,
        at now: Timestamp,
        key: String
    ) throws -> CreateAccount.Value {
        try database.write(once: key, at: now, expired) { db in
            let row = try db.row(
                "SELECT login, password, is_complete FROM sign_up WHERE id = ? AND expires_at > ?",
                request,
                now
            )
            guard let row, let login = try LoginName(String(decoding: row.bytes(0), as: UTF8.self)) else {
                return .expired
            }
            guard try !row.bool(2) else {
                return try AccountTable.entry(login, in: db).map { .account($0.account) } ?? .expired
            }
            let account = Account(id: login.description, phones: phone.map { [$0] } ?? [])
            let entry = AccountTable.Entry(account: account, password: PasswordHash(text: try row.text(1)))
            guard login.skeleton != DemoAccount.name?.skeleton, try AccountTable.insert(entry, for: login, in: db)
            else { return .taken }
            try db.change("UPDATE sign_up SET is_complete = 1 WHERE id = ?", request)
            return .account(account)
        }
    }
}
