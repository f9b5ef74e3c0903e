import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("Streamed content") struct StreamTests {
        /// A handler that responds with a stream, and passes the stream to the test.
        private final class Streaming: HTTPHandler {
            let streams = Monitor([HTTPBodyStream]())
            private let make: @Sendable () -> HTTPBodyStream

            init(_ make: @escaping @Sendable () -> HTTPBodyStream = { HTTPBodyStream() }) {
                self.make = make
            }

            func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
                let stream = make()
                reply.send(HTTPResponse(.ok, body: .stream(stream)))
                streams.withLock { $0.append(stream) }
            }

            /// Waits for the next stream and blocks the thread meanwhile.
            func next() -> HTTPBodyStream {
                streams.wait(while: \.isEmpty) { $0.removeFirst() }
            }
        }

        private static let ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

        @Test("each piece arrives when it is written, and the connection stays open after the last")
        func pieces() async throws {
            let handler = Streaming()
            try await withServer(handler, loops: 1) { server in
                let client = try RawClient(port: server.port)
                for _ in 0..<2 {
                    try client.send(StreamTests.ask)
                    let stream = handler.next()
                    for number in 0..<3 {
                        #expect(stream.write(Array("piece \(number)\n".utf8)) == .writable)
                        // It arrives before the next one is written.
                        #expect(try client.readUntil("piece \(number)\n\r\n").contains("piece \(number)"))
                    }
                    stream.finish()
                    #expect(stream.write([1]) == .closed)
                    #expect(try client.readUntil("0\r\n\r\n").hasSuffix("0\r\n\r\n"))
                }
            }
        }

        @Test("a stream with a length has that length, and closes the connection when it ends early")
        func length() async throws {
            let handler = Streaming { HTTPBodyStream(length: 8) }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send(StreamTests.ask)
                let whole = handler.next()
                whole.write(Array("1234".utf8))
                whole.write(Array("5678".utf8))
                whole.finish()
                let response = try #require(try client.readResponse())
                #expect(response.field("content-length") == "8" && response.text == "12345678")
                try client.send(StreamTests.ask)
                let short = handler.next()
                short.write(Array("1234".utf8))
                short.finish()
                #expect(try client.readToEnd().hasSuffix("1234"))
            }
        }

        @Test("a stream to an HTTP/1.0 client ends with the connection, and HEAD gets no content")
        func otherForms() async throws {
            let handler = Streaming()
            try await withServer(handler) { server in
                let old = try RawClient(port: server.port)
                try old.send("GET / HTTP/1.0\r\n\r\n")
                let stream = handler.next()
                stream.write(Array("to the end".utf8))
                stream.finish()
                #expect(try old.readToEnd().hasSuffix("\r\n\r\nto the end"))
                let head = try RawClient(port: server.port)
                let isCancelled = Monitor(false)
                try head.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                handler.next().onCancel { isCancelled.withLock { $0 = true } }
                #expect(try head.readUntil("\r\n\r\n").hasPrefix("HTTP/1.1 200"))
                isCancelled.wait(while: { !$0 }) { _ in }
                // Nothing follows the head but the next response.
                try head.send(StreamTests.ask)
                let next = handler.next()
                next.write(Array("next".utf8))
                next.finish()
                #expect(try head.readUntil("0\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            }
        }

        @Test("a stream that waits keeps one page of its buffer, and sends what follows as it is")
        func idlePages() async throws {
            let handler = Streaming()
            try await withServer(handler, loops: 1) { server in
                let client = try RawClient(port: server.port)
                try client.send(StreamTests.ask)
                let stream = handler.next()
                for count in [100, 20_000, 3, 30_000, 5_000] {
                    stream.write([UInt8](repeating: UInt8(ascii: "a"), count: count) + Array("end".utf8))
                    let text = try client.readUntil("end\r\n")
                    #expect(text.utf8.count { $0 == UInt8(ascii: "a") } >= count, "\(count)")
                }
                stream.finish()
            }
        }

        @Test("a slow client stops the producer at the buffer limit, and free room starts it again")
        func slowReader() async throws {
            let handler = Streaming { HTTPBodyStream(bufferLimit: 100_000) }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send(StreamTests.ask)
                let stream = handler.next()
                let rooms = Monitor(0)
                stream.onWritable { rooms.withLock { $0 += 1 } }
                let piece = [UInt8](repeating: 65, count: 50_000)
                // A client that does not read is offered a gigabyte. Only the kernel's buffers and the stream's accept data.
                var taken = 0
                for _ in 0..<20_000 where stream.write(piece) != .rejected { taken += 1 }
                #expect(taken < 2_000)
                let producer = try NamedThread(name: "producer") {
                    while true {
                        let seen = rooms.withLock { $0 }
                        if stream.write(piece) != .rejected { break }
                        rooms.wait(while: { $0 == seen }) { _ in }
                    }
                    stream.finish()
                }
                #expect(try client.countChunks() == (taken + 1) * piece.count)
                producer.join()
            }
        }

        @Test("the producer is notified when its client has left")
        func clientGone() async throws {
            let handler = Streaming()
            try await withServer(handler) { server in
                let isCancelled = Monitor(false)
                do {
                    let client = try RawClient(port: server.port)
                    try client.send(StreamTests.ask)
                    let stream = handler.next()
                    stream.onCancel { isCancelled.withLock { $0 = true } }
                    stream.write(Array("first".utf8))
                    _ = try client.readUntil("first")
                    handler.streams.withLock { $0.append(stream) }
                }
                let stream = handler.next()
                // The first piece after that meets a reset, the next one finds the connection closed.
                while stream.write(Array("late".utf8)) != .closed { sched_yield() }
                isCancelled.wait(while: { !$0 }) { _ in }
            }
        }

        @Test("a stop ends a stream, idle or not", arguments: [false, true])
        func stop(isIdle: Bool) async throws {
            let handler = Streaming()
            let isCancelled = Monitor(false)
            let server = HTTPServer(.onAnyPort)
            try server.start(handler)
            let client = try RawClient(port: server.port)
            try client.send(StreamTests.ask)
            let stream = try await blocking { handler.next() }.get()
            stream.onCancel { isCancelled.withLock { $0 = true } }
            if !isIdle { stream.write([UInt8](repeating: 65, count: 60_000)) }
            await server.stop(grace: .milliseconds(10))
            #expect(isCancelled.withLock { $0 })
            #expect(!(try client.readToEnd()).hasSuffix("0\r\n\r\n"))
            #expect(stream.write([1]) == .closed)
        }

        @Test("a stop ends a stream although the wake-up for its last piece was lost")
        func stopBeforeWakeUp() async throws {
            let handler = Streaming()
            let server = HTTPServer(.onAnyPort)
            try server.start(handler)
            let client = try RawClient(port: server.port)
            try client.send(StreamTests.ask)
            let stream = try await blocking { handler.next() }.get()
            // The server has registered its own wake-up once it sends.
            stream.write(Array("begun".utf8))
            _ = try client.readUntil("begun\r\n")
            // A wake-up that never arrives: the connection stays suspended although there is a piece.
            let isLost = Monitor(false)
            stream.onPart { isLost.withLock { $0 = true } }
            while !isLost.withLock({ $0 }) {
                stream.write([65])
                sched_yield()
            }
            await server.stop(grace: .milliseconds(10))
            #expect(!(try client.readToEnd()).hasSuffix("0\r\n\r\n"))
            #expect(stream.write([1]) == .closed)
        }

        @Test("many streams whose producers write from other threads arrive whole and in order")
        func manyProducers() async throws {
            let handler = Streaming()
            try await withServer(handler) { server in
                let clients = try (0..<50).map { _ in try RawClient(port: server.port) }
                for client in clients { try client.send(StreamTests.ask) }
                let workers = try WorkerThreads(count: 4, name: "producer")
                for _ in clients {
                    let stream = handler.next()
                    workers.submit {
                        for number in 0..<20 { stream.write(Array("[\(number)]".utf8)) }
                        stream.finish()
                    }
                }
                workers.stop()
                for client in clients {
                    let pieces = (0..<20).map { "[\($0)]".utf8.count }
                    #expect(try client.countChunks() == pieces.reduce(0, +))
                }
            }
        }
    }
}
