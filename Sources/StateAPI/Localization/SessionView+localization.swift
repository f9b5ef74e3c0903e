import Coordination
import HTTPCore
import Locales
import Sessions

extension SessionView {
    /// The language and the rules in which the session is drawn; `nil` for an application in one language.
    var localization: Localization? { KnownLocalization.of(application, record.client) }
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
        let chosen = client.locale.flatMap { LocaleFormat.language(accepting: $0, of: application.languages) }
        let language = chosen ?? application.languages.first ?? "en"
        // A region of the client has its own rules, such as those for numbers, unless its language is another one.
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

extension HTTPRequest {
    /// Returns the language that the client prefers among some (RFC 9110 section 12.5.4); `nil` if none fits.
    func language(among languages: [String]) -> String? {
        guard let field = fields[.acceptLanguage], field.utf8.count <= 512 else { return nil }
        return LocaleFormat.language(accepting: field, of: languages)
    }

    /// Returns the locale that the client prefers among those of some languages, with its region.
    ///
    /// For `de-AT, de;q=0.9` and German it is `de-AT`. `nil` if no language fits or the field is missing.
    func locale(among languages: [String]) -> String? {
        guard let field = fields[.acceptLanguage], let language = language(among: languages) else { return nil }
        let ranges = field.split(separator: ",").map { range in
            range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        }
        let prefix = language.lowercased()
        return ranges.first { $0.lowercased() == prefix || $0.lowercased().hasPrefix("\(prefix)-") } ?? language
    }
}

extension HTTPFieldName {
    static let acceptLanguage: HTTPFieldName = "Accept-Language"
    static let contentLanguage: HTTPFieldName = "Content-Language"
}
