/// A state that was written down, and where in the bytes each part of it stands.
///
/// It is what makes the next one cheap: ``Application/encode(_:after:)`` copies what has not changed from here. The state
/// shares its storage with the session's own, and a part's place takes 8 bytes.
public struct WrittenState: Sendable {
    /// The whole document.
    public let bytes: [UInt8]
    /// What they say.
    let state: NavigationState
    /// Where the screens, then the coordinators, then the effects stand; empty when offsets don't fit.
    private let places: [Range<UInt32>]

    init(bytes: [UInt8], state: NavigationState, places: [Range<UInt32>]) {
        self.bytes = bytes
        self.state = state
        // Beyond 4 GiB nothing is reused, and nothing can be picked up either.
        self.places = UInt32(exactly: bytes.count) == nil ? [] : places
    }

    /// The bytes of a screen, if it was the same then.
    func bytes(of node: ScreenNode) -> ArraySlice<UInt8>? {
        guard let index = state.screens.index(of: node.key), state.screens[index] == node else { return nil }
        return part(index)
    }

    /// The bytes of a coordinator, if it was the same then.
    func bytes(of node: CoordinatorNode) -> ArraySlice<UInt8>? {
        guard let index = state.coordinators.index(of: node.key), state.coordinators[index] == node else { return nil }
        return part(state.screens.count + index)
    }

    /// The bytes of an effect, if it was pending then.
    func bytes(of effect: PendingEffect) -> ArraySlice<UInt8>? {
        guard let index = state.pending.firstIndex(of: effect) else { return nil }
        return part(state.screens.count + state.coordinators.count + index)
    }

    private func part(_ index: Int) -> ArraySlice<UInt8>? {
        guard places.indices.contains(index) else { return nil }
        return bytes[Int(places[index].lowerBound)..<Int(places[index].upperBound)]
    }
}
