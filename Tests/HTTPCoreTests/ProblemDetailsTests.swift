import HTTPCore
import Testing

@Suite("A problem") struct ProblemDetailsTests {
    @Test("says the status and nothing more when there is nothing more")
    func plain() {
        let response = ProblemDetails(.notFound).response
        #expect(response.status == .notFound)
        #expect(response.fields.lines == [.init(name: "Content-Type", value: "application/problem+json")])
        #expect(text(response) == #"{"type":"about:blank","title":"Not Found","status":404}"#)
    }

    @Test("carries every member, faults and extensions in order, and fields")
    func whole() {
        var problem = ProblemDetails(
            .unprocessableContent,
            type: "/problems/invalid",
            title: "Doesn't fit",
            detail: "The payload doesn't fit.",
            instance: "/incidents/1"
        )
        problem.errors = [
            .init(pointer: "/code", code: "pattern", detail: "Six digits."),
            .init(pointer: "", code: "extra", detail: "\"x\""),
        ]
        problem.extensions = [.init(name: "state", json: Array("{\"a\":1}".utf8))]
        problem.fields[.retryAfter] = "1"
        let response = problem.response
        #expect(response.fields[.retryAfter] == "1")
        let start =
            #"{"type":"/problems/invalid","title":"Doesn't fit","status":422,"detail":"The payload doesn't fit.","#
        let errors = #""errors":[{"pointer":"/code","code":"pattern","detail":"Six digits."},"#
        let rest = #"{"pointer":"","code":"extra","detail":"\"x\""}],"state":{"a":1}}"#
        #expect(text(response) == start + #""instance":"/incidents/1","# + errors + rest)
    }

    @Test("escapes what JSON needs escaped")
    func escaping() {
        let problem = ProblemDetails(.badRequest, title: "a\"b\\c\nd\u{1}ü\r\n")
        #expect(
            text(problem.response)
                == #"{"type":"about:blank","title":"a\"b\\c\nd\u0001ü\r\n","status":400}"#
        )
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body.bytes, as: UTF8.self)
    }
}
