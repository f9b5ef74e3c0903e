import Concurrency
import Coordination
import JSON
import Logging
import Testing

@testable import UsherServer

@Suite("The log")
struct StructuredLogHandlerTests {
    @Test("a record is one line of text")
    func text() {
        let lines = logged(.text) { logger in
            logger.warning(
                "no response",
                metadata: ["took": "1500", "host": "a b", "why": #"it said "no""#, "empty": ""]
            )
        }
        #expect(
            lines == [
                #"2026-11-21T09:31:00.007Z warning usher.http: no response empty="" host="a b" took=1500 why="it said \"no\"""#
                    + "\n"
            ]
        )
    }

    @Test("a record is one object of JSON")
    func json() throws {
        let lines = logged(.json) { logger in
            logger.error(
                "no response",
                metadata: ["port": .stringConvertible(8080), "hosts": ["a", "b"], "peer": ["name": "c"]],
                source: "MicroHTTP"
            )
        }
        #expect(
            lines == [
                #"{"time":"2026-11-21T09:31:00.007Z","level":"error","logger":"usher.http","message":"no response","#
                    + #""source":"MicroHTTP","metadata":{"hosts":["a","b"],"peer":{"name":"c"},"port":8080}}"# + "\n"
            ]
        )
        _ = try JSONValue(parsing: lines[0])
    }

    @Test(
        "no logged text ends a line or reaches a terminal as a command",
        arguments: StructuredLogHandler.Format.allCases
    )
    func forging(format: StructuredLogHandler.Format) throws {
        let harmful =
            (Array(0...0x1F) + Array(0x7F...0x9F) + [
                0xA0, 0xAD, 0x115F, 0x200B, 0x2028, 0x2029, 0x202E, 0x2066, 0xE000, 0xFEFF, 0xE0041,
            ])
            .compactMap { Unicode.Scalar($0 as UInt32) }
        for scalar in harmful {
            let text = "a\(Character(scalar))b"
            let lines = logged(format) { $0.info("\(text)", metadata: [text: .string(text), "list": [.string(text)]]) }
            #expect(lines.count == 1)
            let line = try #require(lines.first)
            #expect(line.unicodeScalars.last == "\n")
            #expect(!line.unicodeScalars.dropLast().contains { LogEscaping.isHarmful($0) }, "\(scalar.value)")
            if format == .json {
                let value = try JSONValue(parsing: line)
                #expect(value["message"]?.stringValue == text)
                #expect(value["metadata"]?[text]?.stringValue == text)
            }
        }
        let forged = logged(.text) {
            $0.info("a\n2026-11-21T09:31:00.007Z info usher.http: b", metadata: ["c": "d e=f"])
        }
        #expect(
            forged == [
                #"2026-11-21T09:31:00.007Z info usher.http: a\n2026-11-21T09:31:00.007Z info usher.http: b c="d e=f""#
                    + "\n"
            ]
        )
    }

    @Test("a long field is cut, with the number of omitted characters", arguments: StructuredLogHandler.Format.allCases)
    func length(format: StructuredLogHandler.Format) {
        let lines = logged(format) {
            $0.info(
                "\(String(repeating: "é", count: 5_000))",
                metadata: ["k": .string(String(repeating: "x", count: 1_024))]
            )
        }
        #expect(lines[0].contains(String(repeating: "é", count: 1_024) + "… (3976 more)"))
        #expect(lines[0].contains(String(repeating: "x", count: 1_024)))
        #expect(!lines[0].contains("(0 more)"))
    }

    @Test("metadata of the record has precedence over the provider's, and that over the logger's")
    func precedence() {
        let provider = Logger.MetadataProvider { ["a": "provider", "b": "provider"] }
        let lines = logged(.text, provider: provider) { logger in
            var logger = logger
            logger[metadataKey: "a"] = "logger"
            logger[metadataKey: "b"] = "logger"
            logger[metadataKey: "c"] = "logger"
            logger.info("m", metadata: ["a": "record"])
            logger.debug("not written")
        }
        #expect(lines == ["2026-11-21T09:31:00.007Z info usher.http: m a=record b=provider c=logger\n"])
    }

    @Test("an error is logged beside its message")
    func error() {
        struct Broken: Error, CustomStringConvertible {
            var description: String { "it broke\nbadly" }
        }
        let lines = logged(.text) { $0.error("failed", error: Broken()) }
        #expect(lines == [#"2026-11-21T09:31:00.007Z error usher.http: failed error="it broke\nbadly""# + "\n"])
    }

    @Test("a deep or long metadata value stays one value of the line")
    func deep() throws {
        var value: Logger.MetadataValue = "end"
        for _ in 0..<100 { value = ["k": value] }
        let lines = logged(.json) { $0.info("m", metadata: ["deep": value]) }
        _ = try JSONValue(parsing: lines[0])
    }

    /// Returns the lines that a logger writes.
    private func logged(
        _ format: StructuredLogHandler.Format,
        provider: Logger.MetadataProvider? = nil,
        _ body: (Logger) -> Void
    ) -> [String] {
        let lines = Lock([String]())
        let handler = StructuredLogHandler(
            label: "usher.http",
            format: format,
            metadataProvider: provider,
            now: { Timestamp(milliseconds: 1_795_253_460_007) },
            write: { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        )
        body(Logger(label: "usher.http") { _ in handler })
        return lines.withLock { $0 }
    }
}
