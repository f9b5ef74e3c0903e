import ArgumentParser
import Configuration
import MicroHTTP
import StateAPI
import UsherServer

/// Where the server listens.
struct ListeningOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen at (default: 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("The port; 0 takes one that is free (default: 8080).", valueName: "number"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "A name that requests may have in their Host field; may be repeated (default: any name).",
            valueName: "name"
        )
    )
    var hostName: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may use the API from a browser; may be repeated (default: none).",
            valueName: "origin"
        )
    )
    var corsOrigin: [String] = []

    @Flag(help: "Send cookies over HTTPS only; for a server behind a proxy that speaks HTTPS.")
    var secureCookies = false

    @Option(help: ArgumentHelp("How many event loops to run (default: one a core).", valueName: "number"))
    var loops: Int?

    func apply(to settings: inout UsherServer.Settings, _ environment: Environment) throws {
        settings.http.host = environment.text(host, "host") ?? settings.http.host
        settings.http.port = try environment.number(port, "port", in: 0...65_535) ?? settings.http.port
        settings.http.loopCount = try environment.number(loops, "loops", in: 1...256) ?? settings.http.loopCount
        settings.http.hostNames = environment.list(hostName, "host.name")
        settings.api.corsOrigins = environment.list(corsOrigin, "cors.origin")
        settings.api.secureCookies = try environment.flag(secureCookies, "secure.cookies")
    }
}
