import CoordinationTesting
import JSON
import Testing

@Suite("Snapshots")
struct SnapshotTests {
    /// Returns a session with parts of every kind in its state.
    static func rich() throws -> TestSession {
        let session = try TestSession.scripted(.timer, .message, .tabs)
        try session.act(.pushA, .message, .hint)
        try session.selectTab("y")
        try session.act(.tabs)
        try session.act(.pushC, .ask)
        try session.open("usher://scripted/badge")
        try session.open("usher://scripted/run%20mid%20fixed")
        try session.act(.pushA, .whisper, .leafInModal)
        #expect(
            session.description == """
                T0[c, a] T1*(T0*[c, c] T1[]) +modal[b, a] +modal[c] Root(Leaf, Mid(Leaf), Mid(Leaf))
                """
        )
        return session
    }

    @Test("a snapshot has every part of the state, in a stable format")
    func golden() throws {
        let session = try TestSession.scripted(.timer, .midInModal, .whisper)
        let text = String(decoding: try session.application.encode(session.state), as: UTF8.self)
        #expect(
            text == """
                {"format":1,"application":"scripted","flows":{"Mid":1,"Root":1},"nextKey":9,\
                "navigation":{"stack":{"key":"k1","screens":["k3"]}},\
                "modals":[{"key":"k5","presentation":"sheet","isDismissible":true,"transition":"coverVertical",\
                "container":{"stack":{"key":"k5","screens":["k7"]}},"presenter":"k1"}],\
                "screens":[{"key":"k3","name":"a","owner":"k2","version":0,"screen":{"count":0}},\
                {"key":"k7","name":"b","owner":"k6","version":0,"screen":{"count":0}}],\
                "coordinators":[{"key":"k2","name":"Root","container":"k1","units":1,"children":1,"state":{"log":[]}},\
                {"key":"k6","name":"Mid","parent":"k2","container":"k5","units":1,"children":0,"state":{"log":[]}}],\
                "pending":[{"key":"k4","name":"alarm","coordinator":"k2","since":"2026-11-21T09:31:00Z",\
                "due":"2026-11-21T09:31:10Z"},\
                {"key":"k8","name":"whisper","coordinator":"k6","since":"2026-11-21T09:31:00Z","lost":true}]}
                """
        )
    }

    @Test("a decoded snapshot equals the state, and encodes to the same bytes")
    func roundTrip() throws {
        let session = try Self.rich()
        let bytes = try session.application.encode(session.state)
        let copy = try session.application.decode(bytes, at: .test).state
        #expect(copy == session.state)
        #expect(try session.application.encode(copy) == bytes)
    }

    @Test("another application, format, version or type is rejected with its reason")
    func reasons() throws {
        let session = try Self.rich()
        let application = session.application
        let document = try JSONValue(parsing: application.encode(session.state))
        func reason(_ path: [String], _ value: JSONValue) -> SnapshotError.Reason? {
            do {
                _ = try application.decode(document.replacing(path[...], by: value).json, at: .test)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(["format"], 6) == .newerFormat)
        #expect(reason(["format"], 0) == .unreadable)
        #expect(reason(["application"], "other") == .wrongApplication)
        #expect(reason(["flows", "Mid"], 2) == .newerRelease)
        #expect(reason(["flows"], ["Root": 1, "Mid": 1, "Leaf": 1, "Gone": 1]) == nil)
        #expect(reason(["flows"], ["Root": 1]) == .unreadable)
        #expect(reason(["coordinators", "1", "name"], "Gone") == .unreadable)
        #expect(reason(["screens", "0", "screen"], ["count": "none"]) == .newerRelease)
        #expect(reason(["screens", "0", "name"], "gone") == .newerRelease)
        #expect(reason(["pending", "2", "name"], "gone") == .newerRelease)
        #expect(reason(["nextKey"], 5) == .unreadable)
        #expect(throws: SnapshotError.self) { try application.decode([], at: .test) }
        #expect(throws: SnapshotError.self) { try application.decode(Array("[]".utf8), at: .test) }
    }

    @Test(
        "a snapshot with inconsistent parents, keys or counts is rejected",
        arguments: [
            (["coordinators", "2", "parent"], "k5"), (["coordinators", "0", "parent"], "k2"),
            (["coordinators", "1", "key"], "k2"), (["screens", "1", "key"], "k3"),
            (["coordinators", "1", "container"], "k99"),
            (["coordinators", "1", "units"], 2), (["coordinators", "0", "children"], 0),
            (["modals", "0", "presenter"], "k99"),
            (["nextKey"], "k5"), (["pending", "0", "coordinator"], "k99"), (["ended"], "yes"),
        ] as [([String], JSONValue)]
    )
    func incoherent(path: [String], value: JSONValue) throws {
        let session = try TestSession.scripted(.timer, .midInModal, .leafOnStack)
        let document = try JSONValue(parsing: session.application.encode(session.state))
        #expect(throws: SnapshotError.self) {
            try session.application.decode(document.replacing(path[...], by: value).json, at: .test)
        }
    }

    @Test("a snapshot with one damaged part is rejected or gives a valid state")
    func damaged() throws {
        let session = try Self.rich()
        let application = session.application
        let document = try JSONValue(parsing: application.encode(session.state))
        let context = StepContext(now: session.now, session: "test")
        var rejected = 0
        var taken = 0
        for damaged in document.damaged {
            guard let state = try? application.decode(damaged.json, at: .test).state else {
                rejected += 1
                continue
            }
            taken += 1
            #expect(state.violations == [], "\(String(decoding: damaged.json, as: UTF8.self))")
            // Further steps must not trap either.
            var events: [Event] = [.back(to: nil), .dismiss(all: true), .link("usher://scripted/tabs")]
            events += state.pending.map { .timer($0.key) } + state.pending.map { .effect($0.key, .failure(.failed)) }
            if let focus = state.focus { events.append(.output("toRoot", screen: focus.key, payload: nil)) }
            for event in events {
                guard let step = try? application.apply(event, to: state, at: context) else { continue }
                #expect(step.state.violations == [])
                #expect(try application.decode(application.encode(step.state), at: .test).state == step.state)
            }
        }
        #expect(rejected > taken)
        #expect(taken > 50)
    }

    @Test("a snapshot that was cut off anywhere is rejected")
    func cutOff() throws {
        let session = try TestSession.scripted(.midInModal)
        let bytes = try session.application.encode(session.state)
        for count in 0..<bytes.count {
            #expect(throws: SnapshotError.self) {
                try session.application.decode(Array(bytes.prefix(count)), at: .test)
            }
        }
    }
}

extension JSONValue {
    /// Returns the value with the part at a path replaced, or removed for `nil`.
    func replacing(_ path: ArraySlice<String>, by value: JSONValue?) -> JSONValue {
        guard let first = path.first else { return value ?? self }
        switch self {
        case .object(var object):
            object[first] = path.count == 1 ? value : object[first]?.replacing(path.dropFirst(), by: value)
            return .object(object)
        case .array(var elements):
            guard let index = Int(first), elements.indices.contains(index) else { return self }
            if path.count == 1, value == nil {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].replacing(path.dropFirst(), by: value)
            }
            return .array(elements)
        default:
            return self
        }
    }

    /// The paths of all parts of this value.
    var paths: [[String]] {
        switch self {
        case .object(let object):
            object.members.flatMap { member in [[member.key]] + member.value.paths.map { [member.key] + $0 } }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                ["\(index)"].asPath + element.paths.map { ["\(index)"] + $0 }
            }
        default: []
        }
    }

    /// Copies of this value, each with one part removed or replaced by a value of another form.
    var damaged: [JSONValue] {
        let others: [JSONValue?] = [
            nil, .null, true, 0, -1, 1, 4_294_967_295, 4_294_967_296, 1e300, "", "k1", "k3", "k99", "x", [], [:],
            ["k3"],
        ]
        return paths.flatMap { path in others.map { replacing(path[...], by: $0) } }
    }
}

extension [String] {
    fileprivate var asPath: [[String]] { [self] }
}
