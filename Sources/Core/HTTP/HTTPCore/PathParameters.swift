/// The decoded parameters of a route, taken from a request's path.
public struct PathParameters: Sendable, Equatable {
    private let names: [String]
    private let values: [String]

    /// Makes an empty set of parameters.
    public init() {
        names = []
        values = []
    }

    init?(names: [String], captures: [Range<Int>], path: [UInt8]) {
        var values: [String] = []
        values.reserveCapacity(captures.count)
        for capture in captures {
            guard let value = PercentEncoding.decode(path[capture]) else { return nil }
            values.append(value)
        }
        self.names = names
        self.values = values
    }

    /// The value of a parameter.
    ///
    /// - Parameter name: Its name in the template, without the colon. A name that the template doesn't have is a programmer
    ///   error.
    public subscript(name: String) -> String {
        guard let index = names.firstIndex(of: name), index < values.count else {
            preconditionFailure("The route has no parameter \(name)")
        }
        return values[index]
    }
}
