import Glibc
import RawHTTP
import Testing

@Suite("The client that sends exactly the given bytes")
struct RawClientTests {
    @Test("a client that can't connect closes no file of another thread")
    func closesOnce() async throws {
        async let failures = blocking { () -> Int in
            (0..<3_000).count { _ in (try? RawClient(port: 1)) == nil }
        }
        async let readErrors = blocking { () -> Int in
            (0..<20_000).count { _ in
                let file = unsafe open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
                var byte: UInt8 = 0
                defer { close(file) }
                return unsafe pread(file, &byte, 1, 0) != 1
            }
        }
        #expect(try await failures.get() == 3_000)
        #expect(try await readErrors.get() == 0)
    }
}
