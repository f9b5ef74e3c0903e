import Coordination
import HTTPCore
import Locales
import Sessions

extension SessionView {
    /// The language and the rules in which the session is drawn, or `nil` for an application in one language.
    var localization: Localization? { application.localization(for: record.client) }
}

extension HTTPRequest {
    /// Returns the language that the client prefers among some (RFC 9110 section 12.5.4), or `nil` if none fits.
    func language(among languages: [String]) -> String? {
        guard let field = fields[.acceptLanguage], field.utf8.count <= 512 else { return nil }
        return LocaleFormat.language(accepting: field, of: languages)
    }

    /// Returns the locale that the client prefers among some languages, with its region.
    ///
    /// For `de-AT, de;q=0.9` and German it is `de-AT`. It is `nil` if no language fits or the field is missing.
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
