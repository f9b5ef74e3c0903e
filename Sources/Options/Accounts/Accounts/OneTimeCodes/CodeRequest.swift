public import AccountFlows
public import Sessions

/// A request for a one-time code, with the identities that limits count by.
public struct CodeRequest: Sendable {
    /// The recipient's number.
    public var phone: PhoneNumber
    /// The session that requests the code, and the only one that can enter it.
    public var session: SessionID
    /// The account that requests the code, or `nil` if the user is not signed in.
    public var account: Account.ID?
    /// Whether an owner of the number requests the code: an account that has verified it, or the user of such an account who
    /// has forgotten the password, in a session or at an address that has signed in to the account before.
    public var isOwner: Bool
    /// The address of the client: an IPv4 address or the first 64 bits of an IPv6 address, or `nil` if it is unknown.
    public var clientAddress: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - phone: The recipient's number.
    ///   - session: The session that requests the code.
    ///   - account: The account that requests the code, or `nil` if the user is not signed in.
    ///   - isOwner: Whether an owner of the number requests the code.
    ///   - clientAddress: The address of the client, shortened to 64 bits if it is an IPv6 address, or `nil` if it is unknown.
    public init(
        phone: PhoneNumber,
        session: SessionID,
        account: Account.ID? = nil,
        isOwner: Bool = false,
        clientAddress: String? = nil
    ) {
        // The limits hold for a telephone, however an earlier release has stored its number.
        self.phone = phone.canonical
        self.session = session
        self.account = account
        self.isOwner = isOwner
        self.clientAddress = clientAddress
    }
}
