import Foundation
import Testing

@testable import UsherClient

@Suite("Server-sent events")
struct ServerSentEventTests {
    private let stream =
        "retry: 2000\n\n: comment\n\nid: 17\nevent: state\ndata: {\"a\":\ndata: \"é\"}\n\n"
        + "event:end\r\ndata:x\r\n\r\nevent: cut\ndata: off"
    private let events: [ServerSentEvent] = [
        .comment, .event(name: "state", data: "{\"a\":\n\"é\"}"), .event(name: "end", data: "x"),
    ]

    @Test("are the same wherever the network cuts them")
    func cut() {
        let bytes = Data(stream.utf8)
        for place in 0...bytes.count {
            var parser = ServerSentEventParser()
            let found = parser.parse(bytes.prefix(place)) + parser.parse(bytes.suffix(from: place))
            #expect(found == events, "cut at byte \(place)")
        }
    }

    @Test("are the same byte by byte")
    func single() {
        var parser = ServerSentEventParser()
        #expect(stream.utf8.flatMap { parser.parse(Data([$0])) } == events)
    }
}
