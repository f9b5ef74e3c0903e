import NightTrain
import Notifications
import RailServices
import Sessions
import Testing
import Uploads
import UsherServer

@Suite("The night trains over HTTP")
struct ServerTests {
    /// A PNG of this size, as far as anyone looks at it.
    static func picture(width: UInt8, height: UInt8) -> [UInt8] {
        [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 3, width, 0, 0,
            2, height,
        ]
    }

    /// Runs a test with a server of both applications on a free port.
    private func serve(_ body: (String) async throws -> Void) async throws {
        var effects = EffectHandlers()
        effects.connect(to: RailOffice(), appToken: "token of the app")
        effects.uploadStore = try FolderUploads.temporary()
        effects.notifyUsers()
        var settings = UsherServer.Settings()
        settings.http.port = 0
        settings.api.options = [.uploads(), .notifications]
        let server = try UsherServer(
            applications: [TrainsApplication.make(), BookingApplication.make()],
            effects: effects,
            settings: settings
        )
        try await server.start()
        do { try await body(server.address) } catch { Issue.record(error) }
        await server.stop()
    }

    private func start(_ server: String, to: String) async throws -> RailClient {
        let input = ["from": "AT-Vienna", "to": to, "day": "2026-12-24"]
        let client = try await RailClient(
            server,
            ["app": "booking", "embedded": true, "identity": "token of the app", "input": input]
        )
        if client.screen == "connections", client.prop("trains") as [Any]? == nil { try await client.wait() }
        try await client.report("choose", "NJ 466")
        try await client.report("book")
        return client
    }

    @Test("the server finds the size of an uploaded picture, and books the train for the user of the app")
    func booked() async throws {
        try await serve { server in
            let client = try await start(server, to: "GB-London")
            try await client.report("submit", ["name": "Ada", "discount": "none"])
            #expect(client.screen == "passport")
            #expect(try await client.upload(Array("no picture".utf8), "image/png", field: "photo").status == 422)
            #expect(try await client.upload([1], "text/plain", field: "photo").status == 415)
            let photo = try await client.upload(Self.picture(width: 0x20, height: 0x58), "image/png", field: "photo")
            #expect(photo.status == 201)
            try await client.report("submit", ["number": "P12345", "photo": ["id": photo.json["id"] ?? ""]])
            #expect(client.screen == "passportCheck")
            #expect((client.prop("picture") as [String: Any]?)?["width"] as? Int == 800)
            try await client.report("confirm")
            try await client.report("next")
            try await client.report("choose", 4)
            try await client.report("pay")
            #expect(client.screen == "payment")
            try await client.report("submit", ["number": "4111111111110002"])
            #expect(client.screen == "payment")
            try await client.report("submit", ["number": "4111111111111111"])
            #expect(client.screen == "ticket")
            try await client.report("close")
            #expect((client.state["result"] as? [String: Any])?["status"] as? String == "booked")
        }
    }

    @Test("a session of a train sees at once what another one chooses")
    func compartments() async throws {
        try await serve { server in
            let (first, second) = (
                try await start(server, to: "AT-Salzburg"), try await start(server, to: "AT-Salzburg")
            )
            for client in [first, second] {
                try await client.report("submit", ["name": "Ada", "discount": "none"])
                try await client.report("next")
                #expect(client.screen == "compartments" && client.prop("taken") != [5])
            }
            try await first.report("choose", 5)
            #expect(first.screen == "review")
            while second.prop("taken") != [5] { try await second.wait() }
            try await second.report("choose", 5)
            #expect(second.screen == "compartments")
        }
    }
}
