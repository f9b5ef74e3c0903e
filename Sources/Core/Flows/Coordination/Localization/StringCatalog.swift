import JSON

/// The translations of an application's texts: a string catalog of Xcode (`.xcstrings`).
///
/// A catalog has an entry for each text, with the text in the source language as its key. An entry has a text for each
/// language, or one for each plural form of it. Translators edit the file in Xcode or any editor for JSON.
///
/// ```swift
/// let catalog = try StringCatalog(xcstrings: PackageResources.Localizable_xcstrings)
/// let shop = try Application("shop", title: "Shop", root: ShopCoordinator.self, factory: factory, catalog: catalog)
/// ```
public struct StringCatalog: Sendable {
    /// The text of one key in one language.
    enum Entry: Equatable, Sendable {
        case text(String)
        case plurals([PluralCategory: String])

        /// The text for a plural form, or for ``PluralCategory/other`` if there is none.
        func text(for category: PluralCategory) -> String {
            switch self {
            case .text(let text): text
            case .plurals(let texts): texts[category] ?? texts[.other] ?? ""
            }
        }

        /// Every text of the entry.
        var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .plurals(let texts): Array(texts.values)
            }
        }
    }

    /// The language of the keys, as a tag of BCP 47.
    public let sourceLanguage: String
    /// The languages with translations, the source language first.
    public let languages: [String]
    /// The keys, sorted.
    public let keys: [String]
    private let entries: [String: [String: Entry]]

    /// Reads a string catalog.
    ///
    /// - Parameter xcstrings: The contents of the file, JSON in UTF-8.
    /// - Throws: ``StringCatalogError`` for a file that is not such a catalog, or for an entry that this library can't use.
    public init(xcstrings: [UInt8]) throws(StringCatalogError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: xcstrings, limits: .stored)
        } catch {
            throw StringCatalogError(key: nil, detail: "The file is not JSON: \(error)")
        }
        guard case .object(let strings)? = document["strings"], let source = document["sourceLanguage"]?.stringValue
        else { throw StringCatalogError(key: nil, detail: "The file has no 'sourceLanguage' or no 'strings'.") }
        var entries: [String: [String: Entry]] = [:]
        for string in strings.members {
            let key = string.key
            guard case .object(let localizations)? = string.value["localizations"] else {
                entries[key] = [:]
                continue
            }
            for localization in localizations.members {
                let language = localization.key
                entries[key, default: [:]][language] = try Self.entry(localization.value, of: key, in: language)
            }
        }
        self.init(source, entries)
    }

    private init(_ sourceLanguage: String, _ entries: [String: [String: Entry]]) {
        self.sourceLanguage = sourceLanguage
        self.entries = entries
        languages = [sourceLanguage] + Set(entries.values.flatMap(\.keys)).subtracting([sourceLanguage]).sorted()
        keys = entries.keys.sorted()
    }

    /// Returns the catalog with the entries of another one, such as the catalog of screens that several applications share.
    ///
    /// If both have an entry for a key, the entry of this catalog stays. It is a programmer error if their source languages
    /// differ.
    ///
    /// ```swift
    /// let catalog = try StringCatalog(xcstrings: PackageResources.Shop_xcstrings).merging(accounts)
    /// ```
    public func merging(_ other: StringCatalog) -> StringCatalog {
        precondition(
            sourceLanguage == other.sourceLanguage,
            "Catalogs with the source languages '\(sourceLanguage)' and '\(other.sourceLanguage)' can't be merged."
        )
        return StringCatalog(sourceLanguage, entries.merging(other.entries) { own, _ in own })
    }

    /// Returns the catalog with the texts of the library itself, such as the texts for invalid input, in the languages of this
    /// catalog.
    ///
    /// An entry of this catalog replaces the library's.
    func addingLibrary() -> StringCatalog {
        let known = Set(languages)
        let library = Self.library.entries.mapValues { texts in texts.filter { known.contains($0.key) } }
        return StringCatalog(sourceLanguage, entries.merging(library) { own, _ in own })
    }

    /// The texts of the library in the languages in which they come.
    package static let library: StringCatalog = {
        do {
            return try StringCatalog(xcstrings: PackageResources.library_xcstrings)
        } catch {
            preconditionFailure("The texts that come with the library can't be read: \(error)")
        }
    }()

    /// Returns the text of a key in a language, such as the name of a product for a search, or the key if it has no
    /// translation.
    public func text(of key: String, in language: String) -> String {
        self[key, language]?.text(for: .other) ?? key
    }

    /// The text of a key in a language, or in the source language if there is no translation.
    ///
    /// It is `nil` for an unknown key.
    subscript(key: String, language: String) -> Entry? {
        guard let entry = entries[key] else { return nil }
        return entry[language] ?? entry[sourceLanguage] ?? .text(key)
    }

    /// Returns the keys without a translation into a language.
    public func untranslatedKeys(in language: String) -> [String] {
        guard language != sourceLanguage else { return [] }
        return keys.filter { entries[$0]?[language] == nil }
    }

    private static func entry(_ json: JSONValue, of key: String, in language: String) throws(StringCatalogError)
        -> Entry
    {
        let entry: Entry
        if let text = json["stringUnit"]?["value"]?.stringValue {
            entry = .text(text)
        } else if case .object(let forms)? = json["variations"]?["plural"] {
            var texts: [PluralCategory: String] = [:]
            for form in forms.members {
                guard let category = PluralCategory(rawValue: form.key),
                    let text = form.value["stringUnit"]?["value"]?.stringValue
                else {
                    throw StringCatalogError(
                        key: key,
                        detail: "The plural form '\(form.key)' in '\(language)' has no text."
                    )
                }
                texts[category] = text
            }
            guard texts[.other] != nil else {
                throw StringCatalogError(key: key, detail: "The plural form 'other' is missing in '\(language)'.")
            }
            entry = .plurals(texts)
        } else {
            throw StringCatalogError(
                key: key,
                detail: "The text in '\(language)' is neither a 'stringUnit' nor has plural 'variations'."
            )
        }
        let known = FormatTemplate(key).values
        for text in entry.texts {
            guard FormatTemplate(text).values.allSatisfy(known.contains) else {
                throw StringCatalogError(
                    key: key,
                    detail: "The text in '\(language)' has a value that the key has not: \(text)"
                )
            }
        }
        return entry
    }
}

/// An error in a string catalog.
public struct StringCatalogError: Error, Equatable, CustomStringConvertible {
    /// The key of the entry, or `nil` for the file as a whole.
    public let key: String?
    /// The error in a sentence.
    public let detail: String

    /// The error with its key.
    public var description: String { key.map { "'\($0)': \(detail)" } ?? detail }
}
