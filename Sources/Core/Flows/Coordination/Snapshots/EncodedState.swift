/// A state, or the changes of a step to it, in the form that a store keeps.
///
/// It knows where the properties of its screens are, so that a document can copy them.
public final class EncodedState: Sendable {
    /// The properties of one version of a screen.
    struct Props: Sendable {
        let screen: Key
        let version: UInt64
        let range: Range<Int>
    }

    /// The JSON document, as in ``StateLog``.
    public let bytes: [UInt8]
    /// Whether the document is the whole state.
    public let isWhole: Bool
    private let props: [Props]

    init(bytes: [UInt8], isWhole: Bool, props: [Props]) {
        self.bytes = bytes
        self.isWhole = isWhole
        self.props = props
    }

    /// Returns the encoded properties of a screen, as written by ``Application/encode(_:)``.
    ///
    /// ```swift
    /// if let props = encoded.props(of: node.key, version: node.version) { writer.raw(props) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the screen.
    ///   - version: The expected version of the screen, as in ``ScreenNode/version``.
    /// - Returns: One JSON object, or `nil` when the document does not have the screen in that version.
    public func props(of key: Key, version: UInt64) -> ArraySlice<UInt8>? {
        props.first { $0.screen == key && $0.version == version }.map { bytes[$0.range] }
    }
}
