/// A user of a random walk in which several users take turns in one session.
///
/// ```swift
/// let users = ["ada", "grace"].map { login in
///     WalkUser(canaries: [login], samples: Samples().results(of: SignIn.self) { _, _ in [.account(login)] })
/// }
/// let walker = RandomWalker(application, seed: 1, users: users)
/// ```
public struct WalkUser: Sendable {
    /// Texts that belong to this user alone: the login, a telephone number.
    ///
    /// The first one is entered wherever the user may type. None of them may ever be in the state of a session that another
    /// user has taken over.
    public let canaries: [String]
    /// The results that the user's effects may have, and the payloads that the user may enter.
    ///
    /// A result that shows data shows the user's canaries.
    public let samples: Samples

    /// Creates a user with at least one canary.
    public init(canaries: [String], samples: Samples) {
        precondition(canaries.contains { !$0.isEmpty }, "A user without a canary can't be told from another.")
        self.canaries = canaries.filter { !$0.isEmpty }
        self.samples = samples
    }

    /// Returns a payload with the user's first canary in every string for which the output accepts it.
    func typing(_ payload: JSONValue, for output: any ScreenOutput) -> JSONValue {
        let text = JSONValue.string(canaries[0])
        switch payload {
        case .string: return (try? output.payload(from: text)) == nil ? payload : text
        case .object(let object):
            var typed = object
            for member in object.members {
                guard case .string = member.value else { continue }
                var candidate = typed
                candidate[member.key] = text
                if (try? output.payload(from: .object(candidate))) != nil { typed = candidate }
            }
            return .object(typed)
        default: return payload
        }
    }
}
