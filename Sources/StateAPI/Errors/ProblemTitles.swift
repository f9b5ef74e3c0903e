import Coordination
import HTTPCore
import Locales
import Sessions

/// The translations of the titles of problems.
enum ProblemTitles {
    static let catalog: StringCatalog = {
        do {
            return try StringCatalog(xcstrings: PackageResources.problems_xcstrings)
        } catch {
            preconditionFailure("The titles of problems that come with the package can't be read: \(error)")
        }
    }()

    /// Returns a title in a language; in English for one without a translation.
    static func title(of type: ProblemType, in language: String) -> String {
        Localization(language, catalog: catalog, format: PlainTextFormat()).string(LocalizedText(key: type.title))
    }
}

extension APIError {
    /// The language of the session that the request was for; `nil` if it is unknown, or its application has one language.
    var sessionLanguage: String? {
        switch self {
        case .session(.navigation(_, let view)): view?.localization?.language
        case .session(.revisionMismatch(let view)): view.localization?.language
        default: nil
        }
    }
}

extension ProblemDetails {
    /// Translates the title into the language of the session, or else into the one that the client accepts.
    mutating func translateTitle(_ sessionLanguage: String?, for request: HTTPRequest) {
        let language = sessionLanguage ?? request.language(among: ProblemTitles.catalog.languages)
        guard let language else { return }
        title = ProblemTitles.title(of: type, in: language)
        if title != type.title, !fields.contains(.contentLanguage) { fields.append(.contentLanguage, language) }
    }
}
