/// The values that the user has typed into forms and not sent, except secrets.
///
/// A draft is kept until its form has been sent, and is there again when its screen comes back: after a restart of the
/// app, a look at other screens, a way back and in again, or the expiry of a session that goes on in another one. It is
/// dropped with its screen if the user has left it by one of its own controls, or by a gesture that discards.
struct Drafts: Sendable, Hashable, Codable {
    private struct Draft: Sendable, Hashable, Codable {
        var form: FormID
        var values: [String: JSONValue]
        var isOpen = true
        /// Whether the screen went away and the text is kept.
        var isLeft = false
    }

    private var drafts: [Draft] = []

    /// The values typed into a form.
    ///
    /// A form on a new screen gets the values of a form like it that the user has left.
    mutating func values(of form: FormID) -> [String: JSONValue]? {
        if let draft = drafts.first(where: { $0.form == form }) { return draft.values }
        guard let index = drafts.lastIndex(where: { $0.isLeft && $0.form.likeness == form.likeness }) else {
            return nil
        }
        let values = drafts.remove(at: index).values
        set(values, of: form)
        return values
    }

    /// Keeps the values of a form, or drops its draft if there are none.
    mutating func set(_ values: [String: JSONValue], of form: FormID) {
        drafts.removeAll { $0.form == form }
        if !values.isEmpty { drafts.append(Draft(form: form, values: values)) }
    }

    /// Follows the screens of a state, which a tap may have caused.
    mutating func follow(_ state: NavigationState, cause: Tap?) {
        for index in drafts.indices {
            let isOpen = state.screens[drafts[index].form.screen] != nil
            if drafts[index].isOpen != isOpen { drafts[index].isLeft = !isOpen }
            drafts[index].isOpen = isOpen
        }
        drafts.removeAll { $0.isLeft && cause?.drops($0.form.screen) == true }
    }

    /// Keeps the drafts of an expired session for forms like theirs in the session that continues it.
    mutating func handOver(from session: String, to state: NavigationState) {
        // The user was logged out by the expiry, so the text is not for the next one.
        let codes = state.screens.values.flatMap(\.messages).map(\.code)
        guard !codes.contains("session.resumedAsGuest") else { return drafts = [] }
        for index in drafts.indices {
            drafts[index].form.screen = "\(session) \(drafts[index].form.screen)"
            (drafts[index].isOpen, drafts[index].isLeft) = (false, true)
        }
    }
}

extension Tap {
    /// Whether the tap removes a draft together with its screen.
    fileprivate func drops(_ screen: String) -> Bool {
        switch action {
        case .report(_, let origin, _): origin == screen
        case .dismiss: true
        default: isConfirmed
        }
    }
}

/// A form on a screen.
public struct FormID: Sendable, Hashable, Codable {
    /// The key of the screen.
    public var screen: String
    /// The name of the screen's type and the output of the form, which are the same on another instance of the screen.
    public var likeness: String

    /// Creates the id of a form.
    ///
    /// - Parameters:
    ///   - screen: The screen with the form.
    ///   - output: The output that the form reports.
    public init(_ screen: Screen, output: String) {
        self.screen = screen.key
        likeness = "\(screen.name) \(output)"
    }
}

extension Session {
    /// The values that the user has typed into a form and not sent, by the names of the fields.
    public func draft(of form: FormID) -> [String: JSONValue]? {
        drafts.values(of: form)
    }

    /// Keeps the values of a form.
    ///
    /// Leave out the values of `secret` fields.
    ///
    /// - Parameters:
    ///   - values: By the names of the fields. Without any, the draft is dropped, as after the form was sent.
    ///   - form: The form.
    public func keepDraft(_ values: [String: JSONValue], of form: FormID) {
        drafts.set(values, of: form)
        storeSoon()
    }
}
