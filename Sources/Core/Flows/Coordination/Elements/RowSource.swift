import JSON

/// The source of rows that clients read from a resource of their own, beside the state.
///
/// A ``List`` with a source has no rows in the state, however many there are: they are in no snapshot, no response to a
/// tap and no patch. Clients read them page by page while the list is on the screen, and again when the value of the
/// source changes. A screen lists its sources in ``Screen/rowSources``, and the server has a handler for each:
///
/// ```swift
/// struct Transactions: RowSource {
///     static let name = "transactions"
///     var account: String
/// }
///
/// struct AccountPage: Screen {
///     static let name = "account"
///     static let rowSources: [any RowSource.Type] = [Transactions.self]
///     static let transactionSelected = Output<AccountPage, String>("transactionSelected")
///     var account: String
///
///     var view: ScreenView {
///         List(from: Transactions(account: account), reporting: [Self.transactionSelected])
///     }
/// }
///
/// handlers.rows(from: Transactions.self) { source, request, _ in
///     let page = try await bank.transactions(of: source.account, after: request.after, limit: request.limit)
///     return RowPage(
///         page.map { Row($0.title, price: $0.amount).reports(AccountPage.transactionSelected, $0.id) },
///         next: page.isLast ? nil : page.last?.id
///     )
/// }
/// ```
///
/// The value comes from the view of a screen in the session, so a client can't ask for the rows of another account.
public protocol RowSource: Codable, Equatable, Sendable {
    /// The name in the address of the rows, unique in its application.
    static var name: String { get }
}

extension RowSource {
    /// A short text that is different for another value.
    package var version: String {
        let text = (try? JSONCoding.encode(self)).map { String(decoding: $0, as: UTF8.self) }
        return String(StableHash.of([text ?? ""]), radix: 36)
    }
}

/// The name and the version of a source, by which clients read its rows.
struct RowSourceReference: ViewPart {
    static let component = "RowSource"
    let name: String
    let version: String

    func visit(_ members: inout some Members) {
        members.value("name", name, "The last part of the address: GET /v1/sessions/{id}/screens/{key}/rows/{name}.")
        members.value("version", version, "Another text when the rows are others, and must be read again.")
    }
}

/// The part of its rows that a client asks for.
///
/// ```swift
/// RowRequest()                        // the first 50 rows
/// RowRequest(after: "t50", limit: 20)  // the 20 rows after the row with the key t50
/// ```
public struct RowRequest: Equatable, Sendable {
    /// The number of rows that a client gets unless it asks for another one.
    public static let defaultLimit = 50
    /// The largest number of rows of a page.
    public static let largestLimit = 100

    /// The place after which the page begins, or `nil` for the first page.
    ///
    /// It is the ``RowPage/next`` of the page before.
    public var after: String?
    /// The largest number of rows.
    public var limit: Int

    /// Creates a request for the first page, or for the page after a place.
    public init(after: String? = nil, limit: Int = Self.defaultLimit) {
        self.after = after
        self.limit = limit
    }
}

/// Some of the rows of a ``RowSource``, in order.
///
/// ```swift
/// RowPage(transactions.map { Row($0.title) }, next: transactions.last?.id)
/// ```
public struct RowPage: Sendable, ViewPart {
    static let component = "RowPage"
    /// The rows of the page, in order.
    public let rows: [Row]
    /// The place after which the next page begins, or `nil` if there are no further rows.
    ///
    /// It is a text of the application, such as the key of the last row, with at most 256 bytes and no control characters.
    public let next: String?

    /// Creates a page.
    public init(_ rows: [Row], next: String? = nil) {
        self.rows = rows
        self.next = next
    }

    /// The names of the outputs that the rows report.
    package var outputs: Set<String> { Set(PartContents(of: self).reports.map(\.output)) }

    func visit(_ members: inout some Members) {
        members.value("rows", Keyed(rows))
        members.value("next", next, "The address of the next page; absent at the end.")
    }
}

extension ViewElement {
    /// The list in the element with rows from the source with a name, or `nil` if there is none.
    package func list(from name: String) -> List? {
        if case .list(let list) = content, let source = list.source, type(of: source).name.hasSameBytes(as: name) {
            return list
        }
        return fallback?.list(from: name)
    }
}
