import Concurrency
import Coordination
import Logging
import Testing

@testable import Sessions
@testable import UsherServer

@Suite("The log line of a transition")
struct TransitionLineTests {
    @Test("a transition is one line of text")
    func text() {
        #expect(
            lines(.text, transition()) == [
                "2026-11-21T09:31:00.007Z info usher: Transition committed app=market duration_us=1500042 from=login "
                    + "output=submit revision=17 session=01a1fbec-0000 to=home\n"
            ]
        )
    }

    @Test("a transition is one object of JSON")
    func json() {
        #expect(
            lines(.json, transition(trace: "4bf92f35")) == [
                #"{"time":"2026-11-21T09:31:00.007Z","level":"info","logger":"usher","message":"Transition committed","#
                    + #""source":"Sessions","metadata":{"app":"market","duration_us":1500042,"from":"login","#
                    + #""output":"submit","revision":17,"session":"01a1fbec-0000","to":"home","trace":"4bf92f35"}}"#
                    + "\n"
            ]
        )
    }

    @Test("a transition's line equals that of any other record, for names of every kind", arguments: names)
    func equality(name: String) {
        let transitions = [
            transition(application: name), transition(source: name), transition(output: name),
            transition(destination: name), transition(trace: name), transition(session: name),
        ]
        for format in StructuredLogHandler.Format.allCases {
            for label in ["usher", "Sessions", name] {
                for transition in transitions {
                    let expected = written(format, label) { log in
                        log.info("Transition committed", metadata: transition.metadata, source: "Sessions")
                    }
                    #expect(lines(format, transition, label: label) == expected)
                }
            }
        }
    }

    private static let names = [
        "login", "", " ", "a b", "a=b", "a\"b", "a\\b", "a\nb", "a\u{7F}b", "é", "a\u{202E}b", "a\u{85}b",
        String(repeating: "x", count: 1_024), String(repeating: "x", count: 1_025), String(repeating: "é", count: 600),
    ]

    @Test("a transition's line has the metadata of its logger")
    func metadata() {
        let lines = written(.text) { log in
            var log = log
            log[metadataKey: "host"] = "a"
            StructuredLogHandler.transitions(of: log)?(transition())
        }
        #expect(lines.count == 1 && lines[0].contains(" from=login host=a output=submit "))
    }

    private func transition(
        application: String = "market",
        source: String = "login",
        output: String = "submit",
        destination: String = "home",
        trace: String? = nil,
        session: String = "01a1fbec-0000"
    ) -> TransitionRecord {
        TransitionRecord(
            session: SessionID(session),
            application: application,
            revision: 17,
            source: source,
            output: output,
            destination: destination,
            duration: .microseconds(1_500_042),
            trace: trace
        )
    }

    private func lines(
        _ format: StructuredLogHandler.Format,
        _ transition: TransitionRecord,
        label: String = "usher"
    ) -> [String] {
        written(format, label) { log in StructuredLogHandler.transitions(of: log)?(transition) }
    }

    /// Returns the lines that a logger writes.
    private func written(
        _ format: StructuredLogHandler.Format,
        _ label: String = "usher",
        _ body: (Logger) -> Void
    ) -> [String] {
        let lines = Lock([String]())
        let handler = StructuredLogHandler(
            label: label,
            format: format,
            now: { Timestamp(milliseconds: 1_795_253_460_007) },
            write: { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        )
        body(Logger(label: label) { _ in handler })
        return lines.withLock { $0 }
    }
}
