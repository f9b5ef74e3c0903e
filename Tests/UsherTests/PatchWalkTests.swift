import EventStreams
import Foundation
import JSON
import RawHTTP
import SessionsTesting
import Testing

@Suite("Patches over HTTP")
struct PatchWalkTests {
    /// The steps for each application.
    ///
    /// `make torture` takes more.
    private static let steps = Int(ProcessInfo.processInfo.environment["USHER_PATCH_STEPS"] ?? "") ?? 250

    /// The largest median of the bytes that a step with a patch moves, in each application.
    private static let medianLimit = 1_500

    @Test(
        "the state at a revision with the patch from there on is the state that follows",
        arguments: ["market", "items", "profile", "shop", "kanji"]
    )
    func law(application: String) async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": .string(application)])
            var user = RandomUser(seed: 7)
            var state = client.state
            var sizes: [(patch: Int, whole: Int)] = []
            var screens: Set<String> = []
            var skipped = 0
            var overSeveral = 0
            for step in 0..<Self.steps {
                let base = state["revision"]?.integerValue ?? 0
                let action = try user.next(on: client.state) { try server.codeOrGuess() }
                // Now and then the client misses some revisions, and asks for the patch over all of them later.
                if user.chance(25) {
                    _ = try client.send("POST", action.path, action.body)
                    try client.read()
                    continue
                }
                let response = try client.send(
                    "POST",
                    action.path,
                    action.body,
                    fields: ["Prefer": "patch-from=\"\(base)\", wait=30", "Accept-Encoding": "gzip"]
                )
                try #require(response.status < 500, "\(action): \(response.text)")
                if user.chance(5) { server.clock.advance(by: .seconds(31)) }
                if response.status == 200 || response.status == 202, response.field("preference-applied") != nil {
                    if client.revision - base > 0 { overSeveral += 1 }
                    #expect(response.field("content-type") == "application/json-patch+json")
                    let next = try JSONPatch(response.content).applied(to: state)
                    let suffix = response.field("content-encoding") == "gzip" ? "-gzip" : ""
                    #expect(response.field("etag") == "\"\(next["revision"]?.integerValue ?? 0)\(suffix)\"")
                    state = next
                    sizes.append((response.body.count, 0))
                } else if response.status == 200 || response.status == 202 {
                    state = try response.content
                }
                try client.read()
                // The result of an effect can follow at any time.
                while state["revision"] != client.state["revision"] {
                    skipped += 1
                    let later = try client.send(
                        "GET",
                        "",
                        fields: ["Prefer": "patch-from=\"\(state["revision"]?.integerValue ?? 0)\""]
                    )
                    state =
                        later.field("preference-applied") == nil
                        ? later.json : try JSONPatch(later.json).applied(to: state)
                    try client.read()
                }
                try #require(
                    state.withoutToken == client.state.withoutToken,
                    "step \(step), \(action):\n\(state)\nand\n\(client.state)"
                )
                if sizes.last?.whole == 0 {
                    let whole = try client.send("GET", "", fields: ["Accept-Encoding": "gzip"])
                    sizes[sizes.count - 1].whole = whole.body.count
                }
                screens.insert(client.focused["name"]?.stringValue ?? "none")
            }
            let patches = sizes.map(\.patch).sorted()
            let wholes = sizes.map(\.whole).sorted()
            print(
                "\(application): \(patches.count) patches in \(Self.steps) steps, median \(patches[patches.count / 2]) of "
                    + "\(wholes[wholes.count / 2]) compressed bytes, \(overSeveral) over several revisions, \(screens.count) screens"
            )
            #expect(patches[patches.count / 2] <= Self.medianLimit)
            #expect(patches.count > Self.steps / 4)
            #expect(overSeveral > Self.steps / 20)
        }
    }
}

extension RawResponse {
    /// The content as JSON, decompressed if it is gzip.
    fileprivate var content: JSONValue {
        get throws {
            guard field("content-encoding") == "gzip" else { return json }
            return try JSONValue(parsing: try #require(gunzip(body)), limits: JSONLimits(bytes: 1 << 20))
        }
    }
}

extension JSONValue {
    /// The document without the token, which only one response has.
    fileprivate var withoutToken: JSONValue {
        guard case .object(var object) = self else { return self }
        object["token"] = nil
        return .object(object)
    }
}
