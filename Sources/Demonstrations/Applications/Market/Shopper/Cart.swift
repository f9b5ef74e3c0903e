public import Coordination

/// The groceries that the user intends to order, with their quantities.
public struct Cart: Codable, Equatable, Sendable {
    /// The lines, in the order in which the groceries were added.
    public private(set) var lines: [CartLine] = []

    /// Creates an empty cart.
    public init() {}

    /// The total number of pieces.
    var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Returns the quantity of a grocery, or 0 when it is not in the cart.
    func quantity(of grocery: Grocery.ID) -> Int {
        lines.first { $0.grocery == grocery }?.quantity ?? 0
    }

    /// Returns the cart with the groceries of another one added, each up to the allowed quantity.
    func adding(_ other: Cart) -> Cart {
        other.lines.reduce(into: self) { cart, line in
            let sum = cart.quantity(of: line.grocery) + line.quantity
            cart.set(CartLine(grocery: line.grocery, quantity: min(sum, CartLine.quantities.upperBound)))
        }
    }

    /// Returns the cart with the changes that lead from one cart to another, so that other changes of it stay.
    ///
    /// The quantity of a grocery that was changed is set, and not added, so a change that is made twice counts once.
    ///
    /// - Parameters:
    ///   - base: The cart before the changes.
    ///   - changed: The cart after them.
    /// - Returns: The cart with both.
    public func applying(changesFrom base: Cart, to changed: Cart) -> Cart {
        var cart = self
        for line in base.lines where changed.quantity(of: line.grocery) == 0 {
            cart.set(CartLine(grocery: line.grocery, quantity: 0))
        }
        for line in changed.lines where base.quantity(of: line.grocery) != line.quantity { cart.set(line) }
        return cart
    }

    /// Sets the quantity of a grocery, or removes its line for 0.
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

/// A grocery with its quantity, also as the payload of outputs that change the cart.
public struct CartLine: Payload, Equatable {
    /// The allowed quantities of a grocery.
    public static let quantities = 0...20

    /// The ID of the grocery.
    public var grocery: Grocery.ID
    /// The quantity, or 0 to remove the line from the cart.
    public var quantity: Int

    /// A grocery's ID of 1 to 40 characters and a quantity of 0 to 20.
    public static let schema: JSONSchema = .object(
        [
            "grocery": .string(minLength: 1, maxLength: 40),
            "quantity": .integer(min: 0, max: 20),
        ]
    )
}
