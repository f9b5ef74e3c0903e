import JSON

extension ConformanceCase {
    /// The cases of lists.
    static let contents = [
        ConformanceCase(
            "a row is found by its key when the list has another order",
            Rule("Drawing and reporting", "Keys"),
            needs: [.elements]
        ) { run in
            try run.open()
            for turns in 1...3 {
                try run.actElsewhere("turn")
                try run.wait("the list in its next order") { run.home("ticks") == .integer(Int64(turns)) }
                guard let key = run.screen("home")?.key else { return }
                try run.expect("accepted", of: run.tap(["do": "press", "screen": .string(key), "row": "cid"]))
            }
            let log = try run.serverHome("log")
            try run.expect("three reports of the row cid", log == "cid cid cid ", did: "The server has \(text(log)).")
        },
        ConformanceCase(
            "rows beside the state are read page by page, and again when their version changes",
            Rule("Drawing and reporting", "Rows beside the state"),
            needs: [.rows]
        ) { run in
            try run.open()
            try run.perform("openStations")
            for edition in 1...2 {
                try run.wait("the screen stations with edition \(edition)") {
                    run.screen("stations")?.props["edition"] == .integer(Int64(edition))
                }
                guard let key = run.screen("stations")?.key else { return }
                let before = run.messages.count
                _ = run.tap(["do": "rows", "screen": .string(key), "source": .string(StationRows.name)])
                let expected = (0..<StationRows.count).map { JSONValue.string("e\(edition)-\($0)") }
                var found: [JSONValue]?
                let all = "the keys of all \(StationRows.count) rows of edition \(edition), in their order"
                try? run.wait(all) {
                    found = run.messages.dropFirst(before).compactMap { $0["rows"]?.arrayValue }.last
                    return found == expected
                }
                try run.expect(
                    all,
                    found == expected,
                    did: found.map { "It has \($0.count), from \(text($0.first)) to \(text($0.last))." }
                        ?? "It has none."
                )
                if edition == 1 { try run.perform("refresh", on: "stations") }
            }
        },
    ]

    /// The cases of what a client stores.
    static let stored = [
        ConformanceCase(
            "a secret is never stored",
            Rule("Drawing and reporting", "Values of fields"),
            needs: [.storage]
        ) { run in
            try run.open()
            let gate = Gate()
            run.relay.add(.holdRequest(gate)) { $0.reports("enter") }
            try run.perform("openSignIn")
            try run.wait("the screen signIn in front") { run.front == "signIn" }
            let tap = try run.report("enter", ["password": .string(CheckPassword.right)], on: "signIn", isSecret: true)
            // It is stored now if it is stored with the taps that wait for a response.
            run.watch(for: .milliseconds(1_500))
            var files = try run.files(containing: CheckPassword.right)
            gate.open()
            try run.expect("accepted", of: tap)
            run.close()
            files += try run.files(containing: CheckPassword.right)
            try run.expect(
                "no file with the password in the storage",
                files.isEmpty,
                did: "It is in \(Set(files).sorted().joined(separator: ", "))."
            )
        },
        ConformanceCase(
            "a restarted client goes on with its session",
            Rule("Trying again", "After a restart"),
            needs: [.storage]
        ) { run in
            try run.open()
            try run.perform("add")
            try run.wait("the count 1 on the screen") { run.home("count") == 1 }
            let id = run.shown?["id"]
            run.watch(for: .milliseconds(1_200))
            run.close()
            try run.open()
            try run.wait("the same session with the count 1") { run.shown?["id"] == id && run.home("count") == 1 }
            try run.perform("append", "x")
            try run.wait("the text x on the screen") { run.home("log") == "x" }
        },
        ConformanceCase(
            "a tap without a response acts once after a restart",
            Rule("Trying again", "After a restart"),
            needs: [.storage, .offline]
        ) { run in
            try run.open()
            run.relay.add(.loseResponse, times: nil) { $0.reports("append") }
            _ = try run.report("append", "q")
            try run.wait("a request for the tap") { run.tries(of: "append").contains { $0.status == 200 } }
            run.waitUntilStored(run.tries(of: "append")[0].key?.filter { $0 != "\"" } ?? "")
            run.kill()
            run.relay.removeFaults()
            let before = run.tries(of: "append").count
            try run.open()
            try run.wait("the tap is sent again") {
                run.tries(of: "append").dropFirst(before).contains { $0.status != nil }
            }
            try run.expectOneKey(of: "append", tries: 2)
            let log = try run.serverHome("log")
            try run.expect("the text q once", log == "q", did: "The server has \(text(log)).")
        },
        ConformanceCase(
            "what was typed into a form is there after a restart",
            Rule("Trying again", "After a restart"),
            needs: [.storage, .drafts]
        ) { run in
            try run.open()
            try run.perform("openForm")
            try run.wait("the screen form in front") { run.front == "form" }
            let key = run.screen("form")?.key ?? ""
            let draft: JSONValue = ["text": "half a sen"]
            let form: JSONValue = ["do": "draft", "screen": .string(key), "output": "submit"]
            var typed = form
            typed.setMember("values", to: draft)
            run.drive(typed)
            run.waitUntilStored("half a sen")
            run.close()
            try run.open()
            try run.wait("the screen form in front") { run.front == "form" }
            run.drive(form)
            try run.wait("the draft \(text(draft))") { run.messages.contains { $0["draft"] == draft } }
        },
    ]
}
