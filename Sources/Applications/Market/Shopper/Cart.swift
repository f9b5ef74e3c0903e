public import Coordination

/// What somebody is about to buy.
public struct Cart: Codable, Equatable, Sendable {
    /// The groceries, in the order in which they were put in.
    public private(set) var lines: [CartLine] = []

    /// An empty cart.
    public init() {}

    /// How many pieces there are.
    var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// How many there are of a grocery.
    func quantity(of grocery: Grocery.ID) -> Int {
        lines.first { $0.grocery == grocery }?.quantity ?? 0
    }

    /// Sets how many there are of a grocery; none takes it out.
    mutating func set(_ line: CartLine) {
        let place = lines.firstIndex { $0.grocery == line.grocery }
        switch (place, line.quantity) {
        case (let place?, ...0): lines.remove(at: place)
        case (let place?, _): lines[place] = line
        case (nil, ...0): break
        case (nil, _): lines.append(line)
        }
    }
}

/// So many of one grocery.
public struct CartLine: Payload, Equatable {
    /// How many there may be of a grocery.
    public static let quantities = 0...20

    /// What.
    public var grocery: Grocery.ID
    /// How many.
    public var quantity: Int

    /// A grocery's name and 0 to 20.
    public static let schema: JSONSchema = .object(
        [
            "grocery": .string(minLength: 1, maxLength: 40),
            "quantity": .integer(min: 0, max: 20),
        ]
    )
}
