extension Collection<String> {
    /// Returns the language that fits a tag of BCP 47 best, or `nil` if none fits (the lookup of RFC 4647 section 3.4).
    ///
    /// ```swift
    /// ["en", "de"].language(for: "de-AT")  // "de"
    /// ["en", "pt-BR"].language(for: "pt")  // "pt-BR"
    /// ["en", "de"].language(for: "fr")     // nil
    /// ```
    ///
    /// The tag is shortened from its end until it is equal to a language. If it never is, the first language with the same first
    /// part fits, because a reader of Portuguese understands texts for Brazil better than texts in English. For the range `*`,
    /// which means any language, it is the first one.
    package func language(for tag: String) -> String? {
        if tag == "*" { return first }
        var parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let primary = parts.first, !primary.isEmpty else { return nil }
        while !parts.isEmpty {
            let shortened = parts.joined(separator: "-")
            if let language = first(where: { $0.lowercased() == shortened }) { return language }
            parts.removeLast()
            // A single character introduces an extension, such as `-u-nu-latn`, and means nothing without the parts after it.
            if parts.count > 1, parts.last?.count == 1 { parts.removeLast() }
        }
        return first { $0.lowercased().hasPrefix("\(primary)-") }
    }
}
