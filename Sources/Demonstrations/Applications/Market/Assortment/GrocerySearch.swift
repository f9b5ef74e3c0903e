import Coordination

/// The search for groceries, with texts that are made ready once.
public struct GrocerySearch: Sendable {
    private let groceries: [(grocery: Grocery, texts: [SearchableText])]

    /// Makes the groceries of an assortment ready for searches in each language of the market.
    public init(_ assortment: Assortment) {
        let catalog = MarketApplication.catalog
        groceries = assortment.groceries.map { grocery in
            let keys = [grocery.name, grocery.text, assortment.category(grocery.category)?.name ?? ""]
            let texts = catalog.languages.map { language in
                SearchableText(keys.map { catalog.text(of: $0, in: language) }.joined(separator: " "))
            }
            return (grocery, texts)
        }
    }

    /// Returns the groceries with every word of a search text in their name, text or category, in one language, ignoring case.
    ///
    /// The result for a text without words is empty. Only the first 100 Unicode scalars count.
    func groceries(matching text: String) -> [Grocery] {
        let terms = SearchTerm.terms(of: text)
        guard !terms.isEmpty else { return [] }
        return groceries.filter { $0.texts.contains { terms.allSatisfy($0.contains) } }.map(\.grocery)
    }
}
