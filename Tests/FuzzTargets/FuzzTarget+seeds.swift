extension FuzzTarget {
    /// Inputs to begin with.
    public var seeds: [[UInt8]] {
        let run = String(repeating: "\u{0345}\u{0315}\u{0300}\u{0323}\u{0334}", count: 200)
        let texts: [String] =
            switch self {
            case .json:
                [
                    "{}", #"{"app":"items","link":"usher://items/item/5"}"#,
                    #"{"client":{"platform":"web","view":true}}"#,
                    #"[1,-2.5e3,true,null,"\u00e9\ud83d\ude00"]"#, "{\"a\(run)\":\"b\(run)\"}", "[[[[[[[[]]]]]]]]",
                ]
            case .snapshot: FuzzedApplications.shared.snapshots.map { String(decoding: $0, as: UTF8.self) }
            case .change: FuzzedApplications.shared.changes.map { String(decoding: $0, as: UTF8.self) }
            case .link:
                [
                    "usher://items/item/5", "https://example.com/item/5?a=b&c=%20", "usher://items/%E4%B8%80/\(run)",
                    "usher://items/settings#x",
                ]
            case .head:
                [
                    "GET /v1/sessions HTTP/1.1\nHost:localhost\nAccept:application/json",
                    "POST http://localhost/v1/sessions HTTP/1.1\nHost:localhost\nContent-Length:2\nTransfer-Encoding:chunked",
                    "OPTIONS * HTTP/1.0\nOrigin:http://localhost\nCookie:a=b; c=d",
                ]
            case .request:
                [
                    "POST /v1/sessions\nContent-Type:application/json\nIdempotency-Key:0123456789abcdef\n\n{\"app\":\"kanji\"}",
                    "GET /v1/sessions/SESSION\nAuthorization:Bearer TOKEN\nIf-None-Match:\"1\", W/\"2\"\nAccept:*/*",
                    "POST /v1/sessions/SESSION/back\nAuthorization:Bearer TOKEN\nContent-Type:application/json\n\n{}",
                    "POST /v1/sessions/SESSION/links\nAuthorization:Bearer TOKEN\nContent-Type:application/json\n\n{\"url\":\"usher://kanji/%E4%B8%80\"}",
                    "GET /problems/unauthorized?\nAccept-Language:de\(run)",
                    "GET /v1/sessions/SESSION\nAuthorization:Bearer TOKEN\nX-Forwarded-For:192.0.2.7, 10.0.0.2\nAccept-Encoding:gzip",
                    "GET /v1/apps/items\nForwarded:for=\"[2001:db8::1]:80\";proto=https, for=10.0.0.2\nAccept-Encoding:gzip;q=0.5, *;q=0",
                    "GET /v1/sessions/SESSION\nAuthorization:Bearer TOKEN\nIf-None-Match:TAG\nPrefer:wait=1",
                    "POST /v1/handoffs/CODE\nContent-Type:application/json\n\n{\"client\":{\"platform\":\"ios\"}}",
                ]
            case .id: ["01a1fd70-f1c0-7c22-a674-b1dae1713a90", "%30", "\(run)/screens/k1/outputs/x"]
            case .cookie: ["usher-SESSION=abc; a=b", "\(run)=\(run)", String(repeating: "a=b; ", count: 500)]
            }
        return texts.map { Array($0.utf8) }
    }
}
