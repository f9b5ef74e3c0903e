import HTTPCore
import Testing

@Suite("Origins and ranges in settings")
struct WebOriginTests {
    @Test(
        "an origin is accepted as browsers send it",
        arguments: [
            "https://app.example.com", "http://localhost:3000", "https://a.example:8443", "http://127.0.0.1:8080",
            "http://[::1]:3000", "https://xn--bcher-kva.example", "capacitor://localhost", "https://a_b.example",
            "http://a.example:443",
        ]
    )
    func accepted(text: String) {
        #expect(text.isWebOrigin)
    }

    @Test(
        "another form, which equals no field of a browser, is not",
        arguments: [
            "null", "*", "", "https://", "a.example", "https://a.example/", "https://a.example/app",
            "https://a.example?x",
            "https://a.example#x", "HTTPS://a.example", "https://A.example", "https://a.example:443",
            "http://a.example:80", "https://user@a.example", "https://user:pw@a.example", "https://*.example",
            "https://a.example:", "https://a.example:0", "https://a.example:08443", "https://a.example:65536",
            "https://bücher.example", " https://a.example", "https://a.example ", "://a.example", "1http://a.example",
            "http://[::1", "http://[0:0::1]", "https://a.example:8443/", "file://",
        ]
    )
    func refused(text: String) {
        #expect(!text.isWebOrigin)
    }

    @Test(
        "ranges that have all addresses of a version are found, also in parts",
        arguments: [
            (["0.0.0.0/0"], true), (["::/0"], true), (["0.0.0.0/1", "128.0.0.0/1"], true),
            (["10.0.0.0/8", "128.0.0.0/1", "0.0.0.0/2", "64.0.0.0/2"], true), (["::/1", "8000::/1"], true),
            ([], false), (["10.0.0.0/8"], false), (["0.0.0.0/1"], false),
            (["0.0.0.0/1", "128.0.0.0/2"], false), (["127.0.0.1", "::1"], false), (["2001:db8::/32"], false),
        ] as [([String], Bool)]
    )
    func everything(texts: [String], expected: Bool) {
        #expect(AddressRange.coverEverything(texts.compactMap { AddressRange($0) }) == expected)
    }
}
