import Testing
import UsherClient

@testable import UsherRendering

@Suite("The content of a screen")
struct ScreenContentTests {
    @Test("has the buttons of the bar, the main control and the question at their places")
    func places() throws {
        let content = try content([
            ["kind": "button", "label": "Cancel", "output": "cancel", "placement": "leading"],
            ["kind": "text", "text": "A"],
            ["kind": "button", "label": "Save", "output": "save", "placement": "trailing"],
            ["kind": "button", "label": "Help", "output": "help"],
            ["kind": "pinned", "control": ["kind": "button", "output": "buy"]],
            ["kind": "confirm", "title": "Sure?", "actions": [["output": "yes"]]],
        ])
        #expect(content.leading.map(\.element.kind) == ["button"])
        #expect(content.trailing.map(\.id.path) == ["/button:save:0"])
        #expect(content.elements.map(\.id.path) == ["/text:0", "/button:help:0"])
        #expect(content.pinned?.id.path == "/pinned:0")
        #expect(content.question?.id.path == "/confirm:0")
        #expect(content.controls.map(\.output) == ["cancel", "save", "help", "buy", "yes"])
    }

    @Test("names elements in a way that stays when others come")
    func names() throws {
        let before = try content([["kind": "text", "text": "A"], ["kind": "form", "output": "submit", "fields": []]])
        let after = try content([
            ["kind": "heading", "text": "H"], ["kind": "text", "text": "A"],
            ["kind": "form", "output": "submit", "fields": []],
        ])
        #expect(before.elements.map(\.id) == Array(after.elements.map(\.id).dropFirst()))
    }

    @Test("has headings that leave out no level")
    func headings() throws {
        let content = try content([
            ["kind": "heading", "text": "A", "level": 3], ["kind": "heading", "text": "B", "level": 3],
            ["kind": "heading", "text": "C", "level": 1], ["kind": "list", "sections": []],
            ["kind": "hero", "title": "D"],
            ["kind": "heading", "text": "E", "level": 2],
        ])
        #expect(content.elements.map(\.headingLevel) == [2, 3, 2, 3, 3, 3])
    }

    @Test("gives messages to the field that they point at, and the others to the screen")
    func messages() throws {
        let form: JSONValue = [
            "kind": "form", "output": "submit", "fields": [["name": "code", "input": "oneTimeCode"]],
        ]
        let content = try content(
            [form],
            messages: [
                ["code": "a", "level": "info", "text": "Sent."],
                ["code": "b", "level": "error", "pointer": "/code", "text": "No."],
                ["code": "c", "level": "error", "pointer": "/other", "text": "Other."],
            ]
        )
        #expect(content.messages.map(\.code) == ["c", "a"])
        #expect(content.messages(of: try #require(content.elements.first?.id)).map(\.code) == ["b"])
    }

    @Test("is made of the props and the outputs of a screen without a view")
    func generated() throws {
        let content = try content(
            nil,
            outputs: [
                "goOn": nil as JSONValue?,
                "rename": [
                    "type": "object", "required": ["firstName"],
                    "properties": [
                        "firstName": ["type": "string", "title": "First name"], "age": ["type": "integer"],
                        "color": ["enum": ["red", "blue"]], "isNew": ["type": "boolean"],
                        "mail": ["type": "string", "format": "email"],
                        "pin": ["type": "string", "writeOnly": true], "kind": ["const": "person"],
                        "tags": ["type": "array"],
                    ],
                ],
                "setCount": ["type": "integer", "default": 3],
            ],
            members: [
                "props": ["postCode": "10115", "isOpen": true, "days": [1, 2], "none": nil as JSONValue? ?? .null]
            ]
        )
        guard case .properties(let properties)? = content.elements.first?.element else { return }
        #expect(properties.map(\.label) == ["Days", "Is open", "None", "Post code"])
        #expect(properties.map(\.value) == [.list([.text("1"), .text("2")]), .flag(true), .text(nil), .text("10115")])
        #expect(content.unreachableOutputs.isEmpty)
        let forms = content.controls.compactMap { if case .form(let form) = $0.kind { form } else { nil } }
        #expect(forms.map(\.output) == ["rename", "setCount"])
        #expect(forms[0].fields.map(\.input) == [.number, .choice, .text, .toggle, .hidden, .email, .text, .multiline])
        #expect(forms[0].fields.filter(\.isSecret).map(\.name) == ["pin"])
        #expect(forms[1].fields[0].value == 3)
    }

    @Test("tells which outputs no control reports")
    func unreachable() throws {
        let view: [JSONValue] = [["kind": "button", "output": "a"]]
        #expect(try content(view, outputs: ["a": nil, "b": nil]).unreachableOutputs == ["b"])
        let list: JSONValue = ["kind": "list", "source": ["name": "s", "version": "1"]]
        #expect(try content(view + [list], outputs: ["a": nil, "b": nil]).unreachableOutputs == [])
        #expect(try content([["kind": "globe"]]).unknownKinds == ["globe"])
    }

    @Test("knows the field that gets the keyboard when the screen comes")
    func initialField() throws {
        let form: JSONValue = [
            "kind": "form", "output": "submit", "fields": [["name": "code", "input": "oneTimeCode"]],
        ]
        let two: JSONValue = ["kind": "form", "output": "s", "fields": [["name": "a"], ["name": "b"]]]
        let button: JSONValue = ["kind": "button", "output": "a"]
        let toggle: JSONValue = ["kind": "toggle", "output": "a"]
        #expect(try content([["kind": "text"], form, button]).initialField?.field.name == "code")
        #expect(try content([button, form]).initialField == nil)
        #expect(try content([form, toggle]).initialField == nil)
        #expect(try content([two]).initialField == nil)
    }

    @Test("knows whether its body repeats the title")
    func title() throws {
        #expect(try content([["kind": "hero", "title": "Tea"]], title: "Tea").repeatsTitle)
        #expect(try content([["kind": "heading", "text": "Tea"]], title: "Tea").repeatsTitle)
        #expect(try !content([["kind": "heading", "text": "Tea"]], title: "Milk").repeatsTitle)
    }
}
