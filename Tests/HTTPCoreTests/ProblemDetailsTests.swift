import HTTPCore
import Testing

@Suite("A problem") struct ProblemDetailsTests {
    private static let invalid = ProblemType("invalid", .unprocessableContent, "Doesn't match", advice: "Try again.")

    @Test("a problem has its type, and the type's advice when it has no detail")
    func plain() {
        let response = ProblemDetails(.notFound).response
        #expect(response.status == .notFound)
        #expect(response.fields.lines == [.init(name: "Content-Type", value: "application/problem+json")])
        let start = #"{"type":"/problems/not-found","title":"There is no resource at this path","status":404,"#
        #expect(text(response) == start + #""detail":"Check the path; GET /v1/apps lists the applications."}"#)
    }

    @Test("a problem has all members, errors and extensions in order, and fields")
    func whole() {
        var problem = ProblemDetails(Self.invalid, detail: "The payload doesn't match.")
        problem.instance = "/incidents/1"
        problem.errors = [
            .init(pointer: "/code", code: "pattern", detail: "Six digits."),
            .init(pointer: "", code: "extra", detail: "\"x\""),
        ]
        problem.extensions = [.init(name: "state", json: Array("{\"a\":1}".utf8))]
        problem.fields[.retryAfter] = "1"
        let response = problem.response
        #expect(response.fields[.retryAfter] == "1")
        let start =
            #"{"type":"/problems/invalid","title":"Doesn't match","status":422,"detail":"The payload doesn't match.","#
        let errors = #""errors":[{"pointer":"/code","code":"pattern","detail":"Six digits."},"#
        let rest = #"{"pointer":"","code":"extra","detail":"\"x\""}],"state":{"a":1}}"#
        #expect(text(response) == start + #""instance":"/incidents/1","# + errors + rest)
    }

    @Test("a problem's text is escaped for JSON")
    func escaping() {
        let problem = ProblemDetails(Self.invalid, detail: "a\"b\\c\nd\u{1}ü\r\n")
        #expect(text(problem.response).hasSuffix(#""detail":"a\"b\\c\nd\u0001ü\r\n"}"#))
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body.bytes, as: UTF8.self)
    }

    @Test("each problem in the server's table has a type of its own")
    func table() {
        #expect(Set(ProblemType.http.map(\.name)).count == ProblemType.http.count)
        #expect(ProblemType.http.allSatisfy { (400...599).contains($0.status.code) && $0.advice.hasSuffix(".") })
    }
}
