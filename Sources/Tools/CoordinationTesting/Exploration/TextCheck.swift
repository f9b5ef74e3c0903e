import JSON

/// The check that every word of an application with translations comes from its catalog or from data.
///
/// A state is drawn with marks around each text that was looked up. A word outside of the marks must be in the inputs of its
/// screen, such as a name that a user has entered.
struct TextCheck {
    private let marks = TextMarks()
    private let localization: Localization
    /// Hashes of the screens that were checked already.
    private var checked: Set<Int> = []
    /// The messages, questions, tabs and rejections with a mistake, which are reported once.
    ///
    /// Their texts may differ by their values.
    private var reported: Set<String> = []

    /// Creates a check, or returns `nil` for an application without a catalog.
    init?(_ application: Application) {
        guard let catalog = application.catalog else { return nil }
        localization = Localization(catalog, marking: marks)
    }

    /// Returns the mistakes in the texts that a client gets for a state, each in a sentence, unless an earlier state had the
    /// same.
    mutating func mistakes(in state: NavigationState) -> [String] {
        guard let focus = state.focus else { return [] }
        let inputs = (try? JSONCoding.encode(focus.screen)) ?? []
        let questions = [state.backQuestion, state.dismissQuestion].compactMap(\.self)
        let tabs = state.visibleTabs.flatMap(\.items)
        var hasher = Hasher()
        hasher.combine(focus.name)
        hasher.combine(inputs)
        for message in focus.messages { hasher.combine(message.text.description) }
        for item in tabs { hasher.combine(item.title.description + (item.badge ?? "")) }
        for question in questions { hasher.combine(question.title.description) }
        guard checked.insert(hasher.finalize()).inserted else { return [] }

        let data = (try? JSONValue(parsing: inputs, limits: .stored))?.strings ?? []
        let (screen, texts) = localization.draw {
            (focus.screen.drawnTitle, focus.screen.view.elements.flatMap(\.texts))
        }
        var mistakes = mistakes(in: [screen] + texts, data: data, of: "The screen '\(focus.name)'")
        for message in focus.messages {
            let params = message.params?.values.flatMap(\.strings) ?? []
            mistakes += self.mistakes(in: [message.text], data: params, of: "The message '\(message.code)'")
        }
        for question in questions {
            let texts = [question.title] + [question.text].compactMap(\.self)
            mistakes += self.mistakes(in: texts, of: "The question '\(question.title.key)'")
        }
        for item in tabs {
            mistakes += self.mistakes(in: [item.title], of: "The tab '\(item.name)'")
            mistakes += self.mistakes(in: [item.badge ?? ""], data: [], of: "The badge of the tab '\(item.name)'")
        }
        return mistakes
    }

    /// Returns the mistakes in the reason of a rejection.
    mutating func mistakes(in rejection: Rejection) -> [String] {
        mistakes(in: [rejection.detail], of: "The rejection '\(rejection.code)'")
    }

    private mutating func mistakes(in texts: [LocalizedText], data: [String] = [], of source: String) -> [String] {
        let drawn = texts.map { text in localization.draw { String(localized: text) } }
        let mistakes = mistakes(in: drawn, data: data, of: source)
        guard !mistakes.isEmpty, reported.insert(source).inserted else { return [] }
        return mistakes
    }

    /// Returns the mistakes in texts that were drawn with marks.
    private func mistakes(in texts: [String], data: [String], of source: String) -> [String] {
        let data = data.filter { $0.contains(where: \.isLetter) }.sorted { ($1.count, $0) < ($0.count, $1) }
        let untranslated = texts.compactMap { text -> String? in
            let words = TextMarks.unmarked(text).map { part in data.reduce(part) { $0.removing($1) } }
            guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
            return "\(source) has a text that is not translated: “\(TextMarks.unmarked(text).joined())”."
        }
        return untranslated + marks.takeUnknownKeys().map { "\(source) has a text that the catalog has not: “\($0)”." }
    }
}

extension String {
    /// Returns the text without a part, wherever it is a whole word or several.
    fileprivate func removing(_ part: String) -> String {
        guard !part.isEmpty else { return self }
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            let before = (result + rest[..<range.lowerBound]).last
            let after = rest[range.upperBound...].first
            result += rest[..<range.lowerBound]
            if before?.isLetter ?? false || after?.isLetter ?? false { result += part }
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}

extension JSONValue {
    /// Every string in the value, without the names of members.
    fileprivate var strings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.strings)
        case .object(let object): object.members.flatMap(\.value.strings)
        default: []
        }
    }
}
