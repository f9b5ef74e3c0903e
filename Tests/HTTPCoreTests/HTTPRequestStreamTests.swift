import Concurrency
import HTTPCore
import Testing

@Suite("A request stream")
struct HTTPRequestStreamTests {
    @Test("the pieces arrive in order, and then the end")
    func order() async throws {
        let stream = HTTPRequestStream()
        #expect(stream.write([1, 2]))
        #expect(stream.write([3]))
        stream.finish()
        #expect(try await stream.next() == [1, 2])
        #expect(try await stream.next() == [3])
        #expect(try await stream.next() == nil)
        #expect(try await stream.next() == nil)
    }

    @Test("a full buffer asks for more once half of it was taken")
    func room() async throws {
        let stream = HTTPRequestStream(bufferLimit: 4)
        let asked = Lock(0)
        stream.onRoom { asked.withLock { $0 += 1 } }
        #expect(stream.write([1]))
        #expect(!stream.write([2, 3, 4]))
        #expect(!stream.write([5]))
        #expect(stream.waitingBytes == 5)
        _ = try await stream.next()
        #expect(asked.withLock { $0 } == 0)
        _ = try await stream.next()
        #expect(asked.withLock { $0 } == 1)
        _ = try await stream.next()
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("a piece that comes while a full buffer is being emptied does not end the wait for room")
    func pieceWhileFull() async throws {
        let stream = HTTPRequestStream(bufferLimit: 8)
        let asked = Lock(0)
        stream.onRoom { asked.withLock { $0 += 1 } }
        for piece in [[1, 2, 3], [4, 5, 6], [7, 8]] as [[UInt8]] { _ = stream.write(piece) }
        _ = try await stream.next()
        #expect(asked.withLock { $0 } == 0)
        #expect(!stream.write([9]))
        _ = try await stream.next()
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("a task that waits gets the piece, the end or the failure", arguments: [0, 1, 2])
    func waiting(ending: Int) async throws {
        let stream = HTTPRequestStream()
        let waiting = Task { () -> Result<[UInt8]?, any Error> in
            do { return .success(try await stream.next()) } catch { return .failure(error) }
        }
        switch ending {
        case 0:
            _ = stream.write([1])
            #expect(try await waiting.value.get() == [1])
        case 1:
            stream.finish()
            #expect(try await waiting.value.get() == nil)
        default:
            stream.fail()
            await #expect(throws: HTTPRequestStream.BrokenOff.self) { try await waiting.value.get() }
        }
    }

    @Test("a stream that is broken off has no more pieces, and one that is complete can't break off")
    func end() async throws {
        let broken = HTTPRequestStream()
        _ = broken.write([1])
        broken.fail()
        await #expect(throws: HTTPRequestStream.BrokenOff.self) { try await broken.next() }
        let complete = HTTPRequestStream()
        _ = complete.write([1])
        complete.finish()
        complete.fail()
        #expect(try await complete.next() == [1])
        #expect(try await complete.next() == nil)
    }

    @Test("a table says which of its routes are streamed, without looking for the route twice")
    func routes() {
        var files = RouteTable()
        files.addStreamed(.put, "/files/:name") { _, _, _ in }
        var table = RouteTable(fallback: files)
        table.addStreamed(.patch, "/uploads/:id") { _, _, _ in }
        table.add(.post, "/uploads/:id") { _, _, _ in }
        let handler = FilteredHandler(HTTPFilters(), next: table)
        func streams(_ method: HTTPMethod, _ path: String) -> Bool {
            var request = HTTPRequest(method: method, target: HTTPTarget(Array(path.utf8)))
            return handler.streamsBody(of: &request)
        }
        #expect(streams(.patch, "/uploads/a"))
        #expect(!streams(.post, "/uploads/a"))
        #expect(!streams(.patch, "/other"))
        #expect(streams(.put, "/files/a"))
    }
}
