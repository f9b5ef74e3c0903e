import Glibc
import JSON
import PostgreSQLServers
import RawHTTP

/// Requests to each server of a cluster, past the proxy, while the database fails and after that.
struct ClusterProbe {
    /// The number of servers that have said that they are not ready.
    private(set) var outages = 0
    /// The number of sessions of a later release that were left to it, each time that one was.
    private(set) var newer = 0
    /// The number of responses of servers without a database.
    private(set) var responses = 0
    /// Responses that a client can't handle, and servers that do not notice a failure or its end.
    private(set) var violations: [String] = []

    /// Waits until each server says that it is not ready, and sends it a request then.
    mutating func expectOutage(of ports: [Int], during fault: ClusterFault) throws {
        for port in ports {
            guard try wait(until: 503, port) else {
                violations.append("\(fault): a server stays ready")
                continue
            }
            outages += 1
            _ = try startSession(port, during: fault)
        }
    }

    /// Waits until a server rejects a new session.
    mutating func expectRejection(by port: Int, during fault: ClusterFault) throws {
        for _ in 0..<2_000 where try startSession(port, during: fault) == 503 { return }
        violations.append("\(fault): a server rejects nothing")
    }

    /// Waits until each server is ready again.
    mutating func expectRecovery(of ports: [Int], after fault: ClusterFault) throws {
        for port in ports where try !wait(until: 200, port) { violations.append("\(fault): a server does not recover") }
    }

    /// Checks that sessions which a later release has written are as they were.
    mutating func expectUnchanged(
        _ sessions: NewerSessions,
        in server: PostgreSQLServer,
        during fault: ClusterFault
    ) throws {
        let now = try NewerSessions(in: server)
        newer += sessions.rows.count
        for (id, row) in sessions.rows where now.rows[id] != row {
            violations.append("\(fault): the session \(id) has changed")
        }
    }

    /// Checks that each server either works or says that it does not.
    mutating func expectResponses(of ports: [Int], during fault: ClusterFault) throws {
        for port in ports { _ = try startSession(port, during: fault) }
    }

    /// Asks whether a server is ready until it responds with a status, and returns whether it does within half a
    /// minute.
    private mutating func wait(until status: Int, _ port: Int) throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            let response = try RawClient(port: port, timeout: 30).exchange("GET", "/readyz")
            if response.status == 503, response.field("retry-after") == nil {
                violations.append("/readyz without Retry-After: \(response.text)")
            }
            if response.status == status { return true }
            usleep(100_000)
        }
        return false
    }

    /// Returns the status of the response to a request that needs the database.
    private mutating func startSession(_ port: Int, during fault: ClusterFault) throws -> Int {
        responses += 1
        let key = "torture-probe-\(port)-\(responses)"
        let client = try RawClient(port: port, timeout: 30)
        let response = try client.exchange("POST", "/v1/sessions", [:], fields: ["Idempotency-Key": key])
        if response.status != 201, !response.isHelpfulRejection {
            violations.append("\(fault): \(response.status) \(response.lines) \(response.text.prefix(200))")
        }
        return response.status
    }
}

extension RawResponse {
    /// Whether it is a 503 that says when to repeat the request.
    var isHelpfulRejection: Bool {
        status == 503 && field("retry-after").flatMap { Int($0) } ?? 0 > 0
            && field("content-type") == "application/problem+json"
    }

    /// Whether a server has sent it, and not a proxy.
    var isFromServer: Bool { field("x-request-id") != nil }
}
