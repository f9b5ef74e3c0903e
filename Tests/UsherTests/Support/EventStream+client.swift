import EventStreams

extension EventStream {
    /// Opens a stream of a client's session, with its present token.
    convenience init(
        of client: AppClient,
        port: Int,
        after revision: String? = nil,
        preferences: String? = nil,
        hasSmallBuffers: Bool = false
    ) throws {
        try self.init(
            path: client.path,
            token: client.token,
            port: port,
            after: revision,
            preferences: preferences,
            hasSmallBuffers: hasSmallBuffers
        )
    }
}
