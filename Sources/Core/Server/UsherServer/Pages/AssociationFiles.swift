import Coordination
import HTTPCore
import JSON

/// The files in `/.well-known` that let apps on phones open the links of this server's hosts.
///
/// They are made from the hosts and the patterns of links of the applications. For an application with the host
/// `shop.example.com` and the patterns `product/{id}` and `cart`, and for the app `ABCDE12345.com.example.shop`, the file
/// `apple-app-site-association` of that host is
///
/// ```json
/// {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/product/?*"}, {"/": "/cart"}]}]}}
/// ```
///
/// A phone asks each host of the links for its file, so the field `Host` of the request decides which one it gets. A host that no
/// application has claimed has none. A file in the folder of the web client comes first.
///
/// The forms follow "Supporting associated domains" (Apple) and "Configure website associations and dynamic rules" (Android).
/// Older versions of Android ignore the patterns and take them from the app's manifest.
struct AssociationFiles {
    private static let android = "delegate_permission/common.handle_all_urls"

    /// The paths of the links of each claimed host, without hosts for which no application lists links.
    private let paths: [String: [String]]
    private let apps: [MobileApp]

    /// Makes the files for the apps that may open the links, and the applications with the hosts and the links.
    init(of apps: [MobileApp], for applications: [Application]) {
        var paths: [String: [String]] = [:]
        for application in applications where !application.linkPatterns.isEmpty {
            for host in application.hosts {
                for path in application.linkPatterns.map(Self.path) where paths[host]?.contains(path) != true {
                    paths[host, default: []].append(path)
                }
            }
        }
        self.paths = paths
        self.apps = apps
    }

    /// Adds the routes of the files that there are and that a folder does not have.
    func add(to routes: inout RouteTable, besides folder: StaticFiles?) {
        add("/.well-known/apple-app-site-association", paths.compactMapValues(appleFile), to: &routes, besides: folder)
        add("/.well-known/assetlinks.json", paths.compactMapValues(androidFile), to: &routes, besides: folder)
    }

    private func add(
        _ path: String,
        _ contents: [String: [UInt8]],
        to routes: inout RouteTable,
        besides folder: StaticFiles?
    ) {
        guard !contents.isEmpty, folder?.contains(Array(path.utf8)) != true else { return }
        routes.add(.get, path) { request, _, reply in
            let host = (request.fields[.host] ?? "").prefix { $0 != ":" }.lowercased()
            reply.send(contents[host].map { .json($0) } ?? ProblemDetails(.notFound).response)
        }
    }

    /// Returns the path for a pattern of links, in which `?*` stands for one or more characters.
    private static func path(of pattern: String) -> String {
        "/"
            + pattern.split(separator: "/").map { $0.hasPrefix("{") ? "?*" : PercentEncoding.encode(String($0)) }
            .joined(separator: "/")
    }

    private func appleFile(_ paths: [String]) -> [UInt8]? {
        let ids = apps.compactMap { if case .apple(let id) = $0 { id } else { nil } }
        guard !ids.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.object { file in
            file.key("applinks")
            file.object { links in
                links.member("details", array: [ids]) { ids, writer in
                    writer.object { details in
                        details.member("appIDs", array: ids) { $1.string($0) }
                        details.member("components", array: paths, Self.write)
                    }
                }
            }
        }
        return writer.finish()
    }

    private func androidFile(_ paths: [String]) -> [UInt8]? {
        var packages: [(name: String, fingerprints: [String])] = []
        for case .android(let package, let fingerprint) in apps {
            if let index = packages.firstIndex(where: { $0.name == package }) {
                packages[index].fingerprints.append(fingerprint)
            } else {
                packages.append((package, [fingerprint]))
            }
        }
        guard !packages.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array(packages) { package, writer in
            writer.object { statement in
                statement.member("relation", array: [Self.android]) { $1.string($0) }
                statement.key("target")
                statement.object { target in
                    target.member("namespace", "android_app")
                    target.member("package_name", package.name)
                    target.member("sha256_cert_fingerprints", array: package.fingerprints) { $1.string($0) }
                }
                statement.key("relation_extensions")
                statement.object { extensions in
                    extensions.key(named: Self.android)
                    extensions.object { $0.member("dynamic_app_link_components", array: paths, Self.write) }
                }
            }
        }
        return writer.finish()
    }

    private static func write(_ path: String, to writer: inout JSONWriter) {
        writer.object { $0.member("/", path) }
    }
}
