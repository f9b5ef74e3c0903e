/// Whether the user can go back over a transition, declared where a coordinator shows the next screen.
///
/// Going back rewinds the navigation and the drafts in the flows that leave. Facts stay: effects that were performed, a
/// used attempt, and the state of every flow that stays in the tree.
///
/// ```swift
/// push(Cities(cities: factory.cities))                              // can be gone back over
/// push(ItemNote(note: note), back: .discard(DiscardQuestion("Discard this note?")))  // asks before it discards the text
/// setRoot(PurchasePage(purchase: purchase), back: .barrier)         // never leads back to the payment
/// ```
public enum BackPolicy: Equatable, Sendable {
    /// Going back leads to the screen below.
    case reversible
    /// Going back, and dismissing the modal, discards what the user has entered, so clients ask first.
    case discard(DiscardQuestion)
    /// Going back never leads to the screens that the flow, and the flows below it, have shown before.
    ///
    /// The flow passes a barrier when it shows the screen, as with ``BaseCoordinator/passBarrier()``.
    case barrier
}

/// The question that clients ask before the user leaves a screen and discards what was entered on it.
///
/// ```swift
/// push(ItemNote(), back: .discard(DiscardQuestion("Discard this note?", text: "Its text is lost.")))
/// ```
public struct DiscardQuestion: Codable, Equatable, Sendable {
    /// The question in a few words, such as `Discard this note?`.
    public let title: LocalizedText
    /// The consequence in a sentence, or `nil` for none.
    public let text: LocalizedText?

    /// Creates a question.
    public init(_ title: LocalizedText, text: LocalizedText? = nil) {
        self.title = title
        self.text = text
    }
}
