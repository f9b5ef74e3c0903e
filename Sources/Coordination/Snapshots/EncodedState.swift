/// A state with its encoding, and the offset of each part in the bytes.
///
/// It makes the next encoding cheap: ``Application/encode(_:after:changes:)`` copies unchanged parts from here. The state
/// shares its storage with the session's own, and a part takes 16 bytes. It is a class, so that a session whose store
/// requires no encoding holds a single empty reference.
public final class EncodedState: Sendable {
    /// The range of a part and, within it, the range of its content: a screen's props or a coordinator's state.
    struct Segment {
        let whole: Range<UInt32>
        let content: Range<UInt32>

        init(whole: Range<Int>, content: Range<Int>) {
            self.whole = UInt32(clamping: whole.lowerBound)..<UInt32(clamping: whole.upperBound)
            self.content = UInt32(clamping: content.lowerBound)..<UInt32(clamping: content.upperBound)
        }
    }

    /// The bytes of a part that are still valid.
    enum Copy {
        /// The whole part, with the range of its content relative to the start of the part.
        case whole(ArraySlice<UInt8>, content: Range<Int>)
        case content(ArraySlice<UInt8>)
    }

    /// The complete JSON document.
    public let bytes: [UInt8]
    /// The state that the bytes encode.
    let state: NavigationState
    /// The ranges of the screens, then of the coordinators, then of the effects; empty when offsets exceed 32 bits.
    let segments: [Segment]
    /// The range of the object with the versions of the flows.
    private let flows: Range<UInt32>

    init(bytes: [UInt8], state: NavigationState, segments: [Segment], flows: Range<Int>) {
        self.bytes = bytes
        self.state = state
        self.flows = UInt32(clamping: flows.lowerBound)..<UInt32(clamping: flows.upperBound)
        // Parts of an encoding of 4 GiB or more are never reused; such a state can't be restored anyway.
        self.segments = UInt32(exactly: bytes.count) == nil ? [] : segments
    }

    /// Returns the encoded properties of a screen, as written by ``Application/encode(_:)``.
    ///
    /// ```swift
    /// if let props = encoded.props(of: node.key, version: node.version) { writer.raw(props) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the screen.
    ///   - version: The expected version of the screen; see ``ScreenNode/version``.
    /// - Returns: One JSON object; `nil` when this state does not have the screen in that version.
    public func props(of key: Key, version: UInt32) -> ArraySlice<UInt8>? {
        guard let index = state.screens.index(of: key), state.screens[index].version == version,
            segments.indices.contains(index)
        else { return nil }
        return self[segments[index].content]
    }

    /// The encoded versions of the flows; `nil` if the offsets are not known.
    var versions: ArraySlice<UInt8>? { segments.isEmpty ? nil : self[flows] }

    /// Returns the bytes of a part that are still valid after a change of it; `nil` for no change.
    fileprivate func copy(_ index: Int, after change: StateChanges.Event?) -> Copy? {
        guard segments.indices.contains(index) else { return nil }
        let (whole, content) = (segments[index].whole, segments[index].content)
        guard let change else {
            let start = Int(whole.lowerBound)
            return .whole(self[whole], content: Int(content.lowerBound) - start..<Int(content.upperBound) - start)
        }
        return change == .changed ? .content(self[content]) : nil
    }

    private subscript(range: Range<UInt32>) -> ArraySlice<UInt8> {
        bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    }
}

extension ScreenNode: SnapshotNode {
    func copy(in previous: EncodedState, after changes: StateChanges) -> EncodedState.Copy? {
        guard let index = previous.state.screens.index(of: key) else { return nil }
        return previous.copy(index, after: changes.change(of: key, .screen))
    }
}

extension CoordinatorNode: SnapshotNode {
    func copy(in previous: EncodedState, after changes: StateChanges) -> EncodedState.Copy? {
        let known = previous.state
        guard let index = known.coordinators.index(of: key) else { return nil }
        return previous.copy(known.screens.count + index, after: changes.change(of: key, .coordinator))
    }
}

extension PendingEffect: SnapshotPart {
    func copy(in previous: EncodedState, after changes: StateChanges) -> EncodedState.Copy? {
        let known = previous.state
        guard let index = known.pending.index(of: key, by: \.key) else { return nil }
        let change = changes.change(of: key, .effect)
        return previous.copy(known.screens.count + known.coordinators.count + index, after: change)
    }
}
