import JSON

extension Rule {
    static let idempotency = Rule("The rules", "`Idempotency-Key` is honored on every POST")
    static let order = Rule("Trying again", "One event at a time")
    static let tries = Rule("Trying again", "A request without a response")
    static let retryAfter = Rule("Trying again", "503 and 429")
    static let otherPages = Rule("Trying again", "A response that is not one of the API")
}

extension ConformanceCase {
    /// The cases of taps through a network with faults.
    static let taps = [
        ConformanceCase("a tap whose response is lost acts once", .idempotency) { run in
            try run.open()
            run.relay.add(.loseResponse) { $0.reports("add") }
            try run.perform("add")
            try run.expectOneKey(of: "add", tries: 2)
            let count = try run.serverHome("count")
            try run.expect("the tap acts once", count == 1, did: "It acted \(count?.integerValue ?? 0) times.")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
        },
        ConformanceCase("a tap whose request is lost twice is sent until it arrives", .tries) { run in
            try run.open()
            run.relay.add(.loseRequest, times: 2) { $0.reports("add") }
            try run.perform("add")
            try run.expectOneKey(of: "add", tries: 3)
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
        },
        ConformanceCase("a tap that the network doubles acts once", .idempotency) { run in
            try run.open()
            run.relay.add(.double) { $0.reports("work") }
            try run.perform("work")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
            let count = try run.serverHome("count")
            try run.expect("the tap acts once", count == 1, did: "It acted \(count?.integerValue ?? 0) times.")
        },
        ConformanceCase("409 without a state is tried again with the same key", .idempotency) { run in
            try run.open()
            run.relay.add(.respond(.keyInUse)) { $0.reports("add") }
            try run.perform("add")
            try run.expectOneKey(of: "add", tries: 2)
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
        },
        ConformanceCase("each tap has a key of its own", .idempotency) { run in
            try run.open()
            try run.perform("add")
            try run.perform("add")
            let keys = run.tries(of: "add").map { $0.key ?? "none" }
            try run.expect("two taps with two keys", Set(keys).count == 2, did: "The keys are \(keys).")
            try run.wait("the count 2 on the screen") { run.home("count") == 2 }
        },
        ConformanceCase("a session whose first response is lost is not started twice", .idempotency) { run in
            run.relay.add(.loseResponse) { $0.method == "POST" && $0.path == "/v1/sessions" }
            try run.open()
            let keys = run.relay.requests.filter { $0.path == "/v1/sessions" }.map { $0.key ?? "none" }
            try run.expect(
                "two tries of the first request with one Idempotency-Key",
                keys.count == 2 && Set(keys).count == 1 && keys[0] != "none",
                did: "The keys are \(keys)."
            )
        },
        ConformanceCase("taps act in the order of the user", .order) { run in
            try run.open()
            let gate = Gate()
            run.relay.add(.holdRequest(gate)) { $0.reports("append") }
            let taps = try ["a", "b", "c"].map { try run.report("append", .string($0)) }
            run.watch(for: .milliseconds(700))
            gate.open()
            for tap in taps { try run.expect("accepted", of: tap) }
            let log = try run.serverHome("log")
            try run.expect("the texts a, b and c in this order", log == "abc", did: "The server has \(text(log)).")
        },
        ConformanceCase("503 with Retry-After is waited for", .retryAfter) { run in
            try run.open()
            run.relay.add(.respond(.unavailable(seconds: 2))) { $0.reports("add") }
            try run.perform("add")
            try run.expectOneKey(of: "add", tries: 2)
            let tries = run.tries(of: "add")
            let pause = tries[1].time - tries[0].time
            try run.expect(
                "a pause of two seconds before the next try",
                pause > .milliseconds(1_900),
                did: "The next try came after \(pause)."
            )
        },
        ConformanceCase("a page of the network's own is neither a state nor an outcome", .otherPages) { run in
            try run.open()
            let before = run.revisions.count
            run.relay.add(.respond(.loginPage)) { $0.reports("add") }
            try run.perform("add")
            try run.expectOneKey(of: "add", tries: 2)
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
            try run.expect("no session but this one", run.over == nil && run.revisions.count > before)
        },
    ]

    /// The cases of taps beside changes by others.
    static let liveData = [
        ConformanceCase(
            "taps beside data that changes every 150 ms are neither lost nor doubled",
            Rule("The rules", "The revision is the ETag")
        ) { run in
            try run.open()
            try run.perform("goLive")
            try run.wait("the live data on the screen") { (run.home("ticks")?.integerValue ?? 0) >= 2 }
            for number in 0..<6 {
                // The data changes while the first request for the tap is on its way.
                let gate = Gate()
                run.relay.add(.holdRequest(gate)) { $0.reports("append") }
                let tap = try run.report("append", .string(String(number)))
                try run.wait("a request for tap \(tap)") {
                    run.tries(of: "append").contains {
                        String(decoding: $0.message.body, as: UTF8.self) == "\"\(number)\""
                    }
                }
                let before = try run.serverHome("ticks")
                try run.wait("a change of the data") { try run.serverHome("ticks") != before }
                run.watch(for: .milliseconds(60))
                gate.open()
                try run.expect("accepted", of: tap)
            }
            try run.actElsewhere("goQuiet")
            let log = try run.serverHome("log")
            try run.expect("the texts 0 to 5, each once", log == "012345", did: "The server has \(text(log)).")
        },
        ConformanceCase(
            "a response that is older than the state on the screen is dropped",
            Rule("Drawing and reporting", "The newer of two states")
        ) { run in
            try run.open()
            let gate = Gate()
            run.relay.add(.holdResponse(gate)) { $0.reports("add") }
            let tap = try run.report("add")
            try run.expect(
                "a request for the tap",
                run.relay.wait(within: run.limit) { $0.contains { $0.reports("add") && $0.status == 200 } }
            )
            try run.actElsewhere("append", "x")
            try run.actElsewhere("append", "y")
            // A client that follows the session while it waits for a response has the newer state now.
            try? run.wait("the newer state", within: .seconds(2)) { run.home("log") == "xy" }
            gate.open()
            try run.expect("accepted", of: tap)
            try run.wait("the newest state") { run.home("log") == "xy" && run.home("count") == 1 }
            run.watch(for: .milliseconds(300))
            let revisions = run.revisions.map(\.revision)
            try run.expect("revisions that only grow", revisions == revisions.sorted(), did: "It showed \(revisions).")
        },
    ]
}

/// A value of the state for a sentence.
func text(_ value: JSONValue?) -> String { value.map { String(decoding: $0.json, as: UTF8.self) } ?? "nothing" }

extension HTTPMessage {
    /// The response of a server that can't act now.
    static func unavailable(seconds: Int) -> HTTPMessage {
        HTTPMessage(
            status: 503,
            fields: [("Content-Type", "application/problem+json"), ("Retry-After", "\(seconds)")],
            body: #"{"type":"/problems/unavailable","title":"Unavailable","status":503,"detail":"Try again later."}"#
        )
    }

    /// The response to a further try while the first one is still running.
    static let keyInUse = HTTPMessage(
        status: 409,
        fields: [("Content-Type", "application/problem+json"), ("Retry-After", "1")],
        body: #"{"type":"/problems/idempotency-key-in-use","title":"In use","status":409,"detail":"Try again later."}"#
    )

    /// A page with which a network asks its user to log in, in place of the server's response.
    static let loginPage = HTTPMessage(
        status: 200,
        fields: [("Content-Type", "text/html; charset=utf-8")],
        body: "<!doctype html><title>Welcome</title><p>Log in to use this network.</p>"
    )
}
