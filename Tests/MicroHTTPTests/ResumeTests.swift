import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A request that waits") struct ResumeTests {
        /// A handler on which `/wake` completes the response of `/wait` and writes a piece of `/stream`.
        private final class Waking: HTTPHandler {
            let reply = Monitor<HTTPReply?>(nil)
            let stream = HTTPBodyStream()

            func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
                switch request.target.description {
                case "/wait": self.reply.withLock { $0 = reply }
                case "/stream": reply.send(HTTPResponse(.ok, body: .stream(stream)))
                case "/wake":
                    self.reply.withLock { $0 }?.send(.text("woken"))
                    stream.write(Array("piece".utf8))
                    reply.send(.text("done"))
                default: reply.send(.text("other"))
                }
            }
        }

        private func ask(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

        @Test("a waiting request gets its response at once when another request on its loop completes it")
        func otherRequest() async throws {
            let handler = Waking()
            try await withServer(handler, loops: 1) { server in
                // Shorter than every deadline of the server, because a deadline would wake the loop too.
                let waiting = try RawClient(port: server.port, timeout: 5)
                let streaming = try RawClient(port: server.port, timeout: 5)
                let waking = try RawClient(port: server.port)
                try waiting.send(ask("/wait"))
                handler.reply.wait(while: { $0 == nil }) { _ in }
                try streaming.send(ask("/stream"))
                _ = try streaming.readUntil("\r\n\r\n")
                // A connection that was served before has no more input, so the daemon itself has no reason to run again.
                try waking.send(ask("/other"))
                #expect(try waking.readResponse()?.text == "other")
                try waking.send(ask("/wake"))
                #expect(try waking.readResponse()?.text == "done")
                #expect(try waiting.readResponse()?.text == "woken")
                #expect(try streaming.readUntil("piece").hasSuffix("piece"))
                handler.stream.finish()
            }
        }
    }
}
