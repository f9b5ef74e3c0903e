import FoundationEssentials
import Glibc
import HTTPCore
import Logging
import MicroHTTP
import ServiceDatabase
import Sessions
import StateAPI
import UsherServer

#if Accounts
import Accounts
#endif
#if Webhooks
import Webhooks
#endif

/// Every setting of a program.
struct ProgramSettings: SettingValues {
    static let variablePrefix = "USHER_"

    static var groups: [any SettingGroup<Self>.Type] { (Own.settings.isEmpty ? [] : [Own.self]) + ushersGroups }

    /// The groups of the settings that every program has.
    static var ushersGroups: [any SettingGroup<Self>.Type] {
        var groups: [any SettingGroup<Self>.Type] = [Content.self, Storage.self]
        #if Accounts
        groups.append(Codes.self)
        #endif
        #if Webhooks
        groups.append(Results.self)
        #endif
        return groups + [Listening.self, Limits.self, Logs.self, Configuration.self]
    }

    static let configurationFile = Setting<Self>.text(
        "config",
        unit: "file",
        \.configurationPath,
        "A JSON file with settings; the command line and the environment take precedence",
        default: "none",
        allowed: "the path of a file"
    )

    var server = UsherServer.Settings()
    var isDevelopment = false
    var tlsCertificate: String?
    var tlsKey: String?
    var store: String?
    var isReadOnly = false
    var codeKeyFile: String?
    var dataFolder: String?
    var operationsTokenFile: String?
    var logLevel = Logger.Level.info
    var logFormat = StructuredLogHandler.Format.text
    var auditLog: String?
    var configurationPath: String?
    /// The values of the program's own settings, or `nil` for the defaults.
    var ownValues: (any OwnSettings)?
    #if Accounts
    var passwordLength = PasswordRules.shortestLength
    var codeWebhook: String?
    var codeWebhookSecretFile: String?
    var codeLimits = CodeLimits()
    #endif
    #if Webhooks
    var resultWebhook: String?
    var resultWebhookSecretFile: String?
    #endif

    init() {
        server.publicFolder = Self.defaultPublicFolder
        dataFolder = Self.defaultDataFolder
    }

    /// The settings of the server, with the files of the certificate and the operators' token.
    ///
    /// - Throws: ``StartError`` if there is a certificate without a key or a key without a certificate, or if the token can't be
    ///   used.
    func completeServer() throws(StartError) -> UsherServer.Settings {
        var server = server
        switch (tlsCertificate, tlsKey) {
        case (let certificate?, let key?): server.http.tls = .init(certificate: certificate, key: key)
        case (nil, nil): break
        case (_?, nil): throw StartError(description: "--tls-certificate needs --tls-key, the file of its private key.")
        case (nil, _?): throw StartError(description: "--tls-key needs --tls-certificate, the file of its certificate.")
        }
        server.api.operatorToken = try readOperatorToken()
        // Each request that waits and each stream has a connection of its own. Behind a proxy the connections are not counted, because
        // the proxy sends the requests of many clients. So waits and streams have the same limit, by the address of the client.
        server.api.limits.addressWaits = server.http.addressConnectionLimit
        server.api.limits.addressStreams = server.http.addressConnectionLimit
        // If the operator lets an address start any number of sessions, the share of the address has no limit either.
        if server.api.limits.addressNewSessions.quota == 0 { server.api.limits.addressShare = 0 }
        return server
    }

    private func readOperatorToken() throws(StartError) -> OperatorToken? {
        guard let path = operationsTokenFile else { return nil }
        guard server.operationsAddress != nil else {
            throw StartError(
                description: "--operations-token-file needs --operations-listen, the address with the inspector."
            )
        }
        do {
            let text = String(decoding: try SecretFile.read(path), as: UTF8.self)
            if let token = OperatorToken(text.hasSuffix("\n") ? String(text.dropLast()) : text) { return token }
        } catch {
            throw StartError(description: "The operators' token can't be used: \(error)")
        }
        let lengths = OperatorToken.lengths
        throw StartError(
            description:
                "\(path) has no token: it must be one line of \(lengths.lowerBound) to \(lengths.upperBound) letters, digits and signs; make it with 'openssl rand -hex 32 > FILE'."
        )
    }

    /// Rejects `--dev` if other machines, or pages of other sites, can reach the server.
    ///
    /// - Throws: ``StartError`` with the setting to change.
    func checkDevelopment() throws(StartError) {
        guard isDevelopment else { return }
        let danger = UsherProgram.current.hasAccounts ? "shows one-time codes and has a demo account" : "shows sessions"
        guard server.http.isLoopback else {
            throw StartError(
                description:
                    "--dev \(danger), so it can't listen on \(server.http.host), which other machines may reach; remove --dev, or use --host 127.0.0.1."
            )
        }
        guard !server.http.hostNames.contains("*") else {
            throw StartError(
                description:
                    "--dev \(danger), so it can't accept any host with --host-name '*', which lets pages of other sites read them; name the hosts, or remove --dev."
            )
        }
    }

    /// The folder for data that the environment names, or `nil` if it names none.
    static var defaultDataFolder: String? {
        let variables = ProcessInfo.processInfo.environment
        let name = UsherProgram.current.name
        // systemd may name several, separated by colons (systemd.exec(5), StateDirectory=).
        if let folder = variables["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        // https://specifications.freedesktop.org/basedir-spec: a path that is not absolute is ignored.
        if let folder = variables["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/\(name)" }
        if let home = variables["HOME"], home.hasPrefix("/") { return home + "/.local/state/\(name)" }
        return nil
    }

    /// The folder that `make release` makes beside the program, or the modules of a clone, or `nil` if there is neither.
    private static var defaultPublicFolder: String? {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = program.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "public").path }
        return [beside, "Public"].compactMap(\.self).first(where: isFolder)
    }

    /// The settings of the served content.
    enum Content: SettingGroup {
        static let title = "Content"
        static var settings: [Setting<ProgramSettings>] {
            let program = UsherProgram.current
            return [folder, development(program), mobileApps]
        }

        private static let folder = Setting<ProgramSettings>.text(
            "public",
            unit: "folder",
            \.server.publicFolder,
            "The folder with the web client",
            default: "public beside the program, or else ./Public",
            allowed: "a folder that can be read",
            accepts: isFolder
        )

        private static func development(_ program: UsherProgram) -> Setting<ProgramSettings> {
            .flag(
                "dev",
                \.isDevelopment,
                program.hasAccounts
                    ? "For development on this machine: a demo account (demo, demo-password), and one-time codes at GET /dev/inbox"
                    : "For development on this machine: clients can read and fork earlier states of their sessions"
            )
        }

        private static let mobileApps = Setting<ProgramSettings>.list(
            "mobile-app",
            unit: "id",
            \.mobileApps,
            "An app that opens the links of the applications' hosts, for Android once for each of its certificates; may be repeated",
            default: "none",
            allowed: """
                a list of apps, each a team and a bundle for Apple's systems, such as ABCDE12345.com.example.shop, or for Android \
                a package, an equals sign and the SHA-256 fingerprint of a certificate, such as com.example.shop=14:6D:E9:...
                """,
            accepts: { mobileApp($0) != nil }
        )
    }

    /// The settings of the store.
    enum Storage: SettingGroup {
        static let title = "Storage"
        static var settings: [Setting<ProgramSettings>] { settings(of: UsherProgram.current.name) }

        private static func settings(of program: String) -> [Setting<ProgramSettings>] {
            [
                .text(
                    "store",
                    unit: "store",
                    \.store,
                    """
                    Where sessions are stored: 'sqlite:PATH' (durable on one disk, for one server), a postgres:// URI (for several \
                    servers, which push each other's changes at once; durable on one disk, so that a failover may lose changes, \
                    or on two machines and over a failover if PostgreSQL waits for a standby), or 'memory' (lost with the server)
                    """,
                    default: "\(program).db in the data folder",
                    allowed: """
                        'memory', 'sqlite:' and the path of a file, or a URI that begins with postgres://, in which 'connections' may \
                        be a number from \(StoreLocation.connectionCounts.lowerBound) to \(StoreLocation.connectionCounts.upperBound)
                        """,
                    accepts: { StoreLocation($0) != nil }
                ),
                .flag(
                    "read-only",
                    \.isReadOnly,
                    "Serve the stored states, and reject what would change them with 503, such as while '\(program) store copy' runs"
                ),
                .text(
                    "code-key",
                    unit: "file",
                    \.codeKeyFile,
                    "The file with the secret key of one-time codes and authenticator apps, the same for all servers of a store",
                    default: "beside the file of the store; needed with PostgreSQL",
                    allowed: "the path of a file"
                ),
                .text(
                    "data",
                    unit: "folder",
                    \.dataFolder,
                    "The folder for persistent data; with PostgreSQL, for the sessions over which the server crashed",
                    default: "$STATE_DIRECTORY, or \(program) in $XDG_STATE_HOME, or ~/.local/state/\(program)",
                    allowed: "the path of a folder"
                ),
            ]
        }
    }

    #if Accounts
    /// The settings of passwords and one-time codes.
    enum Codes: SettingGroup {
        static let title = "Accounts"
        /// The settings, or none in a program without accounts.
        static var settings: [Setting<ProgramSettings>] { UsherProgram.current.hasAccounts ? all : [] }

        private static let all: [Setting<ProgramSettings>] = [
            .number(
                "password-length",
                PasswordRules.shortestLength...64,
                \.passwordLength,
                "The minimum length of new passwords; NIST SP 800-63B-4 wants 15 where a password is used alone"
            ),
            .text(
                "code-webhook",
                unit: "url",
                \.codeWebhook,
                "The address of the gateway that sends one-time codes to phones",
                default: "none",
                allowed: "an address that begins with https://, or with http:// and a loopback address",
                accepts: Webhook.isAllowed
            ),
            .text(
                "code-webhook-secret-file",
                unit: "file",
                \.codeWebhookSecretFile,
                "The file with the secrets that sign messages to the gateway; only its owner may read it",
                default: "none",
                allowed: "the path of a file"
            ),
            .list(
                "code-prefix",
                unit: "prefix",
                \.codeLimits.prefixes,
                "A prefix of phone numbers that get codes, such as +49; may be repeated",
                default: "all numbers",
                allowed: "a list of prefixes, each a plus sign and 1 to 7 digits, the first not 0",
                accepts: isPhonePrefix
            ),
            .number(
                "codes-per-day",
                1...1_000_000_000,
                \.codeLimits.perDay,
                "The maximum number of codes within a day in UTC; a fifth is reserved for verified numbers"
            ),
        ]

        private static func isPhonePrefix(_ text: String) -> Bool {
            let digits = text.utf8.dropFirst()
            return text.utf8.first == UInt8(ascii: "+") && (1...7).contains(digits.count)
                && digits.first != UInt8(ascii: "0") && digits.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
    #endif

    #if Webhooks
    /// The settings of the results of sessions.
    enum Results: SettingGroup {
        static let title = "Results of sessions"
        static let settings: [Setting<ProgramSettings>] = [
            .text(
                "result-webhook",
                unit: "url",
                \.resultWebhook,
                "The address that gets the results of sessions, from applications with .deliversResult()",
                default: "none",
                allowed: "an address that begins with https://, or with http:// and a loopback address",
                accepts: Webhook.isAllowed
            ),
            .text(
                "result-webhook-secret-file",
                unit: "file",
                \.resultWebhookSecretFile,
                "The file with the secrets that sign these messages; only its owner may read it",
                default: "none",
                allowed: "the path of a file"
            ),
        ]
    }
    #endif

    /// The settings of the address and of access from browsers.
    enum Listening: SettingGroup {
        static let title = "Address"
        static let port = Setting<ProgramSettings>.number(
            "port",
            0...65_535,
            \.server.http.port,
            "The port to listen on; 0 chooses a free one"
        )
        static let host = Setting<ProgramSettings>.text(
            "host",
            unit: "address",
            \.server.http.host,
            "The address to listen on",
            allowed: "an IP address or a host name"
        )
        static let operations = Setting<ProgramSettings>.text(
            "operations-listen",
            unit: "address:port",
            \.operationsAddress,
            "The address of /metrics and /readyz, such as 127.0.0.1:9090, or a port alone on the loopback address",
            default: "none; both are at --host and --port",
            allowed: "a numeric address and a port, such as 127.0.0.1:9090 or [::1]:9090",
            accepts: { ListenAddress($0) != nil }
        )
        static let operationsToken = Setting<ProgramSettings>.text(
            "operations-token-file",
            unit: "file",
            \.operationsTokenFile,
            "The file with the operators' token for the inspector at --operations-listen; only its owner may read it",
            default: "none; the inspector is for programs on this machine",
            allowed: "the path of a file"
        )
        static let certificate = Setting<ProgramSettings>.text(
            "tls-certificate",
            unit: "file",
            \.tlsCertificate,
            "A PEM file with the server's certificate and its issuers', to speak HTTPS; SIGHUP reads it again",
            default: "none; HTTP",
            allowed: "the path of a file"
        )
        static let hostNames = Setting<ProgramSettings>.list(
            "host-name",
            unit: "name",
            \.server.http.hostNames,
            "A name to accept in the Host field of requests, or * for any; may be repeated",
            default: "the names of this machine on a loopback address, otherwise any name"
        )
        static let settings: [Setting<ProgramSettings>] = [
            host,
            port,
            operations,
            operationsToken,
            hostNames,
            certificate,
            .text(
                "tls-key",
                unit: "file",
                \.tlsKey,
                "A PEM file with the private key of --tls-certificate",
                default: "none",
                allowed: "the path of a file"
            ),
            .list(
                "cors-origin",
                unit: "origin",
                \.server.api.corsOrigins,
                "An origin whose pages may use the API from a browser; may be repeated",
                default: "none",
                allowed:
                    "a list of origins as browsers send them: a scheme and a host in lower case, such as https://app.example.com, with :port only if it is not the scheme's own, and nothing behind it",
                accepts: { $0.isWebOrigin }
            ),
            .list(
                "trusted-proxies",
                unit: "address",
                \.trustedProxies,
                "The address of a reverse proxy, or a range such as 10.0.0.0/8, that reports its clients' addresses in X-Forwarded-For; may be repeated",
                default: "none",
                allowed: "a list of IP addresses and ranges such as 10.0.0.0/8",
                accepts: { AddressRange($0) != nil }
            ),
            .flag(
                "secure-cookies",
                \.server.api.secureCookies,
                "Send cookies over HTTPS only; for a server behind an HTTPS proxy, and always on with --tls-certificate"
            ),
        ]
    }

    /// The settings of limits and timeouts.
    enum Limits: SettingGroup {
        static let title = "Limits"
        private static let years = 1...315_360_000
        static let settings: [Setting<ProgramSettings>] = [
            .seconds(
                "session-idle",
                years,
                \.server.sessions.idleTimeout,
                "Seconds from its last change until a session expires"
            ),
            .seconds(
                "session-lifetime",
                years,
                \.server.sessions.absoluteTimeout,
                "Seconds from its start until a session expires, even if it is in use"
            ),
            .number("session-limit", 1...1_000_000_000, \.server.sessions.sessions, "The maximum number of sessions"),
            .number(
                "memory",
                unit: "bytes",
                1_048_576...1 << 40,
                \.server.sessions.memoryBytes,
                "The maximum size in bytes of the sessions in memory, with their states and documents; the others are in the store"
            ),
            .number(
                "session-history",
                unit: "transitions",
                0...1_000,
                \.server.sessions.history.entries,
                "The number of latest transitions that are kept in the history of a session, of 256 KiB at most; 0 for none"
            ),
            .number(
                "body-limit",
                unit: "bytes",
                256...16_777_216,
                \.server.api.bodyBytes,
                "The maximum size in bytes of a request's body"
            ),
            .number(
                "connection-limit",
                1...1_000_000,
                \.server.http.connectionLimit,
                "The maximum number of open connections"
            ),
            .number(
                "address-connections",
                0...1_000_000,
                \.server.http.addressConnectionLimit,
                "The maximum number of open connections from one address, and of its requests that wait and of its event streams; 0 for no limit"
            ),
            .number(
                "address-requests",
                0...1_000_000_000,
                \.server.api.limits.addressRequests.quota,
                "The maximum number of requests from one address in a minute; 0 for no limit"
            ),
            .number(
                "session-requests",
                0...1_000_000_000,
                \.server.api.limits.sessionRequests.quota,
                "The maximum number of requests to one session in a minute; 0 for no limit"
            ),
            .number(
                "address-new-sessions",
                0...1_000_000_000,
                \.server.api.limits.addressNewSessions.quota,
                "The maximum number of sessions that one address starts in an hour, a fifth of them (at least 1,000) at once; 0 for no limit, and none on its share of all sessions"
            ),
            .seconds(
                "stop-grace",
                0...3_600,
                \.server.stopGrace,
                "Seconds that requests have to finish when the server stops"
            ),
        ]
    }

    /// The settings of the log.
    enum Logs: SettingGroup {
        static let title = "Logs"
        static let auditLog = Setting<ProgramSettings>.text(
            "audit-log",
            unit: "file",
            \.auditLog,
            """
            The file of the audit log, a JSON line for each event, which SIGHUP opens again; - for standard output, or \
            'store' for a table beside the accounts, which servers in PostgreSQL share
            """,
            default: "none",
            allowed: "the path of a file, - or store"
        )
        static let settings: [Setting<ProgramSettings>] = [
            .choice(
                "log-level",
                \.logLevel,
                "The minimum level of log messages: trace, debug, info, notice, warning, error or critical"
            ),
            .choice("log-format", \.logFormat, "The format of the log on standard error: text or json"),
            auditLog,
        ]
    }

    /// The setting of the audit log alone, for commands that change the store.
    enum Auditing: SettingGroup {
        static let title = Logs.title
        static let settings = [Logs.auditLog]
    }

    /// The setting of the configuration file.
    enum Configuration: SettingGroup {
        static let title = "Configuration"
        static let settings = [ProgramSettings.configurationFile]
    }

    /// Returns whether a path leads to a folder that can be read.
    @Sendable
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        guard unsafe stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return false }
        return unsafe access(path, R_OK | X_OK) == 0
    }
}

// MARK: - Values as texts

extension ProgramSettings {
    var operationsAddress: String? {
        get { server.operationsAddress?.description }
        set { server.operationsAddress = newValue.flatMap { ListenAddress($0) } }
    }

    var mobileApps: [String] {
        get { server.mobileApps.map(\.description) }
        set { server.mobileApps = newValue.compactMap(Self.mobileApp) }
    }

    private static func mobileApp(_ text: String) -> MobileApp? { MobileApp(apple: text) ?? MobileApp(android: text) }

    var trustedProxies: [String] {
        get { server.http.trustedProxies.map(\.description) }
        set { server.http.trustedProxies = newValue.compactMap { AddressRange($0) } }
    }
}
