/// A state that was written down, and where in the bytes each part of it stands.
///
/// It is what makes the next one cheap: ``Application/encode(_:after:)`` copies what has not changed from here. The state
/// shares its storage with the session's own, and a part's place takes 16 bytes. It is one reference, so that a session
/// whose store wants no writing has little of it.
public final class WrittenState: Sendable {
    /// Where a part of a state stands, and in it its content: a screen's inputs, or what a coordinator remembers.
    struct Place {
        let whole: Range<UInt32>
        let content: Range<UInt32>

        init(whole: Range<Int>, content: Range<Int>) {
            self.whole = UInt32(clamping: whole.lowerBound)..<UInt32(clamping: whole.upperBound)
            self.content = UInt32(clamping: content.lowerBound)..<UInt32(clamping: content.upperBound)
        }
    }

    /// What of a part is as it was.
    enum Copy {
        /// All of it; the content stands so far from its beginning.
        case whole(ArraySlice<UInt8>, content: Range<Int>)
        case content(ArraySlice<UInt8>)
    }

    /// The whole document.
    public let bytes: [UInt8]
    /// What they say.
    let state: NavigationState
    /// Where the screens, then the coordinators, then the effects stand; empty when offsets don't fit.
    private let places: [Place]
    /// Where the versions of the flows stand.
    private let flows: Range<UInt32>

    init(bytes: [UInt8], state: NavigationState, places: [Place], flows: Range<Int>) {
        self.bytes = bytes
        self.state = state
        self.flows = UInt32(clamping: flows.lowerBound)..<UInt32(clamping: flows.upperBound)
        // Beyond 4 GiB nothing is reused, and nothing can be picked up either.
        self.places = UInt32(exactly: bytes.count) == nil ? [] : places
    }

    /// The versions of the flows as they stood then; `nil` when there may be others.
    func copyOfVersions(of coordinators: Keyed<CoordinatorNode>) -> ArraySlice<UInt8>? {
        let known = state.coordinators
        guard !places.isEmpty, known.count == coordinators.count,
            known.indices.allSatisfy({ known[$0].name == coordinators[$0].name })
        else { return nil }
        return self[flows]
    }

    /// What of a screen is as it was then; `nil` when nothing is.
    func copy(of node: ScreenNode) -> Copy? {
        guard let index = state.screens.index(of: node.key) else { return nil }
        let last = state.screens[index]
        return copy(index, isWhole: last == node, hasContent: isEqual(last.screen, node.screen))
    }

    /// What of a coordinator is as it was then; `nil` when nothing is.
    func copy(of node: CoordinatorNode) -> Copy? {
        guard let index = state.coordinators.index(of: node.key) else { return nil }
        let last = state.coordinators[index]
        return copy(state.screens.count + index, isWhole: last == node, hasContent: isEqual(last.state, node.state))
    }

    /// What of an effect is as it was then; `nil` when nothing is.
    func copy(of effect: PendingEffect) -> Copy? {
        guard let index = state.pending.firstIndex(of: effect) else { return nil }
        return copy(state.screens.count + state.coordinators.count + index, isWhole: true, hasContent: false)
    }

    private func copy(_ index: Int, isWhole: Bool, hasContent: @autoclosure () -> Bool) -> Copy? {
        guard places.indices.contains(index) else { return nil }
        let (whole, content) = (places[index].whole, places[index].content)
        if isWhole {
            let start = Int(whole.lowerBound)
            return .whole(self[whole], content: Int(content.lowerBound) - start..<Int(content.upperBound) - start)
        }
        return hasContent() ? .content(self[content]) : nil
    }

    private subscript(range: Range<UInt32>) -> ArraySlice<UInt8> {
        bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    }
}
