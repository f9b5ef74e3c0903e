import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("The order of what the start of a session asks")
struct StartMachineTests {
    private static let key = Idempotency(creationKey: "a key of a request", request: Array("POST /v1/sessions".utf8))
    private static let replay = Duration.seconds(600)

    /// Returns an action as a short text, for comparisons.
    private static func words(_ action: StartMachine.Action) -> String {
        switch action {
        case .findCreation: "find"
        case .repeatCreation(let id): "repeat \(id)"
        case .loadExpired: "load expired"
        case .reservePlace: "reserve"
        case .remove(let kind): "remove \(kind)"
        case .count: "count"
        case .commit: "commit"
        case .rejectAsFull: "full"
        case .fail(let error): error.name
        }
    }

    private static func session(createdBy key: Idempotency, expiry: Int = 3_600) -> StoredSession {
        let start = SampleSessions.start
        return StoredSession(
            id: SessionID("known"),
            application: "counter",
            credential: Digest(of: "secret"),
            client: ClientInfo(),
            createdAt: start,
            expiresAt: start + .seconds(expiry),
            creation: Reply(key: key.key, request: key.request, at: start),
            due: nil,
            content: .damaged(reason: "not read")
        )
    }

    private static func found(
        _ stored: StoredSession?,
        by machine: inout StartMachine,
        after seconds: Int = 1
    ) -> String {
        words(machine.found(stored, at: SampleSessions.start + .seconds(seconds), replay: replay))
    }

    /// Returns the actions up to the end of a start that never finds a place.
    private static func search(_ machine: inout StartMachine, mayRemoveExpired: Bool, removing count: Int) -> [String] {
        var actions: [String] = []
        var action = StartMachine.Action.reservePlace
        while true {
            actions.append(words(action))
            switch action {
            case .reservePlace: action = machine.reserved(false, mayRemoveExpired: mayRemoveExpired)
            case .remove(let kind): action = machine.removed(count, of: kind)
            case .count: action = machine.counted()
            default: return actions
            }
        }
    }

    @Test("without a key and an expired session, it asks for a place and commits")
    func plain() {
        var machine = StartMachine(idempotency: nil, resumes: false)
        #expect(Self.words(machine.begin()) == "reserve")
        let next = machine.reserved(true, mayRemoveExpired: true)
        #expect(Self.words(next) == "commit")
    }

    @Test("a request with a key looks for the session that it has started before")
    func repeated() {
        var machine = StartMachine(idempotency: Self.key, resumes: false)
        #expect(Self.words(machine.begin()) == "find")
        let first = Self.found(nil, by: &machine)
        #expect(first == "reserve" && machine.knownCreation == nil)
        let known = Self.found(Self.session(createdBy: Self.key), by: &machine)
        #expect(known == "repeat known" && machine.knownCreation == SessionID("known"))
        // The session was ended between the two looks.
        #expect(Self.words(machine.creationHasEnded()) == "reserve")
    }

    @Test(
        "a key of another request is rejected, and one that is too old or whose session has expired starts a new session"
    )
    func otherRequest() {
        var machine = StartMachine(idempotency: Self.key, resumes: false)
        let other = Idempotency(creationKey: "a key of a request", request: Array("POST /v1/sessions {}".utf8))
        let reused = Self.found(Self.session(createdBy: other), by: &machine)
        #expect(reused == "keyReused")
        let old = Self.found(Self.session(createdBy: Self.key), by: &machine, after: 600)
        #expect(old == "reserve" && machine.knownCreation == SessionID("known"))
        let expired = Self.found(Self.session(createdBy: Self.key, expiry: 5), by: &machine, after: 5)
        #expect(expired == "reserve")
    }

    @Test("the expired session is loaded before a place is reserved, and again after a conflict")
    func resumption() {
        var machine = StartMachine(idempotency: Self.key, resumes: true)
        let first = Self.found(nil, by: &machine)
        #expect(first == "load expired")
        #expect(Self.words(machine.loadedExpired()) == "reserve")
        let conflict = Self.words(machine.conflicted(over: SessionID("s")))
        #expect(conflict == "find")
        let second = Self.found(nil, by: &machine)
        #expect(second == "load expired")
    }

    @Test("without a place, expired sessions give way, then untouched ones, and the last count decides")
    func full() {
        var machine = StartMachine(idempotency: nil, resumes: false)
        let without = Self.search(&machine, mayRemoveExpired: true, removing: 0)
        #expect(
            without == [
                "reserve", "remove expired", "reserve", "remove untouched", "reserve", "count", "reserve", "full",
            ]
        )
        machine = StartMachine(idempotency: nil, resumes: false)
        let with = Self.search(&machine, mayRemoveExpired: true, removing: 3)
        #expect(
            with == [
                "reserve", "remove expired", "count", "reserve", "remove untouched", "reserve", "count", "reserve",
                "full",
            ]
        )
    }

    @Test("sessions that may only seem expired don't give way")
    func clockJump() {
        var machine = StartMachine(idempotency: nil, resumes: false)
        let actions = Self.search(&machine, mayRemoveExpired: false, removing: 0)
        #expect(actions == ["reserve", "remove untouched", "reserve", "count", "reserve", "full"])
    }

    @Test("a start gives up after five conflicts, and at once without a key, because its id is taken")
    func conflicts() {
        var machine = StartMachine(idempotency: Self.key, resumes: false)
        for _ in 0..<4 {
            let action = Self.words(machine.conflicted(over: SessionID("s")))
            #expect(action == "find")
        }
        let last = Self.words(machine.conflicted(over: SessionID("s")))
        #expect(last == "store conflict")
        machine = StartMachine(idempotency: nil, resumes: false)
        let only = Self.words(machine.conflicted(over: SessionID("s")))
        #expect(only == "store conflict")
    }
}
