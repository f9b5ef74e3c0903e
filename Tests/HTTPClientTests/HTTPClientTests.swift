import Foundation
import HTTPClient
import RawHTTP
import Testing

@Suite("The HTTP client")
struct HTTPClientTests {
    private func client(_ change: (inout HTTPClient) -> Void = { _ in }) -> HTTPClient {
        var client = HTTPClient()
        client.timeout = .milliseconds(500)
        client.connectTimeout = .milliseconds(500)
        change(&client)
        return client
    }

    /// Posts to a server with one step, and returns the status, or the error.
    private func post(
        _ step: ScriptedServer.Step,
        _ client: HTTPClient
    ) throws -> Result<Int, HTTPClientError> {
        let server = try ScriptedServer([step])
        defer { server.stop() }
        return Result { () throws(HTTPClientError) in
            try client.post(Array("hello".utf8), to: "http://127.0.0.1:\(server.port)/codes?a=b")
        }
    }

    @Test("a request has the given fields and the content, and its result is the status of the response")
    func posts() throws {
        let server = try ScriptedServer([.respond("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok")])
        defer { server.stop() }
        let status = try client().post(
            Array("h\0i".utf8),
            to: "http://127.0.0.1:\(server.port)/codes?a=b",
            fields: [("Content-Type", "application/json"), ("webhook-id", "msg_1")]
        )
        #expect(status == 202)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /codes?a=b HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        for line in ["Content-Type: application/json", "webhook-id: msg_1", "Content-Length: 3"] {
            #expect(request.contains("\r\n\(line)\r\n"), "\(line)")
        }
        #expect(!request.lowercased().contains("expect:"))
        #expect(request.hasSuffix("\r\n\r\nh\0i"))
    }

    @Test(
        "the status decides, even if the rest of the response never comes, is malformed or too long",
        arguments: [
            (.respond("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut off"), 200),
            (.respondAndHang("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), 200),
            (
                .respondForever(
                    "HTTP/1.1 200 OK\r\n\r\n",
                    then: String(repeating: "x", count: 65_536)
                ), 200
            ),
            (.respondForever("HTTP/1.1 500 Error\r\n", then: "a: \(String(repeating: "x", count: 1_024))\r\n"), 500),
            (.respond("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), 404),
            (.respond("HTTP/1.1 200 OK\r\nContent-Length: 9999999999999\r\n\r\n"), 200),
        ] as [(ScriptedServer.Step, Int)]
    )
    func statusDecides(step: ScriptedServer.Step, status: Int) throws {
        #expect(try post(step, client()).get() == status)
    }

    @Test("a redirection is a result and is not followed")
    func redirection() throws {
        let other = try ScriptedServer([.respond("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        defer { other.stop() }
        for code in [301, 302, 303, 307, 308] {
            let response =
                "HTTP/1.1 \(code) Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n"
            #expect(try post(.respond(response), client()).get() == code)
        }
        #expect(other.requests == [])
    }

    @Test(
        "a server that received the request and sent no status may have acted on it",
        arguments: [
            .readAndClose, .respond("SSH-2.0-OpenSSH\r\n"), .respondAndHang(""),
            .respondAndHang("HTTP/1.1 100 Continue\r\n\r\n"),
            .drip("HTTP/1.1 200 OK"),
        ] as [ScriptedServer.Step]
    )
    func inDoubt(step: ScriptedServer.Step) throws {
        let start = ContinuousClock.now
        let result = try post(step, client())
        #expect(ContinuousClock.now - start < .seconds(5))
        guard case .failure(let error) = result else {
            Issue.record("The result is \(result).")
            return
        }
        #expect(error.mayBeSent, "\(error)")
        #expect(!error.reason.isEmpty)
    }

    @Test("a request to a server that can't be reached was not sent")
    func notSent() throws {
        let server = try ScriptedServer([.close])
        server.stop()
        for url in ["http://127.0.0.1:\(server.port)/", "http://host.invalid/", "ftp://127.0.0.1/", "nonsense:"] {
            #expect {
                try client().post([], to: url)
            } throws: { error in
                (error as? HTTPClientError)?.mayBeSent == false
            }
        }
    }

    @Test("certificates are verified: the authority and the host name")
    func certificates() async throws {
        let folder = NSTemporaryDirectory() + "usher-tls-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost",
        ])
        made.waitUntilExit()
        try #require(made.terminationStatus == 0)
        // openssl can't choose a port and print it, so it gets one that was free a moment ago.
        let free = try ScriptedServer([.close])
        free.stop()
        let server = try openssl([
            "s_server", "-accept", "127.0.0.1:\(free.port)", "-key", "\(folder)/key.pem",
            "-cert", "\(folder)/certificate.pem", "-quiet",
        ])
        // `terminate()` would not end it, because the thread of this test blocks SIGTERM, and the child inherits that.
        defer {
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        while (try? RawClient(port: free.port)) == nil { try await Task.sleep(for: .milliseconds(20)) }
        let patient = client {
            $0.timeout = .seconds(5)
            $0.connectTimeout = .seconds(5)
        }
        #expect {
            try patient.post([], to: "https://localhost:\(free.port)/")
        } throws: { error in
            guard let error = error as? HTTPClientError else { return false }
            return !error.mayBeSent && error.reason.contains("certificate")
        }
        var trusting = patient
        trusting.authorities = "\(folder)/certificate.pem"
        // The name in the certificate is not this one.
        #expect {
            try trusting.post([], to: "https://127.0.0.1:\(free.port)/")
        } throws: { error in
            (error as? HTTPClientError)?.mayBeSent == false
        }
        // The server reads the request and does not respond.
        trusting.timeout = .seconds(2)
        #expect {
            try trusting.post([], to: "https://localhost:\(free.port)/")
        } throws: { error in
            (error as? HTTPClientError)?.mayBeSent == true
        }
    }

    private func openssl(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
