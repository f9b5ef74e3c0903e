import Concurrency
import Glibc

/// A program in a process group of its own, with lines to its standard input and from its outputs.
final class ChildProcess: Sendable {
    private struct Output {
        var lines: [String] = []
        /// The last lines of standard error.
        var errors: [String] = []
        var openPipes = 2
    }

    private struct Pipe {
        let reader: CInt
        let writer: CInt

        init() throws {
            var pair: [CInt] = [0, 0]
            guard unsafe pipe(&pair) == 0 else { throw NetworkError(call: "pipe") }
            for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (pair[0], pair[1])
        }
    }

    /// Held while a program starts, because another one that starts at that time would inherit its pipes.
    private static let starting = Lock(())

    private let id: pid_t
    private let input: Lock<CInt>
    private let output = Monitor(Output())
    private let status = Lock<CInt?>(nil)

    /// Starts a program, which is looked for in the folders of `PATH`.
    init(_ command: [String], environment: [String: String]) throws {
        let (id, pipes) = try Self.starting.withLock { _ throws -> (pid_t, [Pipe]) in
            let pipes = try (0..<3).map { _ in try Pipe() }
            let id = try Self.spawn(command, environment, [pipes[0].reader, pipes[1].writer, pipes[2].writer])
            return (id, pipes)
        }
        for descriptor in [pipes[0].reader, pipes[1].writer, pipes[2].writer] { close(descriptor) }
        self.id = id
        input = Lock(pipes[0].writer)
        let (standardOutput, standardError) = (pipes[1].reader, pipes[2].reader)
        _ = try NamedThread(name: "client") { [output] in
            Self.readLines(from: standardOutput) { line in output.withLock { $0.lines.append(line) } }
            output.withLock { $0.openPipes -= 1 }
        }
        _ = try NamedThread(name: "client") { [output] in
            Self.readLines(from: standardError) { line in
                output.withLock { $0.errors = Array(($0.errors + [line]).suffix(8)) }
            }
            output.withLock { $0.openPipes -= 1 }
        }
    }

    private static func spawn(
        _ command: [String],
        _ environment: [String: String],
        _ descriptors: [CInt]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The threads of this process block signals, and a child would inherit that.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        unsafe posix_spawnattr_setflags(&attributes, flags)
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var id = pid_t()
        let code = unsafe posix_spawnp(&id, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw NetworkError("'\(command[0])' can't be started (errno \(code)).") }
        return id
    }

    private static func readLines(from descriptor: CInt, _ take: (String) -> Void) {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += buffer[..<count]
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                take(String(decoding: text[..<end], as: UTF8.self))
                text.removeFirst(end + 1)
            }
        }
        if !text.isEmpty { take(String(decoding: text, as: UTF8.self)) }
        close(descriptor)
    }

    /// Writes a line to standard input, unless the program has closed it.
    func write(_ line: String) {
        var bytes = Array("\(line)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                input.withLock { unsafe Glibc.write($0, bytes.baseAddress, bytes.count) }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The lines of standard output from an index on, once there are any, the program has ended or the time is over.
    func lines(from index: Int, until deadline: ContinuousClock.Instant) -> [String] {
        output.wait(
            while: { $0.lines.count <= index && $0.openPipes > 0 && ContinuousClock.now < deadline },
            recheckAfter: { _ in 50 }
        ) { Array($0.lines.dropFirst(index)) }
    }

    var hasEnded: Bool { output.wait(while: { _ in false }) { $0.openPipes == 0 } }
    var errors: [String] { output.wait(while: { _ in false }) { $0.errors } }

    /// Ends the program and all that it has started, at once.
    func kill() {
        _ = Glibc.kill(-id, SIGKILL)
        reap()
    }

    /// Closes standard input and gives the program some time to end by itself.
    func end(within limit: Duration) {
        input.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
        let deadline = ContinuousClock.now + limit
        output.wait(while: { $0.openPipes > 0 && ContinuousClock.now < deadline }, recheckAfter: { _ in 50 }) { _ in }
        kill()
    }

    private func reap() {
        status.withLock { status in
            guard status == nil else { return }
            var code: CInt = 0
            unsafe waitpid(id, &code, 0)
            status = code
        }
    }
}
