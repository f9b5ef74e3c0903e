import JSON

/// A handler that passes each request to the handler registered for its method and path.
///
/// ```swift
/// var routes = RouteTable(fallback: staticFiles)
/// routes.add(.get, "/v1/sessions/:id") { request, parameters, reply in
///     reply.send(.text(parameters["id"]))
/// }
/// ```
///
/// A path is matched byte by byte as received: `/a/` isn't `/a`, and `/%61` isn't `/a`. A segment of a template that starts
/// with `:` is a parameter, which matches any segment that isn't empty. The handler gets it decoded. If that fails, the client
/// gets a 400. A literal segment takes precedence over a parameter.
///
/// A path that matches no template goes to the fallback, or gets a 404. A path that has handlers, but none for the
/// method, gets a 405 with `Allow`. `OPTIONS *` gets a 204 with the methods that any path allows. `HEAD` is handled by
/// the handler for `GET`, and `OPTIONS` gets a 204 with `Allow`, unless they have handlers of their own.
public struct RouteTable: HTTPHandler {
    /// The handler of a route: takes a request, its decoded parameters and the reply.
    public typealias Handler = @Sendable (_ request: consuming HTTPRequest, PathParameters, HTTPReply) -> Void

    /// A node in the tree of templates, in which the root has index 0.
    private struct Node {
        var literals: [Literal] = []
        var parameter: Int?
        var names: [String] = []
        var template = ""
        var handlers: [Entry] = []
        var allow = ""

        struct Literal {
            var segment: [UInt8]
            var node: Int
        }

        struct Entry {
            var method: HTTPMethod
            var handler: Handler
            var isStreamed: Bool
        }

        func handler(for method: HTTPMethod) -> Handler? {
            for entry in handlers where entry.method == method {
                return entry.handler
            }
            return nil
        }
    }

    /// A method at a path that has a handler.
    public struct Route: Hashable, Sendable {
        /// The method that the handler is for.
        public let method: HTTPMethod
        /// The template of the path, as in ``RouteTable/add(_:_:handling:)``.
        public let template: String

        /// Names a method at a path.
        public init(method: HTTPMethod, template: String) {
            self.method = method
            self.template = template
        }
    }

    /// The result of matching a path, which a request carries from the first look-up on.
    package struct Match: Sendable {
        /// The number of the route, or `nil` if the path matches none.
        package let index: Int?
        fileprivate let captures: [Range<Int>]
        /// The table that was searched.
        fileprivate let table: Identity
    }

    /// Tells tables with other routes apart.
    fileprivate final class Identity: Sendable {}

    private var identity = Identity()
    /// The routes in the order in which they were added, without the fallback.
    public private(set) var routes: [Route] = []
    private var nodes = [Node()]
    private let fallback: (any HTTPHandler)?

    /// Creates an empty table.
    ///
    /// - Parameter fallback: Handles requests to paths that match no template. Without a fallback they get a 404.
    public init(fallback: (any HTTPHandler)? = nil) {
        self.fallback = fallback
    }

    /// Registers a handler.
    ///
    /// It is a programmer error to register a method and a template twice, or to give one parameter two names.
    ///
    /// - Parameters:
    ///   - method: The method it handles.
    ///   - template: A path that starts with `/`. Segments that start with `:` are parameters.
    ///   - handler: Handles a request with its decoded parameters.
    public mutating func add(_ method: HTTPMethod, _ template: String, handling handler: @escaping Handler) {
        add(method, template, isStreamed: false, handler)
    }

    /// Registers a handler that takes the body of a request in pieces (``HTTPRequest/stream``), as ``add(_:_:handling:)`` does.
    ///
    /// The body may be of any size, and the handler limits it.
    ///
    /// - Parameters:
    ///   - method: The method it handles.
    ///   - template: A path that starts with `/`. Segments that start with `:` are parameters.
    ///   - handler: Handles a request with its decoded parameters, as soon as its header was received.
    public mutating func addStreamed(_ method: HTTPMethod, _ template: String, handling handler: @escaping Handler) {
        add(method, template, isStreamed: true, handler)
    }

    private mutating func add(
        _ method: HTTPMethod,
        _ template: String,
        isStreamed: Bool,
        _ handler: @escaping Handler
    ) {
        precondition(template.utf8.first == UInt8(ascii: "/"), "The template \(template) doesn't start with a slash")
        var names: [String] = []
        var node = 0
        for segment in template.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if segment.first == UInt8(ascii: ":") {
                names.append(String(decoding: segment.dropFirst(), as: UTF8.self))
                node = parameterChild(of: node)
            } else {
                node = literalChild(of: node, Array(segment))
            }
        }
        precondition(nodes[node].handler(for: method) == nil, "\(method.rawValue) \(template) is registered twice")
        precondition(
            nodes[node].handlers.isEmpty || nodes[node].names == names,
            "The parameters of \(template) have different names in another route"
        )
        nodes[node].names = names
        nodes[node].template = template
        nodes[node].handlers.append(.init(method: method, handler: handler, isStreamed: isStreamed))
        nodes[node].allow = RouteTable.allow(nodes[node].handlers.map(\.method))
        routes.append(Route(method: method, template: template))
        identity = Identity()
    }

    /// Registers a handler that doesn't need the parameters.
    ///
    /// - Parameters:
    ///   - method: The method it handles.
    ///   - template: A path that starts with `/`.
    ///   - handler: Handles a request.
    public mutating func add(_ method: HTTPMethod, _ template: String, _ handler: any HTTPHandler) {
        add(method, template) { request, _, reply in handler.handle(request, reply) }
    }

    /// Passes a request to its handler, or responds with 204, 400, 404 or 405 as described above.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let path = request.target.path
        if path.span.equals("*".utf8Span.span) {
            let methods = nodes.flatMap { $0.handlers.map(\.method) }
            return reply.send(HTTPResponse(.noContent, fields: [.allow: Self.allow(methods)]))
        }
        let found = match(request)
        guard let match = found.index else {
            if let fallback { return fallback.handle(request, reply) }
            return reply.send(ProblemDetails(.notFound).response)
        }
        guard let handler = nodes[match].handler(for: request.method) ?? implied(request.method, match) else {
            let allow = nodes[match].allow
            if request.method == .options {
                return reply.send(HTTPResponse(.noContent, fields: [.allow: allow]))
            }
            var problem = ProblemDetails(.methodNotAllowed, detail: "This path allows \(allow).")
            problem.fields[.allow] = allow
            return reply.send(problem.response)
        }
        guard let parameters = PathParameters(names: nodes[match].names, captures: found.captures, path: path) else {
            let problem = ProblemDetails(
                .malformedRequest,
                detail:
                    "A path segment is not percent-encoded UTF-8 text without control characters and without more than "
                    + "\(String.combiningMarkLimit) combining marks in a row."
            )
            return reply.send(problem.response)
        }
        handler(request, parameters, reply)
    }

    /// Returns whether the route of a request is a streamed one.
    public func streamsBody(of request: inout HTTPRequest) -> Bool {
        let found = match(request)
        request.route = found
        guard let match = found.index else { return fallback?.streamsBody(of: &request) ?? false }
        return nodes[match].handlers.contains { $0.method == request.method && $0.isStreamed }
    }

    /// Returns the route that the path of a request matches, which is looked for if the request does not carry it.
    package func match(_ request: borrowing HTTPRequest) -> Match {
        if let known = request.route, known.table === identity { return known }
        var captures: [Range<Int>] = []
        captures.reserveCapacity(4)
        let path = request.target.path
        let index = node(of: path, from: path.startIndex, at: 0, &captures)
        return Match(index: index, captures: captures, table: identity)
    }

    /// The number above every route's number.
    package var indexCount: Int { nodes.count }

    /// Returns the template of a route.
    package func template(at index: Int) -> String { nodes[index].template }

    private func implied(_ method: HTTPMethod, _ node: Int) -> Handler? {
        method == .head ? nodes[node].handler(for: .get) : nil
    }

    /// Returns the node for the path from `start`, a slash, on, and adds the segments of its parameters to `captures`.
    private func node(of path: [UInt8], from start: Int, at node: Int, _ captures: inout [Range<Int>]) -> Int? {
        guard start < path.endIndex else {
            return start > path.startIndex && !nodes[node].handlers.isEmpty ? node : nil
        }
        guard path[start] == UInt8(ascii: "/") else { return nil }
        let first = start + 1
        var end = first
        while end < path.endIndex, path[end] != UInt8(ascii: "/") {
            end += 1
        }
        for index in nodes[node].literals.indices
        where isEqual(nodes[node].literals[index].segment, path, first..<end) {
            if let found = self.node(of: path, from: end, at: nodes[node].literals[index].node, &captures) {
                return found
            }
        }
        if let parameter = nodes[node].parameter, first < end {
            captures.append(first..<end)
            if let found = self.node(of: path, from: end, at: parameter, &captures) { return found }
            captures.removeLast()
        }
        return nil
    }

    private func isEqual(_ segment: [UInt8], _ path: [UInt8], _ range: Range<Int>) -> Bool {
        segment.span.equals(path.span.extracting(range))
    }

    private mutating func literalChild(of node: Int, _ segment: [UInt8]) -> Int {
        if let literal = nodes[node].literals.first(where: { $0.segment == segment }) { return literal.node }
        nodes.append(Node())
        nodes[node].literals.append(.init(segment: segment, node: nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let parameter = nodes[node].parameter { return parameter }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    private static func allow(_ methods: [HTTPMethod]) -> String {
        var methods = Set(methods)
        if methods.contains(.get) { methods.insert(.head) }
        methods.insert(.options)
        return HTTPMethod.allCases.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
    }
}
