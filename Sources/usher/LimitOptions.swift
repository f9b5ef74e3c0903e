import ArgumentParser
import Configuration
import MicroHTTP
import Sessions
import StateAPI
import UsherServer

/// Every limit by its name.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Seconds that a session lives after its last change (default: 86400).", valueName: "s"))
    var sessionIdle: Int?

    @Option(help: ArgumentHelp("Seconds that a session lives at all (default: 2592000).", valueName: "s"))
    var sessionLifetime: Int?

    @Option(help: ArgumentHelp("How many sessions there may be (default: 1000000).", valueName: "number"))
    var sessionLimit: Int?

    @Option(
        help: ArgumentHelp(
            "How many sessions may be in memory; the others are in the store (default: 10000).",
            valueName: "number"
        )
    )
    var liveSessions: Int?

    @Option(help: ArgumentHelp("Seconds that an unused session stays in memory (default: 300).", valueName: "s"))
    var liveIdle: Int?

    @Option(help: ArgumentHelp("How many screens a session may have (default: 500).", valueName: "number"))
    var screenLimit: Int?

    @Option(help: ArgumentHelp("Seconds that a request waits for effects unless it says (default: 2).", valueName: "s"))
    var wait: Int?

    @Option(help: ArgumentHelp("Seconds that a request may ask to wait (default: 30).", valueName: "s"))
    var longestWait: Int?

    @Option(help: ArgumentHelp("The largest body in bytes (default: 65536).", valueName: "bytes"))
    var bodyLimit: Int?

    @Option(help: ArgumentHelp("The deepest nesting of a body (default: 32).", valueName: "levels"))
    var bodyDepth: Int?

    @Option(help: ArgumentHelp("The largest header in bytes (default: 8192).", valueName: "bytes"))
    var headerLimit: Int?

    @Option(help: ArgumentHelp("How many connections may be open (default: 4096).", valueName: "number"))
    var connectionLimit: Int?

    @Option(help: ArgumentHelp("Seconds that an idle connection stays open (default: 60).", valueName: "s"))
    var connectionIdle: Int?

    @Option(help: ArgumentHelp("Seconds that a client has to send a header (default: 10).", valueName: "s"))
    var headerDeadline: Int?

    @Option(help: ArgumentHelp("Seconds that a client has to send a body (default: 30).", valueName: "s"))
    var bodyDeadline: Int?

    @Option(help: ArgumentHelp("How many effects may block at a time (default: 4).", valueName: "number"))
    var effectThreads: Int?

    @Option(
        help: ArgumentHelp("Seconds that requests may still take when the server stops (default: 10).", valueName: "s")
    )
    var stopGrace: Int?

    func apply(to settings: inout UsherServer.Settings, _ environment: Environment) throws {
        func seconds(_ flag: Int?, _ name: ConfigKey, in range: ClosedRange<Int>) throws -> Duration? {
            try environment.number(flag, name, in: range).map { .seconds($0) }
        }
        let years = 1...315_360_000
        settings.sessions.idle = try seconds(sessionIdle, "session.idle", in: years) ?? settings.sessions.idle
        settings.sessions.absolute =
            try seconds(sessionLifetime, "session.lifetime", in: years) ?? settings.sessions.absolute
        settings.sessions.sessions =
            try environment.number(sessionLimit, "session.limit", in: 1...1_000_000_000) ?? settings.sessions.sessions
        settings.sessions.liveSessions =
            try environment.number(liveSessions, "live.sessions", in: 1...100_000_000) ?? settings.sessions.liveSessions
        settings.sessions.liveIdle = try seconds(liveIdle, "live.idle", in: years) ?? settings.sessions.liveIdle
        settings.sessions.screens =
            try environment.number(screenLimit, "screen.limit", in: 1...100_000) ?? settings.sessions.screens
        settings.api.wait = try seconds(wait, "wait", in: 0...300) ?? settings.api.wait
        settings.api.longestWait = try seconds(longestWait, "longest.wait", in: 0...300) ?? settings.api.longestWait
        settings.api.bodyBytes =
            try environment.number(bodyLimit, "body.limit", in: 256...16_777_216) ?? settings.api.bodyBytes
        settings.api.bodyDepth = try environment.number(bodyDepth, "body.depth", in: 4...256) ?? settings.api.bodyDepth
        settings.http.headerBytesLimit =
            try environment.number(headerLimit, "header.limit", in: 1_024...24_576) ?? settings.http.headerBytesLimit
        settings.http.connectionLimit =
            try environment.number(connectionLimit, "connection.limit", in: 1...1_000_000)
            ?? settings.http.connectionLimit
        settings.http.idleTimeout =
            try seconds(connectionIdle, "connection.idle", in: 1...86_400) ?? settings.http.idleTimeout
        settings.http.headerDeadline =
            try seconds(headerDeadline, "header.deadline", in: 1...3_600) ?? settings.http.headerDeadline
        settings.http.bodyDeadline =
            try seconds(bodyDeadline, "body.deadline", in: 1...3_600) ?? settings.http.bodyDeadline
        settings.effectThreads =
            try environment.number(effectThreads, "effect.threads", in: 1...256) ?? settings.effectThreads
        settings.stopGrace = try seconds(stopGrace, "stop.grace", in: 0...3_600) ?? settings.stopGrace
    }
}
