import Applications
import JSON
import RawHTTP
import Testing

@Suite("Scenarios of profile over HTTP")
struct ProfileScenarioTests {
    private static func cities(_ client: AppClient, _ screen: String) -> [String] {
        let props = client.state["screens"]?[client.key(ofScreen: screen)]?["props"]
        return (props?["profile"]?["cities"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }

    @Test("G1, G2, G3: the selected city is on the first screen, and the list is removed")
    func city() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile"])
            #expect(client.layout == "[userEdit]")
            #expect(client.props["user"]?["name"] == "Pavel Gurov")
            #expect(client.props["user"]?["city"]?["name"] == "Moscow")
            try client.report("selectCity")
            #expect(client.layout == "[userEdit, cities]")
            try client.report("citySelected", "Tokyo")
            #expect(client.layout == "[userEdit]")
            #expect(client.props["user"]?["city"]?["name"] == "Tokyo")
        }
    }

    @Test("G5: going back leaves the city unchanged")
    func back() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile"])
            try client.report("selectCity")
            try client.back()
            #expect(client.layout == "[userEdit]")
            #expect(client.props["user"]?["city"]?["name"] == "Moscow")
        }
    }

    @Test("G8: a federal city returns to the first screen")
    func federal() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile", "link": "usher://profile/services"])
            #expect(client.layout == "[profileEdit]")
            try client.report("selectCity")
            #expect(client.layout == "[profileEdit, regions]")
            try client.report("citySelected", "St Petersburg")
            #expect(client.layout == "[profileEdit]")
            #expect(Self.cities(client, "profileEdit") == ["St Petersburg"])
        }
    }

    @Test("G9: a city of a region goes back two screens in one step")
    func region() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile", "link": "usher://profile/services"])
            try client.report("selectCity")
            try client.report("regionSelected", "Tatarstan")
            #expect(client.layout == "[profileEdit, regions, cities]")
            let revision = client.revision
            try client.report("citySelected", "Kazan")
            #expect(client.layout == "[profileEdit]")
            #expect(client.revision == revision + 1)
            #expect(Self.cities(client, "profileEdit") == ["Kazan"])
        }
    }

    @Test("G10: several cities are counted by region on the covered screens at once")
    func several() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile", "link": "usher://profile/services/several"])
            try client.report("selectCity")
            try client.report("citySelected", "Moscow")
            try client.report("regionSelected", "Tatarstan")
            try client.report("citySelected", "Kazan")
            try client.report("citySelected", "Almetyevsk")
            #expect(client.layout == "[profileEdit, regions, cities]")
            #expect(Self.cities(client, "profileEdit") == ["Kazan", "Almetyevsk"])
            let regions = client.state["screens"]?[client.key(ofScreen: "regions")]
            #expect(regions?["props"]?["counts"] == ["Tatarstan": 2])
            try client.report("done")
            #expect(client.layout == "[profileEdit]")
        }
    }

    @Test("G11: a session keeps one look, looks differ between sessions, and both have the same flow")
    func looks() async throws {
        try await RunningServer.run { server in
            var looks: Set<String> = []
            for _ in 0..<64 where looks.count < 2 {
                let client = try server.start(["app": "profile"])
                try client.report("selectCity")
                let look = try #require(client.focused["variant"]?.stringValue)
                #expect(client.focused["view"]?.arrayValue?.first?["kind"] == .string(look))
                #expect(client.focused["outputs"]?.arrayValue?.map { $0["name"] } == ["citySelected"])
                looks.insert(look)
                try client.report("citySelected", "New York")
                #expect(client.layout == "[userEdit]")
                #expect(client.props["user"]?["city"]?["name"] == "New York")
                try client.open("usher://profile/services")
                try client.report("selectCity")
                try client.report("regionSelected", "Perm Krai")
                #expect(client.focused["variant"] == .string(look))
            }
            #expect(looks == ["list", "map"])
        }
    }

    @Test("G12: the screens' outputs are published with the application, independent of their order in a flow")
    func contract() async throws {
        try await RunningServer.run { server in
            let screens = try server.connect().exchange("GET", "/v1/apps/profile").json["screens"]?.arrayValue ?? []
            #expect(screens.compactMap { $0["name"] } == ["cities", "profileEdit", "regions", "userEdit"])
            let cities = try #require(screens.first { $0["name"] == "cities" })
            #expect(cities["outputs"]?.arrayValue?.map { $0["name"] } == ["citySelected", "done"])
        }
    }

    @Test("G14: a report of a covered or removed screen is stale and changes nothing")
    func stale() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile"])
            let userEdit = client.focus
            try client.report("selectCity")
            let cities = client.focus
            for (output, screen) in [("selectCity", userEdit), ("citySelected", "k99")] {
                let response = try client.sendOutput(output, output == "selectCity" ? nil : "Tokyo", from: screen)
                #expect(response.status == 409)
                #expect(response.json["state"]?["revision"] == .integer(client.revision))
            }
            try client.report("citySelected", "Tokyo")
            #expect(try client.sendOutput("citySelected", "Moscow", from: cities).status == 409)
            try client.read()
            #expect(client.props["user"]?["city"]?["name"] == "Tokyo")
        }
    }

    @Test("a saved name is shown on the first screen, and a blank one is rejected")
    func saved() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "profile"])
            try client.report("editAreas")
            #expect(client.layout == "[userEdit, profileEdit]")
            try client.report("save", ["name": " "])
            #expect(client.messages == ["profile.noName"])
            try client.report("save", ["name": "Pasha"])
            #expect(client.layout == "[userEdit]")
            #expect(client.messages == ["profile.saved"])
            #expect(client.props["user"]?["name"] == "Pasha")
        }
    }
}
