import UsherClient

/// The content of the window: an application, or a page about the session.
public enum Page: Sendable, Hashable {
    /// Nothing, because the session was closed.
    case nothing
    /// A sign that the session is on its way.
    case loading
    /// The screens of the session.
    case session(WindowLayout)
    /// A page in place of the screens.
    case status(StatusPage)
}

/// A page in place of the screens: the session is over, gone or was not started.
public struct StatusPage: Sendable, Hashable {
    /// The ways on from the page.
    public enum Action: Sendable, Hashable {
        /// Starts a new session.
        case start
        /// Continues the expired session, or starts its application again if the server has proposed that.
        case resume
        /// Sends the lost request again at once.
        case retry
    }

    /// The reasons for the page.
    public enum Reason: Sendable, Hashable {
        /// The last flow has finished.
        case ended
        /// The session has expired, or can't be restored.
        case expired
        /// The device has no access any more.
        case gone
        /// There is neither a state nor a network.
        case offline
        /// No session could be started.
        case failed
    }

    /// The reason for the page.
    public let reason: Reason
    /// The title of the page.
    public let title: String
    /// The explanation below the title.
    public let text: String
    /// The name of the symbol above the title.
    public let symbol: String
    /// The words on the button.
    public let label: String
    /// The action of the button.
    public let action: Action
}

extension StatusPage {
    /// The page for a display, or `nil` if there are screens to show.
    init?(_ display: Display, failure: SessionError?, _ words: Words) {
        switch display.phase {
        case .ended:
            self.init(.ended, words.ended, words.endedText, "checkmark", words.startAgain, .start)
        case .expired(let problem):
            let continues = problem.resumption?.continuesSession ?? false
            self.init(
                .expired,
                problem.kind == .unreadable ? words.sessionUnreadable : words.sessionExpired,
                continues ? words.sessionKept : words.sessionLost,
                "info",
                continues ? words.goOn : words.startAgain,
                .resume
            )
        case .gone:
            self.init(.gone, words.accessEnded, words.accessEndedText, "lock", words.startAgain, .start)
        case .opening, .open, .closed:
            if let failure {
                self.init(.failed, words.cannotStart, failure.text(words), "warning", words.tryAgain, .start)
            } else if display.state == nil, display.connection != .online, display.phase != .closed {
                self.init(.offline, words.offline, words.offlineText, "warning", words.tryAgain, .retry)
            } else {
                return nil
            }
        }
    }

    private init(
        _ reason: Reason,
        _ title: String,
        _ text: String,
        _ symbol: String,
        _ label: String,
        _ action: Action
    ) {
        self.reason = reason
        self.title = title
        self.text = text
        self.symbol = symbol
        self.label = label
        self.action = action
    }
}

extension SessionError {
    /// The reason in words for a user.
    fileprivate func text(_ words: Words) -> String {
        switch self {
        case .problem(let problem): problem.detail ?? problem.title
        case .lost, .notOpen, .cancelled: words.offlineText
        case .malformed: words.noState
        case .storage: words.storageFailed
        }
    }
}

/// The notice that the connection is lost, above the screens.
public struct ConnectionBanner: Sendable, Hashable {
    /// The words of the notice.
    public let text: String
    /// The words on the button for another try, or `nil` as long as one is on its way.
    public let retry: String?

    init?(_ connection: Connection, _ words: Words) {
        switch connection {
        case .online: return nil
        case .reconnecting: (text, retry) = (words.reconnecting, nil)
        case .unreachable: (text, retry) = (words.unreachable, words.tryAgain)
        }
    }
}

/// A notice about a tap that was not accepted, which the user closes.
public struct Notice: Sendable, Hashable {
    /// The words of the notice.
    public let text: String
    /// Whether something has failed, and did not only come too late.
    public let isError: Bool
}

extension Notice {
    /// The notice about an outcome, or `nil` for one that the screen itself shows.
    init?(_ outcome: Outcome, _ words: Words) {
        switch outcome {
        case .accepted, .rejected, .ignored, .replaced, .unconfirmed, .gone: return nil
        case .outdated: self.init(text: words.movedOn, isError: false)
        case .offline: self.init(text: words.needsConnection, isError: true)
        case .refused(let problem): self.init(text: words.failed(problem.detail), isError: true)
        }
    }
}

/// A question of the client before a gesture or a link discards what was entered.
public struct DiscardQuestion: Sendable, Hashable {
    /// The question in a few words.
    public let title: String
    /// The explanation of the question.
    public let text: String?
    /// The words on the button that discards.
    public let discard: String
    /// The words on the button that keeps what was entered.
    public let keep: String
    /// The tap to make if the user agrees.
    let tap: Tap
    /// The screen in front, with which the question goes away.
    let screen: String?
}
