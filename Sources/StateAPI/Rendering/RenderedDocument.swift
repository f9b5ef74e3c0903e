import Coordination

/// The document of a state, with the places of the parts that a patch compares.
struct RenderedDocument: Sendable {
    /// The outputs that the screen in front may report.
    struct Outputs {
        let screen: Key
        /// The array without its brackets.
        let place: Range<Int>
    }

    /// JSON in UTF-8.
    let bytes: [UInt8]
    /// The members that a patch may change, except `screens`.
    let members: RenderedMembers
    /// The outputs in the document; `nil` if no screen can report.
    let outputs: Outputs?
    /// The screens of the state that the document leaves out.
    let hidden: Set<Key>
}
