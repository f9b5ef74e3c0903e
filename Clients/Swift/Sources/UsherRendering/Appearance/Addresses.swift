import Foundation

/// The addresses of the pictures and links of a server.
public struct Addresses: Sendable, Hashable {
    /// The address of the server.
    public let server: URL

    /// Creates the addresses of a server.
    public init(server: URL) {
        self.server = server
    }

    /// The absolute address of a picture.
    ///
    /// - Parameter text: An address that may be relative to the server, such as `/pictures/milk.svg`.
    /// - Returns: The address, or `nil` for one that no picture should be loaded from, with a scheme of no page, or a
    ///   server that is contacted without encryption and is not the application's own.
    public func picture(_ text: String) -> URL? {
        guard let url = URL(string: text, relativeTo: server)?.absoluteURL, let scheme = url.scheme?.lowercased() else {
            return nil
        }
        switch scheme {
        case "https": return url
        case "http": return url.host() == server.host() && url.port == server.port ? url : nil
        case "data": return text.lowercased().hasPrefix("data:image/") ? url : nil
        default: return nil
        }
    }

    /// The address of a place in the web client, by which it can be shared.
    ///
    /// - Parameter link: A link such as `usher://market/product/milk`, or an address of a page.
    /// - Returns: `https://example.com/market/product/milk` for a server at that host, or `nil` for no link.
    public func page(of link: String) -> URL? {
        guard let url = URL(string: link), let scheme = url.scheme?.lowercased() else { return nil }
        guard scheme == "usher" else { return ["http", "https"].contains(scheme) ? url : nil }
        guard let app = url.host(), var page = URLComponents(url: server, resolvingAgainstBaseURL: true) else {
            return nil
        }
        let link = URLComponents(url: url, resolvingAgainstBaseURL: false)
        let rest = link?.percentEncodedPath ?? ""
        page.percentEncodedPath = "/\(app)\(rest.isEmpty ? "/" : rest)"
        page.percentEncodedQuery = link?.percentEncodedQuery
        return page.url
    }
}
