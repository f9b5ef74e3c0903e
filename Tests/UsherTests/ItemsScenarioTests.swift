import Coordination
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import Testing

@Suite("Scenarios of items over HTTP")
struct ItemsScenarioTests {
    @Test("P1: no user has signed in, so the first screen is the login")
    func launch() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            #expect(client.layout == "[login]")
        }
    }

    @Test("P2, P9: a user who has signed in sees the tutorial, and then the list")
    func onboarding() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signIn()
            #expect(client.layout == "[onboarding]")
            #expect(client.focused["title"] == "Welcome")
            try client.report("finish")
            #expect(client.layout == "T0*[itemsList] T1[]")
        }
    }

    @Test("P3: the tutorial is shown once in a session, so signing in again leads to the list")
    func onboardingOnce() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("logOut")
            #expect(client.layout == "[login]")
            try client.signIn()
            #expect(client.layout == "T0*[itemsList] T1[]")
        }
    }

    @Test("P4, P5: sign-up and terms are pushed over the login")
    func signUpAndTerms() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.report("signUp")
            #expect(client.layout == "[login, signUp]")
            #expect(client.props == ["confirmed": false])
            try client.report("terms")
            #expect(client.layout == "[login, signUp, terms]")
            #expect(client.props == ["confirmed": false])
        }
    }

    @Test("P6: the terms' switch also sets the covered sign-up, stays on the terms, and is remembered")
    func confirm() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.report("signUp")
            let signUp = client.focus
            try client.report("terms")
            try client.report("confirmChanged", true)
            #expect(client.layout == "[login, signUp, terms]")
            #expect(client.state["screens"]?[signUp]?["props"] == ["confirmed": true])
            try client.back()
            #expect(client.layout == "[login, signUp]")
            #expect(client.props == ["confirmed": true])
            try client.report("terms")
            #expect(client.props == ["confirmed": true])
            try client.report("confirmChanged", false)
            try client.back()
            #expect(client.props == ["confirmed": false])
            let response = try client.sendOutput("submit", ["login": "a", "password": "long enough"])
            #expect(response.status == 422)
        }
    }

    @Test("P8: a finished sign-up leads to the tutorial without a way back")
    func signedUp() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signUp()
            #expect(client.layout == "[login, signUp, phoneList]")
            try client.verifyPhone()
            #expect(client.layout == "[onboarding]")
            let before = client.revision
            try client.back()
            #expect(client.layout == "[onboarding]")
            #expect(client.revision == before)
        }
    }

    @Test("P10: an item is shown over the list without the tab bar, and going back shows the bar again")
    func detail() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("itemSelected", 3)
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
            #expect(client.focused["hides"] == ["tabBar"])
            #expect(client.focused["title"] == "Item 3")
            try client.back()
            #expect(client.layout == "T0*[itemsList] T1[]")
            #expect(client.focused["hides"] == nil)
        }
    }

    @Test("P11, P12: a new item is created in a modal, and hiding it leaves nothing")
    func createAndHide() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            #expect(client.layout == "T0*[itemsList] T1[] +modal[itemCreate]")
            try client.report("hide")
            #expect(client.layout == "T0*[itemsList] T1[]")
        }
    }

    @Test("P13: a finished item closes the modal and is shown over the list")
    func createAndComplete() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            try client.report("complete", ["title": "Bicycle"])
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
            #expect(client.focused["title"] == "Bicycle")
            try client.back()
            let items = client.props["items"]?.arrayValue ?? []
            #expect(items.count == 12)
            #expect(items.last?["title"] == "Bicycle")
        }
    }

    @Test("P14: a tab starts its flow once, and switching tabs changes no stack")
    func tabs() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("itemSelected", 4)
            try client.select(tab: "settings")
            #expect(client.layout == "T0[itemsList, itemDetail] T1*[settings]")
            let settings = client.focus
            for _ in 0..<3 {
                try client.select(tab: "items")
                #expect(client.layout == "T0*[itemsList, itemDetail] T1[settings]")
                try client.select(tab: "settings")
                #expect(client.layout == "T0[itemsList, itemDetail] T1*[settings]")
                #expect(client.focus == settings)
            }
        }
    }

    @Test("P17: a link shows an item over the list from every position, and dismisses modals")
    func linkToItem() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.open("usher://items/item/5")
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
            #expect(client.props["item"]?["id"] == 5)
            try client.select(tab: "settings")
            try client.open("usher://items/item/6")
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[settings]")
            #expect(client.props["item"]?["id"] == 6)
            try client.back()
            try client.report("createItem")
            try client.open("usher://items/settings")
            #expect(client.layout == "T0[itemsList] T1*[settings]")
            try client.open("usher://items/items")
            #expect(client.layout == "T0*[itemsList] T1[settings]")
        }
    }

    @Test("P17: a link that needs an account waits for the login and the tutorial")
    func parkedLink() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["link": "usher://items/item/5"])
            #expect(client.layout == "[login]")
            try client.signIn()
            #expect(client.layout == "[onboarding]")
            try client.report("finish")
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
            #expect(client.props["item"]?["id"] == 5)
        }
    }

    @Test("Links lead to every screen that can be opened from outside")
    func links() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            for (link, layout) in [
                ("login", "[login]"), ("signUp", "[login, signUp]"), ("terms", "[login, signUp, terms]"),
                ("onboarding", "[onboarding]"),
            ] {
                try client.open("usher://items/\(link)")
                #expect(client.layout == layout)
            }
            for (link, layout) in [
                ("signUp", "[login, signUp]"), ("terms", "[login, signUp, terms]"), ("onboarding", "[onboarding]"),
            ] {
                let fresh = try server.start(["link": .string("usher://items/\(link)")])
                #expect(fresh.layout == layout)
            }
        }
    }

    @Test("P19: an unknown link is rejected and changes nothing")
    func unknownLink() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let response = try client.send("POST", "/links", ["url": "usher://items/nowhere"])
            #expect(response.status == 422)
            let before = client.state
            try client.read()
            #expect(client.state == before)
        }
    }

    @Test("P21: going back at the root of a stack does nothing")
    func backAtRoot() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let before = client.state
            try client.back()
            #expect(client.state == before)
        }
    }

    @Test("P23: the form shows the input of its category and note screens, and leaving the flow discards it")
    func storage() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.report("createItem")
            try client.report("chooseCategory")
            #expect(client.layout == "T0*[itemsList] T1[] +modal[itemCreate, itemCategory]")
            try client.report("categorySelected", "Sport")
            try client.report("writeNote")
            try client.report("noteWritten", ["note": "Blue"])
            #expect(client.layout == "T0*[itemsList] T1[] +modal[itemCreate]")
            #expect(client.props == ["category": "Sport", "note": "Blue"])
            try client.dismiss()
            try client.report("createItem")
            #expect(client.props == [:])
            try client.report("chooseCategory")
            try client.report("categorySelected", "Tool")
            try client.report("writeNote")
            try client.report("noteWritten", ["note": "Heavy"])
            try client.report("complete", ["title": "Hammer"])
            #expect(client.props["item"] == ["id": 11, "title": "Hammer", "category": "Tool", "note": "Heavy"])
        }
    }

    @Test("P24: phone verification is the same from the sign-up and from the settings, and each flow continues")
    func phoneVerifyTwice() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signUp()
            var first: [String] = []
            func step(_ name: String, _ body: JSONValue? = nil) throws {
                try client.report(name, body)
                first.append(String(client.layout.split(separator: "phoneList").last ?? ""))
            }
            try step("addPhone")
            try step("submit", ["phone": "+491707654321"])
            try client.report("submit", ["code": .string(try server.code())])
            #expect(client.layout == "[onboarding]")
            #expect(first == [", addPhone]", ", addPhone, verifyPhone]"])
            try client.report("finish")
            try client.select(tab: "settings")
            try client.report("changePhone")
            #expect(client.layout == "T0[itemsList] T1*[settings, phoneList]")
            #expect(client.props["phones"] == ["+491707654321"])
            server.clock.advance(by: .seconds(31))
            try client.report("phoneSelected", "+491707654321")
            #expect(client.layout == "T0[itemsList] T1*[settings, phoneList, verifyPhone]")
            try client.report("submit", ["code": .string(try server.code())])
            #expect(client.layout == "T0[itemsList] T1*[settings]")
            #expect(client.messages == ["phone.saved"])
        }
    }

    @Test("Wrong credentials leave a message on the login and are no error, and the next report removes it")
    func wrongCredentials() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.report("submit", ["login": "demo", "password": "wrong"])
            #expect(client.layout == "[login]")
            #expect(client.messages == ["auth.refused"])
            try client.report("signUp")
            try client.back()
            #expect(client.messages == [])
        }
    }

    @Test("A wrong code counts, a fifth one expires the code, and a new one can be requested after thirty seconds")
    func wrongCodes() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signUp()
            try client.report("addPhone")
            try client.report("submit", ["phone": "0170"])
            #expect(client.messages == ["phone.malformed"])
            try client.report("submit", ["phone": "+49 (170) 765-4321"])
            #expect(client.props["phone"] == "+49 170 7654321")
            #expect(client.props["resendAvailableAt"] == "2026-11-21T09:30:30Z")
            let code = try server.code()
            let wrong = code == "000000" ? "111111" : "000000"
            try client.report("resend")
            #expect(client.messages == ["code.tooSoon"])
            for left in [4, 3, 2, 1] {
                try client.report("submit", ["code": .string(wrong)])
                #expect(client.messages == ["code.wrong"])
                #expect(client.props["attemptsLeft"] == .integer(Int64(left)))
            }
            try client.report("submit", ["code": .string(wrong)])
            #expect(client.messages == ["code.expired"])
            let response = try client.sendOutput("submit", ["code": .string(code)])
            #expect(response.status == 422)
            server.clock.advance(by: .seconds(31))
            try client.report("resend")
            #expect(client.messages == ["code.sent"])
            try client.report("submit", ["code": .string(try server.code())])
            #expect(client.layout == "[onboarding]")
        }
    }

    @Test("An item that is not on the list is rejected, and the stack stays")
    func unknownItem() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let response = try client.sendOutput("itemSelected", 99)
            #expect(response.status == 422)
            #expect(response.json["errors"]?[0]?["code"] == "item.unknown")
            let other = try client.sendOutput("itemSelected", "three")
            #expect(other.status == 422)
            try client.read()
            #expect(client.layout == "T0*[itemsList] T1[]")
        }
    }

    @Test(
        "Going back from the code and requesting it again leads to the same code with its remaining attempts"
    )
    func attemptsSurviveBack() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signUp()
            try client.report("addPhone")
            try client.report("submit", ["phone": "+491707654321"])
            let code = try server.code()
            try client.report("submit", ["code": .string(code == "000000" ? "111111" : "000000")])
            #expect(client.props["attemptsLeft"] == 4)
            try client.back()
            #expect(client.layout == "[login, signUp, phoneList, addPhone]")
            try client.report("submit", ["phone": "+491707654321"])
            #expect(client.layout == "[login, signUp, phoneList, addPhone, verifyPhone]")
            #expect(client.props["attemptsLeft"] == 4)
            #expect(client.messages == ["code.stillValid"])
            try client.report("submit", ["code": .string(code)])
            #expect(client.layout == "[onboarding]")
        }
    }

    @Test("Going back from the phone after signing up leads to a sign-up that can be repeated")
    func signUpAgain() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            try client.signUp("cleo")
            try client.back()
            #expect(client.layout == "[login, signUp]")
            try client.report("submit", ["login": "cleo", "password": "another password"])
            #expect(client.layout == "[login, signUp, phoneList]")
            try client.verifyPhone()
            #expect(client.layout == "[onboarding]")
        }
    }

    @Test("A sign-up with a taken login gets the responses of any other until a phone is verified")
    func takenLogin() async throws {
        try await RunningServer.run { server in
            let first = try server.start()
            try first.signUp("cleo")
            try first.verifyPhone()
            var seen: [[String]] = []
            for login in ["cleo", "unknown"] {
                let client = try server.start()
                try client.signUp(login)
                seen.append([client.layout] + client.messages)
            }
            #expect(seen == [["[login, signUp, phoneList]"], ["[login, signUp, phoneList]"]])
            let second = try server.start()
            try second.signUp("cleo")
            try second.verifyPhone("+49 170 7654322")
            #expect(second.layout == "[login, signUp]")
            #expect(second.messages == ["auth.taken"])
            try second.report("submit", ["login": "leo", "password": "a long password"])
            #expect(second.layout == "[onboarding]")
        }
    }
}
