import Concurrency
import Glibc
import Testing

@testable import Sessions

@Suite("Sessions that leave memory")
struct UnloadTests {
    /// Whether the address sanitizer runs, which puts local variables on a stack of its own.
    private static let hasAddressSanitizer = unsafe getenv("ASAN_OPTIONS") != nil

    @Test(
        "the action for sessions that leave memory is called at the same depth of the stack each time",
        .disabled(if: hasAddressSanitizer, "The addresses of local variables say nothing about the depth.")
    )
    func depth() throws {
        let server = try TestServer()
        let addresses = Lock(Set<UInt>())
        server.registry.onUnload { _ in
            var local = 0
            let address = unsafe withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
            _ = addresses.withLock { $0.insert(address) }
        }
        for number in 0..<1_000 { server.registry.dependencies.sessionUnloaded(UInt64(number)) }
        #expect(addresses.withLock { $0.count } == 1)
    }
}
