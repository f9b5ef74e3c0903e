public import Coordination

extension Application {
    /// Returns the language and the rules in which a client gets its documents.
    ///
    /// - Parameter client: The client, with its locale and its time zone.
    /// - Returns: The language of the application that fits best, with the rules of the client's region, or `nil` for
    ///   an application in one language.
    public func localization(for client: ClientInfo) -> Localization? { KnownLocalization.of(self, client) }
}

/// The localization for one application and one kind of client.
///
/// The sessions of an application have few languages, so these values are cached for all sessions.
private final class KnownLocalization: Sendable {
    private let application: Application
    private let locale, timeZone: String?
    private let value: Localization

    private init(_ application: Application, _ client: ClientInfo) {
        self.application = application
        locale = client.locale
        timeZone = client.timeZone
        let chosen = client.locale.flatMap(application.languages.language)
        let language = chosen ?? application.languages.first ?? "en"
        // A region of the client has its own rules, such as the rules for numbers, unless its language is another one.
        let locale = chosen == nil ? language : client.locale ?? language
        value = Localization(
            language,
            catalog: application.catalog,
            format: LocaleFormat(locale, timeZone: client.timeZone)
        )
    }

    private static let known = DirectMappedCache<KnownLocalization>(slots: 256)

    static func of(_ application: Application, _ client: ClientInfo) -> Localization? {
        guard application.catalog != nil else { return nil }
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(application))
        hasher.combine(client.locale)
        hasher.combine(client.timeZone)
        return known.value(
            hash: hasher.finalize(),
            where: { known in
                known.application === application && known.locale == client.locale && known.timeZone == client.timeZone
            },
            make: { KnownLocalization(application, client) }
        ).value
    }
}
