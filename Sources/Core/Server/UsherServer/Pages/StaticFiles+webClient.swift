import HTTPCore

extension StaticFiles.Configuration {
    /// The configuration for the folder of the web client.
    ///
    /// Its page has one `style` element, for the transition from another page. The policy has the hash of that element.
    static var webClient: StaticFiles.Configuration {
        var configuration = StaticFiles.Configuration()
        configuration.contentSecurityPolicy = policy(styles: ["sha256-HZ4rB03Xrq48TXRrshZ0A/rzCbrI8O6Hcrjxi45i7Q8="])
        return configuration
    }
}
