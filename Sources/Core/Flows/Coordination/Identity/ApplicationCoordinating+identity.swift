extension BaseCoordinator {
    /// The user that the session belongs to, or `nil` for a guest.
    public final var identity: Identity? { router.state.identity }

    /// Gives the session a new credential in the commit of this step, and makes the previous one invalid.
    ///
    /// Call it while an event of the client is handled, because the response to the client contains the new credential. A step
    /// for the outcome of an effect or for a timer leaves the credential as it is. A request with a secret, such as a password
    /// or a code, gets a new credential without a call, and so does one that leads to ``ApplicationCoordinating/signOut()``.
    public func renewCredential() {
        router.renewCredential()
    }
}

extension ApplicationCoordinating {
    /// Makes the session belong to a user who has signed in.
    ///
    /// A guest's tree stays as it is, so a guest can sign in during a checkout. If another user was signed in, everything that
    /// belongs to that user is dropped as in ``signOut()``, except that no flow is started, so run one afterwards.
    ///
    /// ```swift
    /// private func authorized(_ account: Account) {
    ///     signIn(as: Identity(account: account.id))
    ///     state.account = account
    ///     start()
    /// }
    /// ```
    ///
    /// The request with the password or the code has given the session a new credential before, so
    /// ``BaseCoordinator/renewCredential()`` need not be called.
    public func signIn(as identity: Identity) {
        guard identity != self.identity else { return }
        if self.identity != nil { dropPersonalState() }
        router.setIdentity(identity)
    }

    /// Makes the session belong to a guest, and starts the application again.
    ///
    /// Everything in the tree belongs to the user and is dropped: flows, screens, modals, timers and postponed outputs. The
    /// state of the application coordinator becomes the initial one of a session, except for the parts that its wiring declares
    /// with ``Wire/keeps(_:)``. Effects that are still pending are performed, because an order that was placed stays placed,
    /// but no flow gets their outcomes. Then ``Coordinating/start()`` is called.
    ///
    /// A request that leads to it gives the session a new credential in the same commit.
    public func signOut() {
        dropPersonalState()
        router.setIdentity(nil)
        router.start(self)
    }

    private func dropPersonalState() {
        router.dropPersonalState()
        erasedState = router.application.stateWithoutUser(keeping: state)
    }
}

extension Application {
    /// Returns the initial state of the application coordinator with the parts of another state that have no user.
    fileprivate func stateWithoutUser(keeping state: any CoordinatorState) -> any CoordinatorState {
        root.keptParts.reduce(into: initialState) { initial, copy in copy(state, &initial) }
    }
}
