import HTTPCore
import Testing

@Suite("A client address") struct ClientAddressTests {
    @Test(
        "a numeric address is parsed and written in its short form",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8::0:1", "2001:db8::1"),
            ("::1", "::1"), ("::", "::"),
        ]
    )
    func text(_ text: String, _ expected: String) {
        #expect(ClientAddress(text)?.description == expected)
    }

    @Test(
        "any other text is no address",
        arguments: [
            "", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "1.2.3.4\u{0}", "01.2.3.4", " ::1",
        ]
    )
    func malformed(_ text: String) {
        #expect(ClientAddress(text) == nil)
    }

    @Test("the unit for limits is an IPv4 address, or an IPv6 network of 64 bits")
    func network() throws {
        let first = try #require(ClientAddress("2001:db8:1:2:3::4"))
        let second = try #require(ClientAddress("2001:db8:1:2:ffff::"))
        let other = try #require(ClientAddress("2001:db8:1:3::"))
        #expect(first.network == second.network && first.network != other.network)
        let version4 = try #require(ClientAddress("192.0.2.1"))
        #expect(version4.network == version4)
        #expect(ClientAddress("192.0.2.2")?.network != version4.network)
    }

    @Test("a site has 256 IPv4 addresses, or an IPv6 network of 48 bits")
    func site() throws {
        #expect(ClientAddress("192.0.2.17")?.site.description == "192.0.2.0")
        #expect(ClientAddress("::ffff:192.0.2.17")?.site.description == "192.0.2.0")
        #expect(ClientAddress("2001:db8:1:2:3::4")?.site.description == "2001:db8:1::")
        #expect(ClientAddress("127.0.0.9")?.site.description == "127.0.0.9")
    }

    @Test("loopback addresses are recognized")
    func loopback() {
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(ClientAddress(text)?.isLoopback == true)
        }
        for text in ["128.0.0.1", "::2", "::"] { #expect(ClientAddress(text)?.isLoopback == false) }
    }

    @Test(
        "a range contains exactly the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "::1", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "9.9.9.9", true),
            ("0.0.0.0/0", "2001:db8::", false), ("::/0", "2001:db8::", true), ("2001:db8::/65", "2001:db8::1", true),
            ("2001:db8::/65", "2001:db8::8000:0:0:0", false), ("::1/128", "::1", true), ("::1/128", "::2", false),
            ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/64", "2001:db8:0:1::", false),
        ]
    )
    func range(_ range: String, _ address: String, _ isInside: Bool) throws {
        let address = try #require(ClientAddress(address))
        #expect(AddressRange(range)?.contains(address) == isInside)
    }

    @Test(
        "a text that is no range is rejected",
        arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/-1"]
    )
    func malformedRange(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}

@Suite("The filter for trusted proxies") struct TrustedProxyFilterTests {
    private func client(
        _ field: TrustedProxyFilter.Field,
        _ values: [String],
        peer: String = "10.0.0.1"
    ) -> String? {
        let proxies = ["10.0.0.0/8", "2001:db8:ffff::/48"].compactMap { AddressRange($0) }
        let filter = TrustedProxyFilter(proxies: proxies, field: field)
        var request = HTTPRequest(target: HTTPTarget([]), peer: peer, client: ClientAddress(peer))
        let name: HTTPFieldName = field == .forwarded ? "Forwarded" : "X-Forwarded-For"
        for value in values { request.fields.append(name, value) }
        #expect(filter.intercept(&request) == nil)
        #expect(request.peer == peer)
        return request.client?.description
    }

    @Test(
        "the last hop that is no trusted proxy is the client; a malformed one leaves the proxy",
        arguments: [
            (["192.0.2.1"], "192.0.2.1"), (["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
            (["6.6.6.6", "192.0.2.1"], "192.0.2.1"), (["192.0.2.1, 10.0.0.2"], "192.0.2.1"),
            (["10.0.0.3,10.0.0.2"], "10.0.0.3"), (["[2001:db8::1]:443"], "2001:db8::1"),
            (["2001:db8::1"], "2001:db8::1"),
            (["192.0.2.1:5000"], "192.0.2.1"), ([], "10.0.0.1"), (["unknown"], "10.0.0.1"), ([""], "10.0.0.1"),
            (["192.0.2.1,"], "10.0.0.1"), (["192.0.2.1:x"], "10.0.0.1"), (["192.0.2.1 6.6.6.6"], "10.0.0.1"),
            (["192.0.2.1, evil, 10.0.0.2"], "10.0.0.1"),
        ]
    )
    func xForwardedFor(_ values: [String], _ expected: String) {
        #expect(client(.xForwardedFor, values) == expected)
    }

    @Test(
        "the nodes of the standard field are read, with quotes and ports",
        arguments: [
            (["for=192.0.2.1"], "192.0.2.1"), (["For=\"[2001:db8::1]:4711\";proto=https"], "2001:db8::1"),
            (["for=6.6.6.6, for=192.0.2.1;by=10.0.0.1, for=10.0.0.2"], "192.0.2.1"),
            (["by=\"a,b\";for=192.0.2.1"], "192.0.2.1"), (["for=_hidden"], "10.0.0.1"), (["for=unknown"], "10.0.0.1"),
            (["proto=http"], "10.0.0.1"), (["for=192.0.2.1;for=6.6.6.6"], "10.0.0.1"),
            (["for=\"192.0.2.1"], "10.0.0.1"),
            (["for=192.0.2.1 x"], "10.0.0.1"), (["for=2001:db8::1"], "10.0.0.1"),
        ]
    )
    func forwarded(_ values: [String], _ expected: String) {
        #expect(client(.forwarded, values) == expected)
    }

    @Test("the field of a peer that is no trusted proxy is ignored")
    func untrusted() {
        #expect(client(.xForwardedFor, ["192.0.2.1"], peer: "6.6.6.6") == "6.6.6.6")
        #expect(client(.forwarded, ["for=192.0.2.1"], peer: "2001:db8::1") == "2001:db8::1")
    }
}
