import JSON

/// The data of a state, as far as an exploration compares it with that of other states.
struct StateFeatures {
    /// A hash of the data of all flows and of the screen in front, and of what is pending.
    ///
    /// It is the same in every process.
    let data: UInt64
    /// A hash of the data that the screen in front, and the flows above it, can see: without the flows in other tabs.
    let near: UInt64
    /// A hash of each member of this nearer data with its value, and of each effect that is pending.
    let members: [UInt64]
    /// The number of these members that are neither empty nor `false`, so that a form that was filled in has more of them.
    let filled: Int

    /// Reads the features of a state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - values: The values that members had in other states.
    init(of state: NavigationState, _ values: inout MemberValues) {
        var path: Set<Key> = []
        var next = state.focus?.owner
        while let key = next, let node = state.coordinators[key] {
            path.insert(key)
            next = node.parent
        }
        var (data, near) = (UInt64.fnvBasis, UInt64.fnvBasis)
        var reader = MemberReader(values)
        for node in state.coordinators {
            let bytes = (try? JSONCoding.encode(node.state)) ?? []
            data.combine(node.name.utf8)
            data.combine(bytes)
            guard path.contains(node.key) else { continue }
            near.combine(node.name.utf8)
            near.combine(bytes)
            reader.read(bytes, of: node.name)
        }
        if let focus = state.focus {
            let bytes = (try? JSONCoding.encode(focus.screen)) ?? []
            data.combine(bytes)
            near.combine(bytes)
            reader.read(bytes, of: focus.name)
        }
        // The last attempt at an effect has other consequences than the earlier ones, and than the wait before it.
        let work = Set(state.pending.map { "\($0.name) \($0.failures) \($0.due == nil)" })
        for work in work.sorted() {
            data.combine(work.utf8)
            near.combine(work.utf8)
            reader.add(pending: work)
        }
        values = reader.values
        self.data = data
        self.near = near
        members = reader.members
        filled = reader.filled
    }
}

/// The values that members of states had, as far as they are few.
///
/// A member with few values, such as the direction of a picker, decides what a flow does next. A member with many, such as the
/// name of a station, hardly does, so it counts only as empty or not.
struct MemberValues {
    private static let most = 4
    private var values: [UInt64: Set<UInt64>] = [:]

    /// Returns whether a member has few values, with this one among them.
    mutating func areFew(at member: UInt64, with value: UInt64) -> Bool {
        var known = values[member] ?? []
        if known.contains(value) { return known.count <= Self.most }
        guard known.count <= Self.most else { return false }
        known.insert(value)
        values[member] = known
        return known.count <= Self.most
    }
}

/// A walk through the members of encoded data.
private struct MemberReader {
    var values: MemberValues
    private(set) var members: [UInt64] = []
    private(set) var filled = 0

    init(_ values: MemberValues) { self.values = values }

    mutating func read(_ bytes: [UInt8], of owner: String) {
        guard let value = try? JSONValue(parsing: bytes, limits: .stored) else { return }
        var path = UInt64.fnvBasis
        path.combine(owner.utf8)
        read(value, at: path)
    }

    mutating func add(pending work: String) { add(work, at: UInt64.fnvBasis, isEmpty: true) }

    private mutating func read(_ value: JSONValue, at path: UInt64) {
        switch value {
        case .object(let object):
            for member in object.members {
                var path = path
                path.combine(member.key.utf8)
                read(member.value, at: path)
            }
        case .array(let elements):
            add("\(min(elements.count, 2)) elements", at: path, isEmpty: elements.isEmpty)
            // Further elements of a list tell little that the first ones don't.
            for element in elements.prefix(2) { read(element, at: path &+ 1) }
        case .null: add("null", at: path, isEmpty: true)
        case .bool(let value): add("\(value)", at: path, isEmpty: !value)
        case .integer(let value): add(scalar: "\(value)", at: path, isEmpty: value == 0)
        case .number(let value): add(scalar: "\(value)", at: path, isEmpty: value == 0)
        case .string(let value): add(scalar: value, at: path, isEmpty: value.isEmpty)
        }
    }

    private mutating func add(scalar value: String, at path: UInt64, isEmpty: Bool) {
        var hash = path
        hash.combine(value.utf8)
        let isOneOfFew = values.areFew(at: path, with: hash)
        add(isOneOfFew ? value : isEmpty ? "empty" : "any", at: path, isEmpty: isEmpty)
    }

    private mutating func add(_ value: String, at path: UInt64, isEmpty: Bool) {
        var hash = path
        hash.combine(value.utf8)
        members.append(hash)
        if !isEmpty { filled += 1 }
    }
}

extension UInt64 {
    /// The hash of no bytes (FNV-1a by Fowler, Noll and Vo, 1991).
    static let fnvBasis: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes to a hash, and a mark behind them.
    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { self = (self ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        self = (self ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
}
