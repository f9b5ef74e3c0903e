import UsherClient

/// A text that screen readers read without a movement of the focus.
public struct Announcement: Sendable, Hashable {
    /// The words to read.
    public let text: String
    /// Whether it interrupts what is being read.
    public let isUrgent: Bool
}

/// Finds the changes that a screen reader has to be told: messages, errors, the results of a search, and the connection.
///
/// A new screen is none of them, because the system reads its title by itself.
struct Announcements: Sendable {
    private var focus: String?
    private var messages: [Message] = []
    private var results: Int?
    private var connection = Connection.online

    /// The announcements of a display that follows the one before.
    mutating func next(_ content: ScreenContent?, _ connection: Connection, _ words: Words) -> [Announcement] {
        var announcements: [Announcement] = []
        if connection != self.connection {
            let text =
                switch connection {
                case .online: words.connected
                case .reconnecting: words.reconnecting
                case .unreachable: words.unreachable
                }
            // A short loss is over before it is read.
            if connection == .unreachable || self.connection == .unreachable {
                announcements.append(Announcement(text: text, isUrgent: connection == .unreachable))
            }
            self.connection = connection
        }
        guard let content else { return announcements }
        let isSame = content.screen.key == focus
        let known = isSame ? Set(messages) : []
        let new = content.screen.messages.filter { !known.contains($0) }
        announcements += (new.filter(\.asksOfUser) + new.filter { !$0.asksOfUser }).map {
            Announcement(text: $0.text, isUrgent: $0.asksOfUser)
        }
        if isSame, let count = content.results, count != results {
            announcements.append(Announcement(text: words.results(count), isUrgent: false))
        }
        (focus, messages, results) = (content.screen.key, content.screen.messages, content.results)
        return announcements
    }
}
