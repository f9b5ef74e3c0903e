import ArgumentParser
import MicroHTTP
import UsherServer

/// Checks whether a server on this machine is alive, for container health checks.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks whether the server on this machine is alive.",
        discussion: """
            It needs the settings of the server's address, as options, in the environment or in the file. The exit code is \
            0 if /healthz responds with 200 within five seconds, and 1 otherwise.
            """
    )

    /// The settings that determine the address of the check.
    enum Address: SettingGroup {
        static let title = ProgramSettings.Listening.title
        static let settings = [
            ProgramSettings.Listening.host, ProgramSettings.Listening.port, ProgramSettings.Listening.operations,
            ProgramSettings.Listening.hostNames, ProgramSettings.Listening.certificate,
        ]
    }

    @OptionGroup(title: Address.title) var address: SettingOptions<Address>
    @OptionGroup var file: SettingOptions<ProgramSettings.Configuration>

    func run() throws {
        let rawValues = address.rawValues.merging(file.rawValues) { first, _ in first }
        let probe = HTTPProbe(try ResolvedSettings<ProgramSettings>(rawValues).values)
        guard probe.status(of: "/healthz") == 200 else {
            StandardError.print("\(UsherProgram.current.name): no healthy server responds on port \(probe.port).")
            throw ExitCode(1)
        }
        print("alive")
    }
}

extension HTTPProbe {
    /// Makes the probe of a server with these settings.
    ///
    /// It uses the operations address if there is one, because that has connections of its own.
    init(_ settings: ProgramSettings) {
        let server = settings.server
        if let operations = server.operationsAddress {
            let host = Self.reachable(operations.host)
            self.init(host: host, port: operations.port, hostName: host.contains(":") ? "[\(host)]" : host)
        } else {
            self.init(
                host: Self.reachable(server.http.host),
                port: server.http.port,
                hostName: server.http.hostNames.first { $0 != "*" } ?? "localhost",
                usesTLS: settings.tlsCertificate != nil
            )
        }
    }

    /// Returns an address at which this machine reaches a server that listens on another one.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "localhost": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }
}
