package import Coordination

/// A state of a session at one revision, with everything that its document says beside the state.
package struct DocumentSource: Sendable {
    /// The application that the session runs.
    package let application: Application
    /// The id of the session, which is in the paths of the document.
    package let session: String
    /// The number of commits of the session, which is higher for a later document.
    package let generation: UInt64
    /// The number of changes of the state, which clients see.
    package let revision: UInt64
    package let state: NavigationState
    package let expiresAt: Timestamp
    /// The client, with the languages and capabilities that the document follows.
    package let client: ClientInfo
    /// The encoding of the last step, from which the properties of screens are copied, or `nil` if there is none.
    package let encoded: EncodedState?

    package init(
        application: Application,
        session: String,
        generation: UInt64,
        revision: UInt64,
        state: NavigationState,
        expiresAt: Timestamp,
        client: ClientInfo,
        encoded: EncodedState? = nil
    ) {
        self.application = application
        self.session = session
        self.generation = generation
        self.revision = revision
        self.state = state
        self.expiresAt = expiresAt
        self.client = client
        self.encoded = encoded
    }
}
