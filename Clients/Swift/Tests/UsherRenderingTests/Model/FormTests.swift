import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@MainActor
@Suite("A form")
struct FormTests {
    private static let login: JSONValue = [
        "kind": "form", "output": "submit", "submit": "Log in",
        "fields": [
            ["name": "login", "label": "Login", "input": "text"],
            ["name": "password", "label": "Password", "input": "password", "secret": true],
        ],
    ]
    private static let schema: JSONValue = [
        "type": "object",
        "properties": ["login": ["type": "string"], "password": ["type": "string", "writeOnly": true]],
        "required": ["login", "password"],
    ]
    private static let code: JSONValue = [
        "kind": "form", "output": "submit",
        "fields": [["name": "code", "label": "Code", "input": "oneTimeCode", "secret": true]],
    ]

    private static func state(
        _ revision: Int = 1,
        form: JSONValue = login,
        schema: JSONValue = schema,
        messages: [JSONValue] = []
    ) -> TestState {
        TestState(revision: revision, stack: [("k", screen([form], outputs: ["submit": schema], messages: messages))])
    }

    private static func fill(_ model: RenderingModel) throws {
        let (form, id) = try model.form()
        model.edit(form, at: id) { $0.set("ada", of: form.fields[0]) }
        model.edit(form, at: id) { $0.set("secret", of: form.fields[1]) }
    }

    @Test("with a missing value is not sent, and its field gets the keyboard")
    func missing() async throws {
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            model.edit(form, at: id) { $0.set("ada", of: form.fields[0]) }
            model.submit(form, at: id)
            #expect(server.received.isEmpty)
            #expect(model.focus == .init(form: id, field: "password"))
            #expect(
                model.messages(of: form.fields[1], in: form, at: id) == [
                    FieldMessage(text: "This field is required.", isError: true)
                ]
            )
            #expect(model.messages(of: form.fields[0], in: form, at: id) == [])
        }
    }

    @Test("that is accepted is empty again, and works until then")
    func accepted() async throws {
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            try Self.fill(model)
            server.reply(.held(Self.state(2).document))
            model.submit(form, at: id)
            #expect(model.availability(of: "submit", at: id) == .pending)
            server.release()
            try await changed(model) { !$0.values(of: id).isEdited }
            #expect(server.received.map(\.body) == [["login": "ada", "password": "secret"]])
            #expect(model.availability(of: "submit", at: id) == .possible)
        }
    }

    @Test("that is rejected keeps everything but its secrets, and the secret gets the keyboard")
    func rejected() async throws {
        let wrong: JSONValue = ["code": "wrong", "level": "error", "text": "Incorrect password."]
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            try Self.fill(model)
            server.reply(.state(Self.state(2, messages: [wrong]).document))
            model.submit(form, at: id)
            try await changed(model) { $0.rejections == 1 }
            #expect(model.values(of: id).text(of: form.fields[0]) == "ada")
            #expect(model.values(of: id).text(of: form.fields[1]) == "")
            #expect(model.focus == .init(form: id, field: "password"))
            #expect(model.front?.messages.map(\.text) == ["Incorrect password."])
            #expect(model.notice == nil)
        }
    }

    @Test("that is rejected with a message about a field gives that field the keyboard")
    func rejectedField() async throws {
        let wrong: JSONValue = ["code": "wrong", "level": "error", "pointer": "/login", "text": "Taken."]
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            try Self.fill(model)
            server.reply(.state(Self.state(2, messages: [wrong]).document))
            model.submit(form, at: id)
            try await changed(model) { $0.rejections == 1 }
            #expect(model.focus == .init(form: id, field: "login"))
            #expect(
                model.messages(of: form.fields[0], in: form, at: id) == [FieldMessage(text: "Taken.", isError: true)]
            )
        }
    }

    @Test("that a problem refuses has the reasons at its fields, and no notice")
    func refused() async throws {
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            try Self.fill(model)
            let reason: JSONValue = ["pointer": "/login", "code": "minLength", "detail": "Too short."]
            server.reply(.problem(422, ["type": "/problems/invalid-payload", "title": "Invalid", "errors": [reason]]))
            model.submit(form, at: id)
            try await changed(model) { $0.rejections == 1 }
            #expect(model.messages(of: form.fields[0], in: form, at: id).map(\.text) == ["Too short."])
            #expect(model.values(of: id).text(of: form.fields[1]) == "")
            #expect(model.focus == .init(form: id, field: "login"))
            #expect(model.notice == nil)
            model.edit(form, at: id) { $0.set("adam", of: form.fields[0]) }
            #expect(model.messages(of: form.fields[0], in: form, at: id) == [])
        }
    }

    @Test("for a code gets the keyboard when its screen comes, and is sent with the last digit")
    func code() async throws {
        let schema: JSONValue = [
            "type": "object", "properties": ["code": ["type": "string", "pattern": "^[0-9]{6}$"]],
        ]
        try await withModel(Self.state(form: Self.code, schema: schema)) { model, server in
            let (form, id) = try model.form()
            #expect(model.focus == .init(form: id, field: "code"))
            server.reply(.state(Self.state(2, form: Self.code, schema: schema).document))
            model.edit(form, at: id) { $0.set("123 45", of: form.fields[0]) }
            model.edit(form, at: id) { $0.set("123 456", of: form.fields[0]) }
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map(\.body) == [["code": "123 456"]])
        }
    }

    @Test("keeps a draft for another instance of its screen, without secrets")
    func draft() async throws {
        try await withModel(Self.state()) { model, server in
            let (form, id) = try model.form()
            try Self.fill(model)
            let screen = try #require(model.front?.screen)
            while await model.session.session.draft(of: FormID(screen, output: "submit")) == nil { await Task.yield() }
            #expect(await model.session.session.draft(of: FormID(screen, output: "submit")) == ["login": "ada"])
            // Another device leaves the screen, and comes to another instance of it.
            var other = Self.state(2)
            other.stack = [("a", UsherRenderingTests.screen([]))]
            server.push(other.document)
            try await changed(model) { $0.state?.revision == 2 }
            #expect(!model.values(of: id).isEdited)
            other = Self.state(3)
            other.stack[0].key = "l"
            server.push(other.document)
            try await changed(model) { $0.state?.revision == 3 }
            let (again, next) = try model.form()
            #expect(next != id)
            await model.restoreDraft(of: again, at: next)
            #expect(model.values(of: next).text(of: form.fields[0]) == "ada")
            #expect(model.values(of: next).text(of: form.fields[1]) == "")
        }
    }

    @Test("tells how many characters are left when there are few")
    func length() async throws {
        let form: JSONValue = ["kind": "form", "output": "submit", "fields": [["name": "note", "input": "multiline"]]]
        let schema: JSONValue = ["type": "object", "properties": ["note": ["type": "string", "maxLength": 10]]]
        try await withModel(Self.state(form: form, schema: schema)) { model, _ in
            let (form, id) = try model.form()
            let member = model.schema(of: form, at: id)?.schema(of: "note")
            for (text, note) in [
                ("1234567", nil), ("12345678", "2 characters left"), ("👍👍👍👍👍👍👍👍👍", "1 character left"),
                ("12345678901", "1 character too many"),
            ] {
                model.edit(form, at: id) { $0.set(text, of: form.fields[0]) }
                #expect(model.lengthNote(of: form.fields[0], member, at: id) == note)
            }
        }
    }
}
