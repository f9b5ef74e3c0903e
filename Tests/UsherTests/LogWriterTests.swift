import Concurrency
import Foundation
import Logging
import Programs
import Testing

@testable import UsherServer

@Suite("The writer of the log")
struct LogWriterTests {
    @Test("lines for a pipe without a reader are accepted at once, and dropped ones are counted")
    func unreadPipe() throws {
        let pipe = Pipe()
        let writer = try LogWriter(
            format: .text,
            capacity: 1 << 16,
            descriptor: pipe.fileHandleForWriting.fileDescriptor
        )
        let padding = String(repeating: ".", count: 90)
        // A writer that waited for the pipe would never leave this loop.
        for number in 0..<10_000 { writer.append(Array("\(number) \(padding)\n".utf8)) }
        #expect(!writer.flush(within: .milliseconds(20)))

        let output = try Output(of: pipe)
        #expect(writer.flush(within: .seconds(30)))
        let lines = output.lines(closing: pipe)
        let numbers = lines.compactMap { Int($0.prefix { $0 != " " }) }
        let reported = lines.compactMap { $0.firstMatch(of: /warning usher: Log lines dropped count=([0-9]+)$/)?.1 }
            .compactMap { Int($0) }
        #expect(numbers == numbers.sorted())
        #expect(!reported.isEmpty && numbers.count + reported.count == lines.count)
        #expect(numbers.count + reported.reduce(0, +) == 10_000)
    }

    @Test("lines that the disk rejects are reported when it accepts lines again", arguments: [false, true])
    func fullDisk(hasCutLine: Bool) throws {
        let folder = try TemporaryFolder()
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let writer = try LogWriter(format: .json, descriptor: descriptor, hasCutLine: hasCutLine)
        for _ in 0..<100 { writer.append(Array("lost\n".utf8)) }
        #expect(writer.flush(within: .seconds(30)))

        let file = unsafe open(folder.path + "/log", O_WRONLY | O_CREAT, 0o600)
        dup2(file, descriptor)
        close(file)
        writer.append(Array("kept\n".utf8))
        #expect(writer.flush(within: .seconds(30)))
        let text = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
        #expect(text.hasPrefix(hasCutLine ? "\nkept\n" : "kept\n"))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.last?.hasSuffix(#""Log lines dropped","source":"UsherServer","metadata":{"count":100}}"#) == true
        )
    }

    @Test("a line that was written in part is reported, and the next one is not appended to it")
    func cutLine() throws {
        let folder = try TemporaryFolder()
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let writer = try LogWriter(format: .json, descriptor: descriptor)
        // This is more than the pipe holds, so the writer waits for the reader after a part of it.
        writer.append(Array(String(repeating: "x", count: 200_000).utf8) + [UInt8(ascii: "\n")])
        #expect(try pipe.fileHandleForReading.read(upToCount: 1) == Data("x".utf8))
        try pipe.fileHandleForReading.close()
        #expect(writer.flush(within: .seconds(30)))

        let file = unsafe open(folder.path + "/log", O_WRONLY | O_CREAT, 0o600)
        dup2(file, descriptor)
        close(file)
        for line in ["kept", "kept, too"] {
            writer.append(Array("\(line)\n".utf8))
            #expect(writer.flush(within: .seconds(30)))
        }
        let lines = try String(contentsOfFile: folder.path + "/log", encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines.count == 5 && lines[0] == "" && lines[1] == "kept" && lines[3] == "kept, too" && lines[4] == "")
        #expect(lines[2].hasSuffix(#""Log lines dropped","source":"UsherServer","metadata":{"count":1}}"#))
    }

    @Test("a pipe without a reader ends neither the process nor the writer")
    func closedPipe() throws {
        let pipe = Pipe()
        let writer = try LogWriter(format: .text, descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        for _ in 0..<3 {
            writer.append(Array("lost\n".utf8))
            #expect(writer.flush(within: .seconds(30)))
        }
    }

    @Test("a non-blocking descriptor gets every line once there is room")
    func nonBlockingPipe() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let writer = try LogWriter(format: .text, descriptor: descriptor)
        let line = String(repeating: "x", count: 999) + "\n"
        for _ in 0..<500 { writer.append(Array(line.utf8)) }
        #expect(!writer.flush(within: .milliseconds(20)))
        let output = try Output(of: pipe)
        #expect(writer.flush(within: .seconds(30)))
        #expect(output.lines(closing: pipe).count == 500)
    }

    @Test("the thread writes the queued lines and ends after the writer's deinitialization")
    func deinitialization() throws {
        let pipe = Pipe()
        do {
            let writer = try LogWriter(format: .text, descriptor: pipe.fileHandleForWriting.fileDescriptor)
            writer.append(Array("last\n".utf8))
        }
        #expect(try pipe.fileHandleForReading.read(upToCount: 5) == Data("last\n".utf8))
    }
}

/// A reader of a pipe on a thread of its own.
private final class Output: Sendable {
    private let bytes = Monitor((read: [UInt8](), hasEnded: false))

    init(of pipe: Pipe) throws {
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        _ = try NamedThread(name: "reader") { [bytes] in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = unsafe read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes.withLock { $0.read += buffer[..<count] }
            }
            close(descriptor)
            bytes.withLock { $0.hasEnded = true }
        }
    }

    /// Closes the end for writing, and returns all lines that were written.
    func lines(closing pipe: Pipe) -> [Substring] {
        try? pipe.fileHandleForWriting.close()
        return bytes.wait(while: { !$0.hasEnded }) { String(decoding: $0.read, as: UTF8.self) }.split(separator: "\n")
    }
}
