import Foundation

/// A request to a server.
public struct HTTPRequest: Sendable, Hashable {
    /// The methods that the state API uses.
    public enum Method: String, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Reports and creates.
        case post = "POST"
        /// Removes a resource.
        case delete = "DELETE"
    }

    /// The method of the request.
    public var method: Method
    /// The address of the resource.
    public var url: URL
    /// The fields of the header.
    public var fields: HTTPFields
    /// The content, if there is any.
    public var body: Data?

    /// Creates a request.
    public init(_ method: Method, _ url: URL, fields: HTTPFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// A response with its whole content.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The fields of the header.
    public var fields: HTTPFields
    /// The content, without a coding such as gzip.
    public var body: Data

    /// Creates a response.
    public init(status: Int, fields: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// A response with content that is still coming.
public struct HTTPStream: Sendable {
    /// The status code.
    public var status: Int
    /// The fields of the header.
    public var fields: HTTPFields
    /// The parts of the content as they come.
    ///
    /// The stream throws a ``TransportFailure`` if the connection is lost, and closes the connection when its reader stops.
    public var content: AsyncThrowingStream<Data, any Error>

    /// Creates a response.
    public init(status: Int, fields: HTTPFields = [:], content: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.fields = fields
        self.content = content
    }
}

/// The fields of a header.
///
/// Their names are the same in upper and lower case.
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String] = [:]

    /// Creates fields.
    ///
    /// The last one with a name counts.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { self[name] = value }
    }

    /// The value of a field.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// The names, in lower case, and values of all fields.
    public var all: [String: String] { values }
}
