import HTTPCore

/// The files of the web client, with its pages at their addresses.
///
/// | address | page |
/// |---|---|
/// | `/` | the front door, about the server and its applications, if the folder has one (`door/index.html`) |
/// | `/?…` | the client of an application; its query says which |
/// | `/inspector/` | the inspector, where operators may use it |
///
/// A fragment, such as the code of a hand-off, never reaches the server; the front door passes it on to the client.
struct WebClientPages: HTTPHandler {
    private static let root = Array("/".utf8)
    private static let inspector = Array("/inspector/".utf8)
    private static let door = HTTPTarget("/door/")

    private let files: StaticFiles
    private let hasDoor: Bool
    private let hasInspector: Bool

    /// Makes the handler.
    ///
    /// - Parameters:
    ///   - files: The files of the web client.
    ///   - hasInspector: Whether the pages of the inspector are among them.
    init(_ files: StaticFiles, hasInspector: Bool) {
        self.files = files
        hasDoor = files.paths.contains(Self.door.description)
        self.hasInspector = hasInspector
    }

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        var request = request
        let path = request.target.path
        if hasDoor, path == Self.root, request.target.query == nil {
            request.target = Self.door
        } else if !hasInspector, path.starts(with: Self.inspector) {
            return reply.send(ProblemDetails(.notFound).response)
        }
        files.handle(request, reply)
    }
}

/// The pages for operators at the operations address: the inspector with the files that it needs, and no other page.
struct OperatorPages: HTTPHandler {
    private static let inspector = Array("/inspector/".utf8)
    private static let page = Array(".html".utf8)

    private let files: StaticFiles

    init(_ files: StaticFiles) {
        self.files = files
    }

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let path = request.target.path
        let isFile = path.last != UInt8(ascii: "/") && !path.suffix(Self.page.count).elementsEqual(Self.page)
        guard isFile || path.starts(with: Self.inspector) else {
            return reply.send(ProblemDetails(.notFound).response)
        }
        files.handle(request, reply)
    }
}
