import HTTPCore

/// The files of the web client, with its pages at their addresses.
///
/// | address | page |
/// |---|---|
/// | `/` | the front door, about the server and its applications, if the folder has one (`door/index.html`) |
/// | `/?…` | the client of the application that the query names |
/// | `/market` and everything below it | the client of a hosted application, which then starts it or opens a link, such as `usher://market/product/milk` |
/// | `/inspector/` | the inspector, where operators may use it |
///
/// A file at exactly the path of a request comes before the place of an application. Names of no application are not found, so
/// a mistyped address of the API remains one. A fragment, such as the code of a hand-off, never reaches the server. The front
/// door passes it on to the client.
struct WebClientPages: HTTPHandler {
    private static let root = Array("/".utf8)
    private static let client = Array("/index.html".utf8)
    private static let inspector = Array(OperatorPages.inspector.utf8)
    private static let door = Array("/door/".utf8)

    private let files: StaticFiles
    private let applications: Set<[UInt8]>
    private let hasInspector: Bool

    /// Makes the handler for the files of the web client, with the names of the hosted applications.
    init(_ files: StaticFiles, of applications: some Sequence<String>, hasInspector: Bool) {
        self.files = files
        self.applications = Set(applications.map { Array($0.utf8) })
        self.hasInspector = hasInspector
    }

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let path = request.target.path
        if path.starts(with: Self.inspector), !hasInspector || !request.isFromThisMachine {
            return reply.send(ProblemDetails(.notFound).response)
        }
        reply.send(files.response(to: request, with: file(at: path, hasQuery: request.target.query != nil)))
    }

    /// Returns the path of the file for a path.
    private func file(at path: [UInt8], hasQuery: Bool) -> [UInt8] {
        if path == Self.root { return hasQuery || !files.contains(Self.door) ? path : Self.door }
        return !files.contains(path) && applications.contains(Self.application(of: path)) ? Self.client : path
    }

    /// Returns the first segment of a path.
    private static func application(of path: [UInt8]) -> [UInt8] {
        Array(path.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    }
}

/// The pages for operators at the operations address: the inspector with the files that it needs, and no other page.
struct OperatorPages: HTTPHandler {
    /// The path of the inspector.
    static let inspector = "/inspector/"
    private static let inspectorBytes = Array(inspector.utf8)
    private static let page = Array(".html".utf8)

    private let files: StaticFiles

    init(_ files: StaticFiles) {
        self.files = files
    }

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let path = request.target.path
        let isFile = path.last != UInt8(ascii: "/") && !path.suffix(Self.page.count).elementsEqual(Self.page)
        guard isFile || path.starts(with: Self.inspectorBytes) else {
            return reply.send(ProblemDetails(.notFound).response)
        }
        files.handle(request, reply)
    }
}
