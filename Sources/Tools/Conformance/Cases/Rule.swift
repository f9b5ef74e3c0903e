/// The place of a rule in the contract.
package struct Rule: Sendable, Hashable {
    /// The heading in `Documentation/state-api.md`.
    package let heading: String
    /// The words with which the rule begins there.
    package let beginning: String

    init(_ heading: String, _ beginning: String) {
        self.heading = heading
        self.beginning = beginning
    }

    package static let page = "Documentation/state-api.md"

    /// The address of the heading on the page.
    package var link: String {
        let words = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        return "\(Self.page)#\(words.split(separator: " ").joined(separator: "-"))"
    }
}
