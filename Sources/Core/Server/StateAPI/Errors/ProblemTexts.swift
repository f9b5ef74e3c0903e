import Coordination
import HTTPCore
import Sessions

/// The translations of problems: their titles, their advice, and the sentences about an occurrence.
enum ProblemTexts {
    static let catalog: StringCatalog = {
        do {
            return try StringCatalog(xcstrings: PackageResources.problems_xcstrings).merging(.library)
        } catch {
            preconditionFailure("The texts of problems that come with the package can't be read: \(error)")
        }
    }()

    /// Returns the texts in a language, or in English if there is no translation into it.
    static func localization(_ language: String?) -> Localization {
        Localization(language ?? catalog.sourceLanguage, catalog: catalog, format: PlainTextFormat())
    }
}

extension APIError {
    /// The session that the request was for, or `nil` if the error doesn't say.
    var view: SessionView? {
        switch self {
        case .session(.navigation(_, let view)): view
        case .session(.revisionMismatch(let view)): view
        default: nil
        }
    }
}

extension ProblemDetails {
    /// Translates the title, and the detail if it is a sentence without values, such as the advice.
    mutating func translate(with texts: Localization) {
        let known = (title, detail)
        title = texts.string(LocalizedText(key: type.title))
        detail = texts.string(LocalizedText(key: detail))
        if (title, detail) != known, !fields.contains(.contentLanguage) {
            fields.append(.contentLanguage, texts.language)
        }
    }

    /// Returns the problem in the language that the client accepts.
    func translated(for request: HTTPRequest) -> ProblemDetails {
        var problem = self
        problem.translate(with: ProblemTexts.localization(request.language(among: ProblemTexts.catalog.languages)))
        if !problem.fields.contains(.vary) { problem.fields.append(.vary, "Accept-Language") }
        return problem
    }
}
