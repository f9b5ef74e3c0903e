/// A state with its encoded form, and the offset of each part in the bytes.
///
/// It makes the next encoding cheap: ``Application/encode(_:after:)`` copies from here what has not changed. The state shares
/// its storage with the session's own, and a part takes 16 bytes. It is a class, so that a session whose store requires no
/// encoding has one empty reference.
public final class EncodedState: Sendable {
    /// The range of a part, and in it that of its content: a screen's props, or a coordinator's state.
    struct Place {
        let whole: Range<UInt32>
        let content: Range<UInt32>

        init(whole: Range<Int>, content: Range<Int>) {
            self.whole = UInt32(clamping: whole.lowerBound)..<UInt32(clamping: whole.upperBound)
            self.content = UInt32(clamping: content.lowerBound)..<UInt32(clamping: content.upperBound)
        }
    }

    /// The bytes of a part that still hold.
    enum Copy {
        /// All of it, with the range of the content from its beginning.
        case whole(ArraySlice<UInt8>, content: Range<Int>)
        case content(ArraySlice<UInt8>)
    }

    /// The whole document.
    public let bytes: [UInt8]
    /// The state that they encode.
    let state: NavigationState
    /// The ranges of the screens, then of the coordinators, then of the effects; empty when offsets don't fit.
    private let places: [Place]
    /// The range of the versions of the flows.
    private let flows: Range<UInt32>

    init(bytes: [UInt8], state: NavigationState, places: [Place], flows: Range<Int>) {
        self.bytes = bytes
        self.state = state
        self.flows = UInt32(clamping: flows.lowerBound)..<UInt32(clamping: flows.upperBound)
        // Beyond 4 GiB nothing is reused, and no such state can be restored.
        self.places = UInt32(exactly: bytes.count) == nil ? [] : places
    }

    /// The encoded properties of a screen, as ``Application/encode(_:)`` has written them.
    ///
    /// ```swift
    /// if let props = encoded.props(of: node.key, version: node.version) { writer.raw(props) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The screen.
    ///   - version: The version of the screen that is wanted; see ``ScreenNode/version``.
    /// - Returns: One JSON object; `nil` when this state has no such screen, or another version of it.
    public func props(of key: Key, version: UInt32) -> ArraySlice<UInt8>? {
        guard let index = state.screens.index(of: key), state.screens[index].version == version,
            places.indices.contains(index)
        else { return nil }
        return self[places[index].content]
    }

    /// The encoded versions of the flows; `nil` when there may be others now.
    func copyOfVersions(of coordinators: Keyed<CoordinatorNode>) -> ArraySlice<UInt8>? {
        let known = state.coordinators
        guard !places.isEmpty, known.count == coordinators.count,
            known.indices.allSatisfy({ known[$0].name == coordinators[$0].name })
        else { return nil }
        return self[flows]
    }

    fileprivate func copy(_ index: Int, isWhole: Bool, hasContent: @autoclosure () -> Bool) -> Copy? {
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

extension ScreenNode: SnapshotNode {
    func copy(in previous: EncodedState) -> EncodedState.Copy? {
        guard let index = previous.state.screens.index(of: key) else { return nil }
        let last = previous.state.screens[index]
        return previous.copy(index, isWhole: last == self, hasContent: isEqual(last.screen, screen))
    }
}

extension CoordinatorNode: SnapshotNode {
    func copy(in previous: EncodedState) -> EncodedState.Copy? {
        let known = previous.state
        guard let index = known.coordinators.index(of: key) else { return nil }
        let last = known.coordinators[index]
        return previous.copy(known.screens.count + index, isWhole: last == self, hasContent: isEqual(last.state, state))
    }
}

extension PendingEffect: SnapshotPart {
    func copy(in previous: EncodedState) -> EncodedState.Copy? {
        let known = previous.state
        guard let index = known.pending.firstIndex(of: self) else { return nil }
        return previous.copy(known.screens.count + known.coordinators.count + index, isWhole: true, hasContent: false)
    }
}
