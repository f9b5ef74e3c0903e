import AccountFlows
import ServiceDatabase

/// The demonstration account of `--dev`, which has a public password.
///
/// It is in memory only, so that it ends with the process. Its login can't be registered: the data of an account is stored
/// under its ID, so a user with this login would find the data of the demonstration.
enum DemoAccount {
    /// The login, which is also the account's ID.
    static let login = "demo"
    /// The password, which is public.
    static let password = "demo-password"
    /// The verified number.
    static let phone = "+491701234567"

    /// The normalized login.
    static let name = LoginName(login)

    /// Makes a table with this account only, in a database in memory.
    static func table(_ hasher: PasswordHasher) throws -> AccountTable {
        let database = try ServiceDatabase.inMemory()
        try database.create(.accounts)
        let table = AccountTable(database: database)
        let account = Account(id: login, phones: PhoneNumber(phone).map { [$0] } ?? [])
        if let name { _ = try table.insert(.init(account: account, password: hasher.hash(password)), for: name) }
        return table
    }
}
