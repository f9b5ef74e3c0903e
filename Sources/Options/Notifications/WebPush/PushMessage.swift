import JSON
import Sessions

/// The message that a service worker gets.
struct PushMessage {
    /// The name under which a browser shows the notification: another one with the same name takes its place.
    let tag: String
    /// The message as JSON, which fits into a request.
    let json: [UInt8]

    /// Draws a notification, with as much of its text as fits.
    init(_ notification: OutgoingNotification) {
        tag = notification.subject ?? notification.id
        var text = notification.text
        var json = Self.json(notification, text: text, tag: tag)
        while json.count > PushEncryption.messageBytes, let long = text, !long.isEmpty {
            text = String(long.prefix(long.count / 2))
            json = Self.json(notification, text: text, tag: tag)
        }
        self.json = json
    }

    private static func json(_ notification: OutgoingNotification, text: String?, tag: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("title", notification.title)
            writer.member("text", text)
            writer.member("url", "/\(notification.application)\(notification.link ?? "")")
            writer.member("tag", tag)
        }
        return writer.bytes
    }
}
