import JSON

extension Rule {
    static let onlyAdded = Rule("The state API, version 1", "Within version 1 members are only added")
    static let stream = Rule("The event stream", "After a lost connection")
    static let misfit = Rule("The event stream", "A patch whose `from`")
    static let unknownEvents = Rule("The event stream", "An event of another name")
    static let renewal = Rule("The rules", "The token changes when a user proves an identity")
}

extension ConformanceCase {
    /// The cases of states with something that the client does not know.
    static let states = [
        ConformanceCase("unknown members do no harm", .onlyAdded) { run in
            run.relay.changeDocuments { document in addUnknownMembers(to: &document) }
            try run.open()
            try run.perform("add")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
        },
        ConformanceCase("elements of unknown kinds do no harm", .onlyAdded) { run in
            try run.open()
            try run.perform("openMuseum")
            try run.wait("the screen museum in front") { run.front == "museum" }
            try run.expect("accepted", of: run.tap(["do": "back"]))
            try run.wait("the screen home in front") { run.front == "home" }
        },
        ConformanceCase(
            "an element of an unknown kind is drawn as its fallback",
            Rule("The elements of a view", "An element of a kind that a client does not know"),
            needs: [.elements]
        ) { run in
            try run.open()
            try run.perform("openMuseum")
            try run.wait("the text “A gauge for steam” among the texts that are drawn") {
                run.texts.contains { $0.contains("A gauge for steam") }
            }
        },
    ]

    /// The cases of clients that follow the session.
    static let streams = [
        ConformanceCase("an unknown event of the stream does no harm", .unknownEvents, needs: [.stream]) { run in
            run.relay.changeEvents { event in
                event.name == nil ? [event] : [StreamEvent(name: "weather", data: ["degrees": 21]), event]
            }
            try run.open()
            try untilStreamIsOpen(run)
            try run.actElsewhere("append", "x")
            try run.wait("the text x on the screen") { run.home("log") == "x" }
            try run.perform("add")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
        },
        ConformanceCase(
            "a patch for another revision makes the client read the whole state",
            .misfit,
            needs: [.stream]
        ) { run in
            try run.open()
            try untilStreamIsOpen(run)
            // The event with the screen in front is lost, and the next one is a patch from the revision after it.
            run.relay.changeEvents { event in
                let paths = event.data?["patch"]?.arrayValue?.compactMap { $0["path"]?.stringValue } ?? []
                return paths.contains("/focus") ? [] : [event]
            }
            try run.actElsewhere("goLive")
            try run.actElsewhere("openNews")
            try run.wait("the screen news in front") { run.front == "news" }
        },
        ConformanceCase(
            "a stream that is cut off is followed again from its last revision",
            .stream,
            needs: [.stream]
        ) { run in
            try run.open()
            try untilStreamIsOpen(run)
            try run.actElsewhere("append", "x")
            try run.wait("the text x on the screen") { run.home("log") == "x" }
            let revision = run.revisions.last?.revision ?? 0
            let before = run.relay.requests.count
            run.relay.cutStreams()
            try run.wait("another stream, with the last revision as Last-Event-ID or patch-from") {
                run.relay.requests.dropFirst(before).contains { $0.isStream && $0.follows(revision) }
            }
            try run.actElsewhere("append", "y")
            try run.wait("the text xy on the screen") { run.home("log") == "xy" }
        },
        ConformanceCase(
            "a client whose stream is refused follows the session all the same",
            Rule("The event stream", "A client that gets no stream")
        ) { run in
            let page = HTTPMessage(
                status: 501,
                fields: [("Content-Type", "text/html")],
                body: "<p>No streams here.</p>"
            )
            run.relay.add(.respond(page), times: nil) { $0.isStream }
            try run.open()
            run.watch(for: .milliseconds(300))
            try run.actElsewhere("append", "x")
            try run.wait("the text x on the screen") { run.home("log") == "x" }
        },
    ]

    /// The cases of credentials that change.
    static let credentials = [
        ConformanceCase("the renewed token is used", .renewal) { run in
            try run.open()
            try signIn(run)
            try run.perform("add")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
            try run.expect("no other session", run.over == nil)
        },
        ConformanceCase("the renewed token is used when the response with it was lost", .renewal) { run in
            try run.open()
            run.relay.add(.loseResponse) { $0.reports("enter") }
            try signIn(run)
            try run.expectOneKey(of: "enter", tries: 2)
            try run.perform("add")
            try run.expect("no other session", run.over == nil)
        },
        ConformanceCase("401 `credential-replaced` beside a sign-in is no end of the session", .renewal) { run in
            try run.open()
            let gate = Gate()
            run.relay.add(.holdResponse(gate)) { $0.reports("enter") }
            try run.perform("openSignIn")
            try run.wait("the screen signIn in front") { run.front == "signIn" }
            let tap = try run.report("enter", ["password": .string(CheckPassword.right)], on: "signIn", isSecret: true)
            // The server ends the stream, and rejects what comes with the old token.
            run.watch(for: .seconds(2))
            gate.open()
            try run.expect("accepted", of: tap)
            try run.wait("the screen home in front") { run.front == "home" }
            try run.perform("add")
            try run.expect("no other session", run.over == nil)
        },
        ConformanceCase("the session is followed with the renewed token", .renewal) { run in
            try run.open()
            try signIn(run)
            run.watch(for: .milliseconds(500))
            try run.actElsewhere("append", "x")
            try run.wait("the text x on the screen") { run.home("log") == "x" }
        },
    ]
}

private func untilStreamIsOpen(_ run: CaseRun) throws {
    try run.wait("a stream of the session") { run.relay.streamCount > 0 }
}

/// Lets the user of the client enter the right password.
func signIn(_ run: CaseRun) throws {
    try run.perform("openSignIn")
    try run.wait("the screen signIn in front") { run.front == "signIn" }
    try run.perform("enter", ["password": .string(CheckPassword.right)], on: "signIn", isSecret: true)
    try run.wait("the screen home in front, with one sign-in") { run.front == "home" && run.home("signIns") == 1 }
}

/// Adds members of a later version everywhere in a state.
private func addUnknownMembers(to document: inout JSONValue) {
    document.setMember("weather", to: ["degrees": 21])
    for name in ["navigation", "gestures"] { document.updateMember(name) { $0.setMember("weather", to: "sunny") } }
    document.updateMember("screens") { screens in
        for key in screens.objectValue?.keys ?? [] {
            screens.updateMember(key) { screen in
                screen.setMember("weather", to: [1, 2])
                for name in ["outputs", "view"] {
                    screen.updateMember(name) { list in
                        list = .array(
                            (list.arrayValue ?? []).map { part in
                                var part = part
                                part.setMember("weather", to: nil)
                                return part
                            }
                        )
                    }
                }
            }
        }
    }
}

extension RecordedRequest {
    /// Whether a stream goes on from a revision.
    fileprivate func follows(_ revision: Int64) -> Bool {
        message["Last-Event-ID"] == String(revision)
            || message["Prefer"]?.contains("patch-from=\"\(revision)\"") == true
    }
}
