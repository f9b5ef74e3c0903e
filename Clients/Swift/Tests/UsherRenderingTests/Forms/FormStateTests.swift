import Foundation
import Testing

@testable import UsherClient
@testable import UsherRendering

@Suite("The values of a form")
struct FormStateTests {
    private static func form(_ fields: JSONValue) -> FormElement {
        guard case .form(let form) = Element(["kind": "form", "output": "submit", "fields": fields]) else {
            preconditionFailure("A form is no form.")
        }
        return form
    }

    private static func schema(_ properties: JSONValue, required: JSONValue = []) -> PayloadSchema? {
        PayloadSchema(["type": "object", "properties": properties, "required": required])
    }

    @Test("are sent in the type of the schema, without empty fields")
    func types() {
        let form = Self.form([
            ["name": "name", "input": "text"], ["name": "note", "input": "multiline"],
            ["name": "count", "input": "number"],
            ["name": "price", "input": "number"],
            ["name": "size", "input": "choice", "choices": [["value": "42", "label": "L"]]],
            ["name": "news", "input": "toggle"], ["name": "day", "input": "date"],
            ["name": "id", "input": "hidden", "value": 7],
            ["name": "empty", "input": "text"], ["name": "amount", "input": "number"],
        ])
        let schema = Self.schema(
            [
                "name": ["type": "string"], "note": ["type": "string"], "count": ["type": "integer"],
                "price": ["type": "number"], "size": ["type": ["integer", "null"]], "news": ["type": "boolean"],
                "day": ["type": "string", "format": "date"], "id": ["const": 7], "empty": ["type": "string"],
                "amount": ["type": "string"],
            ],
            required: ["note"]
        )
        var state = FormState()
        state.set("Ada", of: form.fields[0])
        state.set("3", of: form.fields[2])
        state.set("2.5", of: form.fields[3])
        state.set(form.fields[4].choices[0], of: form.fields[4])
        state.set(true, of: form.fields[5])
        state.set("2026-11-24", of: form.fields[6])
        state.set("12.50", of: form.fields[9])
        #expect(
            state.payload(of: form, schema) == [
                "name": "Ada", "note": "", "count": 3, "price": 2.5, "size": 42, "news": true, "day": "2026-11-24",
                "id": 7,
                "amount": "12.50",
            ]
        )
    }

    @Test("are the value of the only field if the payload is no object")
    func single() {
        let form = Self.form([["name": "value", "input": "number"]])
        var state = FormState()
        state.set("3", of: form.fields[0])
        #expect(state.payload(of: form, PayloadSchema(["type": "integer"])) == 3)
        #expect(state.payload(of: form, nil) == ["value": "3"])
        #expect(FormState().payload(of: Self.form([]), PayloadSchema(["type": "object"])) == [:])
        #expect(FormState().payload(of: Self.form([]), nil) == nil)
    }

    @Test("that the server would reject have an error at their field")
    func validation() {
        let form = Self.form([
            ["name": "name", "label": "Name", "input": "text"], ["name": "code", "input": "text"],
            ["name": "count", "input": "number"], ["name": "note", "input": "multiline"],
        ])
        let schema = Self.schema(
            [
                "name": ["type": "string"], "code": ["type": "string", "pattern": "^[0-9]{6}$"],
                "count": ["type": "integer", "minimum": 1, "maximum": 5], "note": ["type": "string", "maxLength": 3],
            ],
            required: ["name"]
        )
        var state = FormState()
        state.set("12a456", of: form.fields[1])
        state.set("9", of: form.fields[2])
        state.set("abcdé", of: form.fields[3])
        let isValid = state.validate(form, schema, .english)
        #expect(!isValid)
        #expect(
            state.faults == [
                .init(field: "name", text: "This field is required."),
                .init(field: "code", text: "Check the format and try again."),
                .init(field: "count", text: "At most 5."),
                .init(field: "note", text: "2 characters too many"),
            ]
        )
        state.set("Ada", of: form.fields[0])
        #expect(state.faults.count == 3)
        state.set("1.5", of: form.fields[2])
        state.set("👩‍👩‍👧", of: form.fields[3])
        state.set("123456", of: form.fields[1])
        let isValidNow = state.validate(form, schema, .english)
        #expect(!isValidNow)
        // A family is five Unicode scalars, and the joiners may be dropped by the server.
        #expect(state.faults == [.init(field: "count", text: "Check the format and try again.")])
    }

    @Test(
        "that the server makes canonical are left to the server",
        arguments: [
            ("^[0-9]{6}$", "123 456"), ("^[0-9]{6}$", "１２３－４５６"), ("^[0-9]{6}$", "١٢٣٤٥٦"),
            ("^[0-9]{6}$", " 123-456\u{200B}"),
            ("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", "DE89 3704 0044 0532 0130 00"), ("^[a-z]+-[a-z]+$", "ab \u{2013} cd"),
            ("^\\p{L}+$", "日本"), ("(", "anything"),
        ]
    )
    func canonical(pattern: String, text: String) {
        let form = Self.form([["name": "value", "input": "text"]])
        var state = FormState()
        state.set(text, of: form.fields[0])
        let schema = Self.schema(["value": ["type": "string", "pattern": .string(pattern)]])
        let isValid = state.validate(form, schema, .english)
        #expect(isValid)
        #expect(state.payload(of: form, Self.schema(["value": ["type": "string"]])) == ["value": .string(text)])
    }

    @Test("are compared with the least and the greatest length in any form that the server may give them")
    func lengths() {
        let form = Self.form([["name": "value", "input": "text"]])
        let schema = Self.schema(["value": ["type": "string", "minLength": 2, "maxLength": 4]])
        var state = FormState()
        for (text, isValid) in [("ab", true), ("a", false), ("abcde", false), (" a b ", true), ("  abcd  ", true)] {
            state.set(text, of: form.fields[0])
            let accepts = state.validate(form, schema, .english)
            #expect(accepts == isValid, "'\(text)'")
        }
    }

    @Test("of a code are sent with the last digit, in any script")
    func completeCode() {
        let form = Self.form([["name": "code", "input": "oneTimeCode"]])
        let schema = Self.schema(["code": ["type": "string", "pattern": "^[0-9]{6}$"]])
        var state = FormState()
        for (text, isComplete) in [
            ("12345", false), ("123 456", true), ("١٢٣٤٥٦", true), ("12345a", false), ("1234567", false),
        ] {
            state.set(text, of: form.fields[0])
            #expect(state.isComplete(form, schema) == isComplete, "\(text)")
        }
        let two = Self.form([["name": "code", "input": "oneTimeCode"], ["name": "name", "input": "text"]])
        #expect(!state.isComplete(two, schema))
    }

    @Test("never keep a secret: not in a draft, not from a draft, and not after a response")
    func secrets() {
        let form = Self.form([
            ["name": "login", "input": "text"], ["name": "password", "input": "password", "value": "leaked"],
            ["name": "answer", "input": "text", "secret": true],
        ])
        var state = FormState(draft: ["login": "ada", "password": "old", "answer": "old"], of: form)
        #expect(state.text(of: form.fields[0]) == "ada")
        #expect(state.text(of: form.fields[1]) == "" && state.text(of: form.fields[2]) == "")
        for end: FormState.End in [.done, .covered, .rejected, .refused([])] {
            state.set("secret", of: form.fields[1])
            state.set("secret", of: form.fields[2])
            state.set("ada", of: form.fields[0])
            #expect(state.draft(of: form) == ["login": "ada"])
            state.finish(end, form, next: form)
            #expect(state.text(of: form.fields[1]) == "" && state.text(of: form.fields[2]) == "")
            #expect(state.text(of: form.fields[0]) == (end == .done ? "" : "ada"))
        }
    }

    @Test("have the errors of a problem at the fields to which its pointers lead")
    func problem() {
        let form = Self.form([["name": "a/b", "input": "text"], ["name": "name", "input": "text"]])
        var state = FormState()
        state.set("x", of: form.fields[0])
        state.finish(
            .refused([
                .init(pointer: "/a~1b", code: "pattern", detail: "No."),
                .init(pointer: "/name/0", code: nil, detail: "Short."),
                .init(pointer: "/other", code: nil, detail: "Other."), .init(pointer: "", code: nil, detail: "All."),
            ]),
            form,
            next: form
        )
        #expect(
            state.faults == [
                .init(field: "a/b", text: "No."), .init(field: "name", text: "Short."),
                .init(field: nil, text: "Other."),
                .init(field: nil, text: "All."),
            ]
        )
        #expect(state.text(of: form.fields[0]) == "x")
        let single = Self.form([["name": "code", "input": "text"]])
        #expect(FormState.field(of: "", in: single) == "code")
    }

    @Test("give way to a value that the server has stored with a rejected form")
    func stored() {
        let form = Self.form([["name": "phone", "input": "phone", "value": ""], ["name": "name", "input": "text"]])
        let next = Self.form([
            ["name": "phone", "input": "phone", "value": "+49 170"], ["name": "name", "input": "text"],
        ])
        var state = FormState()
        state.set("0170", of: form.fields[0])
        state.set("Ada", of: form.fields[1])
        state.finish(.rejected, form, next: next)
        #expect(state.text(of: next.fields[0]) == "+49 170")
        #expect(state.text(of: next.fields[1]) == "Ada")
        #expect(state.isEdited)
    }

    @Test("that are the initial ones are no changes")
    func initial() {
        let form = Self.form([
            ["name": "name", "input": "text", "value": "Ada"], ["name": "news", "input": "toggle", "value": true],
        ])
        var state = FormState()
        state.set("Bob", of: form.fields[0])
        state.set(false, of: form.fields[1])
        #expect(state.isEdited)
        state.set("Ada", of: form.fields[0])
        state.set(true, of: form.fields[1])
        #expect(!state.isEdited)
    }

    @Test("of a day are the same in each zone")
    func days() throws {
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "America/Sao_Paulo"] {
            var calendar = Calendar(identifier: .buddhist)
            calendar.timeZone = try #require(TimeZone(identifier: zone))
            let date = try #require(Day("2026-03-29")?.date(in: calendar))
            #expect(Day(date, in: calendar).text == "2026-03-29")
        }
        #expect(Day("2026-02-30") == nil && Day("2026-1-1") == nil && Day("") == nil)
        #expect(Day("0987-01-02")?.text == "0987-01-02")
    }

    @Test("of a number are the same with each separator")
    func numbers() {
        #expect(NumberText.canonical("12,50", Locale(identifier: "de_DE")) == "12.50")
        #expect(NumberText.canonical("1 250,5", Locale(identifier: "fr_FR")) == "1250.5")
        #expect(NumberText.canonical("1,250.5", Locale(identifier: "en_US")) == "1250.5")
        #expect(NumberText.canonical("١٢٫٥", Locale(identifier: "ar_EG")) == "12.5")
        #expect(NumberText.canonical("about 5", Locale(identifier: "en_US")) == "about5")
        #expect(NumberText.local("12.5", Locale(identifier: "de_DE")) == "12,5")
    }
}

@Suite("The traits of a field")
struct FieldTraitsTests {
    private static func traits(_ members: [String: JSONValue], _ schema: JSONValue? = nil) throws -> FieldTraits {
        FieldTraits(
            try #require(Field(.object(members.merging(["name": "f"]) { one, _ in one }))),
            PayloadSchema(schema)
        )
    }

    @Test("have the keyboard for its input")
    func keyboards() throws {
        #expect(try Self.traits(["input": "email"]).keyboard == .emailAddress)
        #expect(try Self.traits(["input": "phone"]).keyboard == .phonePad)
        #expect(try Self.traits(["input": "number"], ["type": "number"]).keyboard == .decimalPad)
        #expect(try Self.traits(["input": "number"], ["type": "integer", "minimum": 0]).keyboard == .numberPad)
        #expect(try Self.traits(["input": "oneTimeCode"], ["pattern": "^[0-9]{6}$"]).keyboard == .numberPad)
        #expect(try Self.traits(["input": "oneTimeCode"], ["pattern": "^[a-z0-9]{10}$"]).keyboard == .asciiCapable)
        #expect(try Self.traits(["input": "text"], ["format": "uri"]).keyboard == .url)
        #expect(try Self.traits(["input": "text"]).keyboard == .standard)
        #expect(try Self.traits(["input": "password"]).keyboard == .standard)
    }

    @Test("have the content by which the system fills it in")
    func contents() throws {
        #expect(try Self.traits(["input": "text", "autocomplete": "username"]).contentType == .username)
        #expect(try Self.traits(["input": "password", "autocomplete": "new-password"]).contentType == .newPassword)
        #expect(try Self.traits(["input": "password"]).contentType == .password)
        #expect(try Self.traits(["input": "oneTimeCode"]).contentType == .oneTimeCode)
        #expect(
            try Self.traits(["input": "text", "autocomplete": "shipping street-address"]).contentType
                == .fullStreetAddress
        )
        #expect(try Self.traits(["input": "text", "autocomplete": "off"]).contentType == nil)
    }

    @Test("keep what must be typed letter by letter as it is")
    func verbatim() throws {
        for members: [String: JSONValue] in [
            ["input": "email"], ["input": "password"], ["input": "text", "autocomplete": "username"],
            ["input": "oneTimeCode"],
        ] {
            let traits = try Self.traits(members)
            #expect(traits.capitalization == .never && !traits.allowsCorrection)
        }
        #expect(try Self.traits(["input": "multiline"]).allowsCorrection)
        #expect(try Self.traits(["input": "text", "autocomplete": "name"]).capitalization == .words)
        #expect(try Self.traits(["input": "password"]).isHidden)
        #expect(try !Self.traits(["input": "oneTimeCode"]).isHidden)
        #expect(try Self.traits(["input": "text", "secret": true]).isHidden)
    }
}
