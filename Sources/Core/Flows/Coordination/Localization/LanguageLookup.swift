extension Collection<String> {
    /// Returns the language that fits a tag or a range of BCP 47 best, by the lookup of RFC 4647 section 3.4.
    ///
    /// ```swift
    /// ["en", "de"].language(for: "de-AT")  // "de"
    /// ["en", "pt-BR"].language(for: "pt")  // "pt-BR"
    /// ["en", "de"].language(for: "fr")     // nil
    /// ```
    ///
    /// The tag is shortened from its end until a language is equal to it. If none is, a language with the same first part is
    /// taken, because texts for Brazil are better for a reader of Portuguese than texts in English. The range `*` means the
    /// first language.
    package func language(for tag: String) -> String? {
        if tag == "*" { return first }
        var parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let primary = parts.first, !primary.isEmpty else { return nil }
        while !parts.isEmpty {
            let shortened = parts.joined(separator: "-")
            if let language = first(where: { $0.lowercased() == shortened }) { return language }
            parts.removeLast()
            // A single character introduces an extension, and means nothing without what follows it.
            if parts.count > 1, parts.last?.count == 1 { parts.removeLast() }
        }
        return first { $0.lowercased().hasPrefix("\(primary)-") }
    }
}
