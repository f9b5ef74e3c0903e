import JSON
import RawHTTP
import Testing

@Suite("The eleven rules over HTTP")
struct RuleTests {
    @Test("Rule 1: a second tap on a screen that is covered since the first is stale, and pushes nothing twice")
    func staleScreen() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let list = client.focus
            try client.report("itemSelected", 1)
            let response = try client.sendOutput("itemSelected", 1, from: list)
            #expect(response.status == 409)
            #expect(response.json["state"] == client.state)
            try client.read()
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
        }
    }

    @Test("Rule 2: an output that only the application coordinator handles bubbles to it")
    func bubbling() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("logOut")
            #expect(client.layout == "[login]")
        }
    }

    @Test("Rule 5: going back frees a flow, so it starts again the next time")
    func backFreesFlows() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("changePhone")
            let first = client.focus
            try client.back()
            #expect(client.layout == "T0[itemsList] T1*[settings]")
            try client.report("changePhone")
            #expect(client.focus != first)
            #expect(client.layout == "T0[itemsList] T1*[settings, phoneList]")
        }
    }

    @Test("Rule 6: going back past the root or to an unknown screen changes nothing and is no error")
    func backToNowhere() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let list = client.focus
            try client.report("itemSelected", 1)
            for key in ["k9999", "nonsense", client.focus, client.key(ofTab: "items")] {
                let before = client.state
                try client.back(to: key)
                #expect(client.state == before)
            }
            try client.back(to: list)
            #expect(client.focus == list)
        }
    }

    @Test("Rule 7: a dismissal removes one modal with all its screens")
    func dismiss() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            try client.report("chooseCategory")
            try client.dismiss()
            #expect(client.layout == "T0*[itemsList] T1[]")
            #expect(client.state["gestures"] == [:])
            let before = client.state
            try client.dismiss()
            #expect(client.state == before)
        }
    }

    @Test("Rule 8: a tap on the selected tab pops it to its root and changes no other tab")
    func repeatedTap() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("changePhone")
            try client.select(tab: "items")
            try client.report("itemSelected", 2)
            try client.select(tab: "items")
            #expect(client.layout == "T0*[itemsList] T1[settings, phoneList]")
        }
    }

    @Test("Rule 8: a tab behind a modal is stale")
    func tabBehindModal() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            let response = try client.send("POST", "/tabs/\(client.key(ofTab: "settings"))")
            #expect(response.status == 409)
            #expect(response.json["state"] == client.state)
        }
    }

    @Test("Rule 11: the onboarding of one session does not affect another")
    func sessionFlags() async throws {
        try await RunningServer.run { server in
            _ = try server.startInMain()
            let other = try server.start()
            #expect(other.layout == "[login]")
            try other.signIn()
            #expect(other.layout == "[onboarding]")
        }
    }

    @Test("An account's phones belong to the account, in every session")
    func accountFacts() async throws {
        try await RunningServer.run { server in
            let first = try server.start()
            try first.signUp("bea")
            try first.verifyPhone("+491701111111")
            let second = try server.start()
            try second.report("submit", ["login": "bea", "password": "a long password"])
            #expect(second.layout == "[onboarding]")
        }
    }
}
