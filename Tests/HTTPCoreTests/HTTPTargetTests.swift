import HTTPCore
import Testing

@Suite("A target") struct HTTPTargetTests {
    @Test("a target is split at its first question mark and not decoded")
    func split() {
        let target: HTTPTarget = "/a%20b?c=d?e"
        #expect(target.path == Array("/a%20b".utf8))
        #expect(target.query == Array("c=d?e".utf8))
        #expect(target.description == "/a%20b?c=d?e")
        #expect(HTTPTarget("/a").query == nil)
        #expect(HTTPTarget("/a?").query == [])
    }

    @Test("a query parameter is decoded, the first one of its name")
    func query() {
        let target: HTTPTarget = "/?a=1&b=x+y%2F%C3%BC&a=2&flag&%63=3&=4&bad=%zz&n=%0A"
        #expect(target.queryValue("a") == "1")
        #expect(target.queryValue("b") == "x y/ü")
        #expect(target.queryValue("flag") == "")
        #expect(target.queryValue("c") == "3")
        #expect(target.queryValue("bad") == nil)
        #expect(target.queryValue("n") == nil)
        #expect(target.queryValue("none") == nil)
        #expect(HTTPTarget("/").queryValue("a") == nil)
    }

    @Test(
        "segments are decoded strictly",
        arguments: [
            ("a%20b", "a b"), ("%E2%82%AC", "€"), ("", ""), ("a+b", "a+b"), ("%", nil), ("%4", nil), ("%4g", nil),
            ("%00", nil),
            ("%0d%0a", nil), ("%7F", nil), ("%FF", nil), ("%C3", nil), ("a\u{1}", nil),
            (String(repeating: "%CC%81", count: 30), String(repeating: "\u{301}", count: 30)),
            (String(repeating: "%CC%81", count: 31), nil),
        ] as [(String, String?)]
    )
    func decode(encoded: String, decoded: String?) {
        #expect(PercentEncoding.decode(encoded.utf8) == decoded)
    }

    @Test("any text can be part of an encoded target")
    func encode() {
        #expect(PercentEncoding.encode("a b/ü~%") == "a%20b%2F%C3%BC~%25")
        #expect(PercentEncoding.decode(PercentEncoding.encode("a b/ü~%").utf8) == "a b/ü~%")
    }
}
