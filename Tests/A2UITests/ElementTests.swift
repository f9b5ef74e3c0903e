import APITesting
import HTTPCore
import JSON
import Testing

@Suite("The elements of a screen as components of the basic catalog")
struct ElementTests {
    private func begin(_ version: String = "0.9") async throws -> (TestClient, TestRenderer) {
        let client = try await ShelfCoordinator.start()
        var renderer = TestRenderer()
        try renderer.apply(try await client.messages("application/a2ui+json;version=\(version)"))
        return (client, renderer)
    }

    @Test("every element can be read")
    func texts() async throws {
        let (_, renderer) = try await begin()
        let expected = [
            "All about shelves", "A heading", "A text", "A button", "3", "☑ A toggle", "Copies", "2", "Header", "A row",
            "Its subtitle", "12.50 EUR", "Footer", "No rows", "Berlin", "52.52, 13.405", "Really?", "Yes", "Half done",
            "50 %",
            "A card", "Cards", "Another card", "A hero", "Its paragraph", "Pictures", "Order", "✓ Name", "Price",
            "Tags", "New",
            "Colors", "Rust", "Delivery", "✓", "Packed", "●", "On its way", "Total", "Check out", "A chart.", "字",
        ]
        for text in expected { #expect(renderer.texts.contains(text), "\(text) in \(renderer.texts)") }
        let kinds = Set(renderer.tree.compactMap { $0["component"]?.stringValue })
        #expect(
            kinds == [
                "Column", "Row", "List", "Card", "Text", "Image", "Icon", "Button", "TextField", "CheckBox",
                "ChoicePicker",
                "DateTimeInput",
            ]
        )
    }

    @Test("every component is in the tree once, and every child exists", arguments: ["0.9", "1.0"])
    func tree(version: String) async throws {
        let (_, renderer) = try await begin(version)
        #expect(renderer.tree.count == renderer.components.count)
        #expect(Set(renderer.tree.compactMap { $0["id"]?.stringValue }).count == renderer.components.count)
    }

    @Test("a heading is a variant of a text in one version, and Markdown in the other")
    func headings() async throws {
        let stable = try await begin("0.9").1.tree
        #expect(stable.contains { $0["text"] == "A heading" && $0["variant"] == "h2" })
        let draft = try await begin("1.0").1.tree
        #expect(draft.contains { $0["text"] == "## A heading" && $0["variant"] == nil })
    }

    @Test(
        "a text never becomes Markdown",
        arguments: [
            ("*a* _b_ `c`", #"\*a\* \_b\_ \`c\`"#), ("[a](b)", #"\[a\](b)"#), ("# a", ##"\# a"##), ("a # b", "a # b"),
            ("1. a", #"1\. a"#), ("249.00 EUR", "249.00 EUR"), ("24.", #"24\."#), ("a\n- b", "a\n\\- b"),
            ("<b>", #"\<b>"#),
        ]
    )
    func markdown(text: String, escaped: String) async throws {
        var (client, renderer) = try await begin()
        try renderer.enter(.string(text), in: "Find")
        try await client.press("search", in: &renderer)
        #expect(renderer.tree.contains { $0["text"] == .string(escaped) }, "\(renderer.tree)")
    }

    @Test(
        "every control reports what it stands for",
        arguments: [
            ("A button", "go"), ("☑ A toggle", "turn false"), ("☐ Gift", "order b1 2 true"), ("+", "order b1 3 false"),
            ("−", "order b1 1 false"), ("A row", "choose 1"), ("A card", "choose 2"), ("Berlin", "choose 3"),
            ("Price", "find price"),
            ("Rust", "find rust"), ("Check out", "go"), ("pause", "turn true"), ("Yes", "go"),
            ("settings", "turn false"),
        ],
        ["0.9", "1.0"]
    )
    func reports(control: (label: String, report: String), version: String) async throws {
        var (client, renderer) = try await begin(version)
        try await client.press(control.label, in: &renderer)
        #expect(renderer.texts.contains(control.report), "\(renderer.texts)")
    }

    @Test("a form reports its fields in the types of the payload", arguments: ["0.9", "1.0"])
    func form(version: String) async throws {
        var (client, renderer) = try await begin(version)
        try renderer.enter("Ann", in: "Name")
        try renderer.enter("42", in: "Age")
        try renderer.enter(true, in: "News")
        try renderer.enter(["b"], in: "Size")
        try renderer.enter("2026-11-24T00:00:00Z", in: "Day")
        try await client.press("Send", in: &renderer)
        #expect(renderer.texts.contains("send Ann 42 true b 2026-11-24 none"), "\(renderer.texts)")
    }

    @Test("a rejected field has its message beside it, and the other fields keep what was entered")
    func rejectedField() async throws {
        let (client, loaded) = try await begin()
        var renderer = loaded
        try renderer.enter("Ann", in: "Name")
        try renderer.enter("many", in: "Age")
        let response = await client.act(try renderer.press("Send"), fields: [.prefer: "messages"])
        #expect(response.status == 200)
        try renderer.apply(response.json)
        let labels = renderer.tree.compactMap { ($0["label"] ?? $0["text"])?.stringValue }
        let age = try #require(labels.firstIndex(of: "Age"))
        #expect(labels[age + 1].contains("an integer"), "\(labels)")
        #expect(renderer.data[client.focus]?["form1_1"]?["name"] == "Ann")
    }

    @Test("a secret is neither among the components nor in the data")
    func secrets() async throws {
        let (client, _) = try await begin()
        let response = await client.send(.get, "", fields: [.accept: "application/a2ui+json"])
        #expect(!response.description.contains("never-shown"))
        #expect(response.description.contains("obscured"))
        #expect(response.description.contains("•••"))
    }

    @Test("an output that can't be reported has no button")
    func disabled() async throws {
        let (_, renderer) = try await begin()
        #expect(renderer.texts.contains("Not now"))
        #expect(renderer.button("Not now") == nil)
    }
}
