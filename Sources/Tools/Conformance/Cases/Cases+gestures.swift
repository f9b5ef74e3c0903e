import JSON

extension Rule {
    static let stale = Rule("The rules", "**Errors** are RFC 9457 problems")
    static let goingBack = Rule("Going back", "Every transition of an application")
}

extension ConformanceCase {
    /// The cases of gestures, and of taps that come too late.
    static let gestures = [
        ConformanceCase("409 for a screen that is covered by now draws the state of the problem", .stale) { run in
            try run.open()
            let gate = Gate()
            hideChanges(run, until: gate)
            try run.actElsewhere("openNews")
            let tap = try run.report("add")
            let outcome = try run.outcome(of: tap)
            try run.expect("the tap is not accepted", outcome != "accepted", did: "Its outcome was “\(outcome)”.")
            try run.wait("the screen news in front, from the state of the problem") { run.front == "news" }
            gate.open()
        },
        ConformanceCase(
            "back has a condition, and 412 draws the state of the problem",
            Rule("Drawing and reporting", "A back gesture of the system")
        ) { run in
            try run.open()
            try run.perform("openSteps")
            try run.wait("the screen firstStep in front") { run.front == "firstStep" }
            try run.perform("next", on: "firstStep")
            try run.wait("the screen secondStep in front") { run.front == "secondStep" }
            let gate = Gate()
            hideChanges(run, until: gate)
            try run.actElsewhere(at: "back", [:])
            let outcome = try run.outcome(of: run.tap(["do": "back"]))
            let front = CaseRun.front(try run.serverState())
            try run.expect(
                "a way back that another device has gone already is not gone twice",
                front == "firstStep",
                did: "The outcome was “\(outcome)”, and “\(front ?? "nothing")” is in front at the server."
            )
            try run.wait("the screen firstStep in front, from the state of the problem") { run.front == "firstStep" }
            gate.open()
        },
        ConformanceCase("a question is asked before a gesture that discards", .goingBack) { run in
            try run.open()
            try run.perform("openForm")
            try run.wait("the screen form in front") { run.front == "form" }
            try run.expect("unconfirmed", of: run.tap(["do": "back"]))
            let isSent = run.relay.requests.contains { $0.name == "back" }
            try run.expect("nothing is sent before the user has agreed", !isSent, did: "It sent `back`.")
            try run.expect("accepted", of: run.tap(["do": "back", "confirmed": true]))
            try run.wait("the screen home in front") { run.front == "home" }
        },
        ConformanceCase("a gesture that the state does not list is not sent", .goingBack) { run in
            try run.open()
            try run.perform("openSteps")
            try run.wait("the screen firstStep in front") { run.front == "firstStep" }
            try run.perform("next", on: "firstStep")
            try run.wait("the screen secondStep in front") { run.front == "secondStep" }
            // Behind the barrier only the first screen is left to go back to, and from there nothing.
            try run.perform("order", on: "secondStep")
            try run.wait("the screen ordered in front") { run.front == "ordered" }
            if run.shown?["gestures"]?["back"] != nil {
                try run.expect("accepted", of: run.tap(["do": "back"]))
                try run.wait("the screen home in front") { run.front == "home" }
            }
            let before = run.relay.requests.filter { $0.name == "back" }.count
            let outcome = try run.outcome(of: run.tap(["do": "back"]))
            let sent = run.relay.requests.filter { $0.name == "back" }.count - before
            try run.expect(
                "no request, and an outcome other than “accepted”",
                sent == 0 && outcome != "accepted",
                did: "It sent `back` \(sent) times, and the outcome was “\(outcome)”."
            )
        },
        ConformanceCase(
            "a sheet is dismissed, and tabs are selected",
            Rule("The calls", "POST /v1/sessions/{id}/dismiss")
        ) {
            run in
            try run.open()
            try run.perform("openSheet")
            try run.wait("the screen sheet in front") { run.front == "sheet" }
            try run.expect("accepted", of: run.tap(["do": "dismiss"]))
            try run.wait("the screen home in front") { run.front == "home" }
            let isDismissed = run.relay.requests.contains { $0.name == "dismiss" }
            try run.expect("a request `dismiss`", isDismissed, did: "It sent none.")
            try run.perform("openTabs")
            try run.wait("the tab one") { run.screen("page") != nil }
            let tabs = run.shown?["navigation"]?["routes"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
            try run.expect("two tabs in the navigation", tabs.count == 2)
            try run.expect("accepted", of: run.tap(["do": "tab", "tab": .string(tabs[1])]))
            try run.wait("the tab two in front") {
                run.shown?["focus"]?.stringValue.flatMap { run.shown?["screens"]?[$0]?["props"]?["tab"] } == "two"
            }
        },
    ]

    /// The cases of sessions that are over.
    static let ends = [
        ConformanceCase(
            "an ended session is shown as ended, and not followed any more",
            Rule("Drawing and reporting", "The end")
        ) { run in
            try run.open()
            _ = try run.report("end")
            try run.wait("a state with the status ended") { run.shown?["status"] == "ended" }
            run.watch(for: .milliseconds(800))
            let before = run.relay.requests.count
            run.watch(for: .seconds(2))
            let later = run.relay.requests.dropFirst(before)
            try run.expect(
                "no request after the end",
                later.isEmpty && run.relay.streamCount == 0,
                did: "It sent \(later.count) more, and \(run.relay.streamCount) streams are open."
            )
        },
        ConformanceCase("the user learns that a session has expired", Rule("The rules", "410 is for a session")) {
            run in
            try run.open()
            try run.perform("add")
            run.server.expireSessions()
            _ = try run.report("add")
            try run.wait("“over” with “expired”") { run.over == "expired" }
        },
        ConformanceCase(
            "an expired session goes on by the request in `resume`",
            Rule("Resuming an expired session", "If its client had used it"),
            needs: [.resume]
        ) { run in
            try run.open()
            try run.perform("add")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
            let id = run.shown?["id"]
            run.server.expireSessions()
            _ = try run.report("add")
            try run.wait("“over” for any reason") { run.over != nil }
            run.drive(["do": "resume"])
            try run.wait("another session with the count 1") { run.shown?["id"] != id && run.home("count") == 1 }
        },
    ]
}

/// Hides every change by others from the client until the gate opens.
private func hideChanges(_ run: CaseRun, until gate: Gate) {
    run.relay.changeEvents { _ in [] }
    run.relay.add(.holdRequest(gate), times: nil) { $0.method == "GET" }
    // A poll that is open already would bring the change.
    run.relay.holdOpenResponses(until: gate)
}
