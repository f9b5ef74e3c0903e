import Coordination
import HTTPCore

extension HTTPRequest {
    /// Returns the language that the client prefers among some, or `nil` if none fits.
    package func language(among languages: [String]) -> String? {
        languageRanges.lazy.compactMap(languages.language).first
    }

    /// Returns the locale that the client prefers and that belongs to one of some languages.
    ///
    /// For `de-AT, de;q=0.9` and German it is `de-AT`, which has the client's region. It is `nil` if no language fits or the
    /// field is missing.
    func locale(among languages: [String]) -> String? {
        let ranges = languageRanges
        guard let language = ranges.lazy.compactMap(languages.language).first else { return nil }
        let prefix = language.lowercased()
        return ranges.first { $0.lowercased() == prefix || $0.lowercased().hasPrefix("\(prefix)-") } ?? language
    }
}

extension HTTPFieldName {
    static let contentLanguage: HTTPFieldName = "Content-Language"
}
