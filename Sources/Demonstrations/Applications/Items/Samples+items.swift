import AccountFlows
import Coordination

extension Samples {
    /// The samples of `items`.
    static var items: Samples {
        accounts
            .results(of: LoadItems.self) { _, _ in [[], [Item(id: 11, title: "Saved item")]] }
            .results(of: SaveItem.self) { effect, _ in
                [SavedItems(items: [effect.item], saved: effect.item), SavedItems(items: [], saved: nil)]
            }
            .with(canaries: "Saved item")
            .with(
                links: [
                    "usher://items/items", "usher://items/item/5", "usher://items/settings", "usher://items/onboarding",
                    "usher://items/login", "usher://items/signUp", "usher://items/terms",
                ],
                wrongLinks: ["usher://items/item/99", "usher://items/nowhere", "usher://other/items"],
                payloads: ["addPhone.submit": [["phone": "+49 170 1234567"], ["phone": "12"]]]
            )
    }
}
