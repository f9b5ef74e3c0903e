import Testing

@testable import UsherClient
@testable import UsherRendering

@Suite("The page")
struct PageTests {
    private static func problem(_ members: [String: JSONValue], status: Int = 410) -> Problem {
        Problem(HTTPResponse(status: status, fields: [:], body: JSONValue.object(members).data))
    }

    private static func page(_ phase: Phase, _ connection: Connection = .online, _ failure: SessionError? = nil)
        -> StatusPage?
    {
        var display = Display()
        (display.phase, display.connection) = (phase, connection)
        return StatusPage(display, failure: failure, .english)
    }

    @Test("after the end offers to start again")
    func ended() {
        #expect(Self.page(.ended)?.reason == .ended)
        #expect(Self.page(.ended)?.action == .start)
    }

    @Test("after an expiry offers to go on, if the server does")
    func expired() {
        let resume: JSONValue = ["method": "POST", "href": "/v1/sessions", "body": ["app": "a", "resume": "1"]]
        let kept = Self.page(.expired(Self.problem(["type": "/problems/session-expired", "resume": resume])))
        #expect(kept?.title == "Your session has expired" && kept?.label == "Continue" && kept?.action == .resume)
        let lost = Self.page(.expired(Self.problem(["type": "/problems/session-unreadable"])))
        #expect(
            lost?.title == "Your session can’t be restored" && lost?.label == "Start again" && lost?.action == .resume
        )
    }

    @Test("on a device without access offers to start again")
    func gone() {
        let page = Self.page(.gone(Self.problem(["type": "/problems/unauthorized"], status: 401)))
        #expect(page?.reason == .gone && page?.action == .start)
    }

    @Test("without a state says that there is no network, or that it is loading")
    func offline() {
        #expect(Self.page(.opening) == nil)
        #expect(Self.page(.opening, .unreachable)?.reason == .offline)
        #expect(Self.page(.opening, .reconnecting)?.action == .retry)
    }

    @Test("without a session says why, and offers another try")
    func failed() {
        let refused = Self.page(
            .opening,
            .online,
            .problem(Self.problem(["title": "Unknown", "detail": "There is no app."], status: 404))
        )
        #expect(refused?.reason == .failed && refused?.text == "There is no app." && refused?.action == .start)
        #expect(
            Self.page(.opening, .online, .malformed)?.text == "The response doesn’t come from the server of the app."
        )
        #expect(
            Self.page(.opening, .online, .storage("locked"))?.text == "The storage of this device can’t be read now."
        )
    }

    @Test("has a banner while the connection is lost")
    func banner() {
        #expect(ConnectionBanner(.online, .english) == nil)
        #expect(ConnectionBanner(.reconnecting, .english)?.retry == nil)
        #expect(ConnectionBanner(.unreachable, .english)?.retry == "Try again")
    }

    @Test("has a notice about a tap that no screen shows")
    func notice() {
        #expect(
            Notice(.accepted, .english) == nil && Notice(.rejected([]), .english) == nil
                && Notice(.gone, .english) == nil
        )
        #expect(Notice(.outdated, .english)?.isError == false)
        #expect(Notice(.offline, .english)?.isError == true)
        let refused = Notice(.refused(Self.problem(["detail": "Sold out."], status: 422)), .english)
        #expect(refused?.text == "That didn’t work. Sold out.")
    }
}
