import Coordination
import HTTPCore
import JSON
import Testing

@testable import Accounts
@testable import Sessions

@Suite("A sign-up in a session")
struct SignUpWalkTests {
    @Test("the items application goes from login to onboarding, and each step is a revision")
    func signIn() async throws {
        let server = try ItemsServer()
        let session = try await server.start()
        #expect(session.stack == ["login"])
        #expect(session.view.record.revision == 1)
        try await session.report("submit", ["login": "demo", "password": "wrong"])
        #expect(session.view.status == .active)
        #expect(session.messages == ["auth.refused"])
        try await session.report("submit", ["login": "demo", "password": "demo-password"])
        #expect(session.stack == ["onboarding"])
        #expect(session.view.record.revision == 5)
        server.registry.close()
    }

    @Test("signing up verifies a phone with the code that was sent to it")
    func signUp() async throws {
        let server = try ItemsServer()
        let session = try await server.start()
        try await session.report("signUp")
        try await session.report("terms")
        try await session.report("confirmChanged", .bool(true))
        try await session.goBack()
        try await session.report("submit", ["login": "anna", "password": "correct horse"])
        #expect(session.stack == ["login", "signUp", "phoneList"])
        try await session.report("addPhone")
        try await session.report("submit", ["phone": "+49 170 7654321"])
        #expect(session.stack == ["login", "signUp", "phoneList", "addPhone", "verifyPhone"])
        let document = try await JSONValue(
            parsing: server.inbox.respond(to: HTTPRequest(target: "/dev/inbox")).body.bytes
        )
        let code = try #require(document["messages"]?.arrayValue?.last?["code"]?.stringValue)
        try await session.report("submit", ["code": .string(code)])
        await session.whenIdle()
        #expect(session.stack == ["onboarding"])
        server.registry.close()
    }
}
