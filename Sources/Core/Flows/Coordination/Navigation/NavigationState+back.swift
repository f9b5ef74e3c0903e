extension NavigationState {
    /// The screen that going back by one leads to, or `nil` when the user can't go back.
    ///
    /// It is the newest screen below the top that the user has not passed.
    public var backTarget: Key? {
        let stack = front
        return indexBelow(stack.screens.count - 1, on: stack).map { stack.screens[$0] }
    }

    /// The question before the user goes back, or `nil` if nothing is discarded.
    public var backQuestion: DiscardQuestion? { canGoBack ? focus?.discard : nil }

    /// The question before the user leaves the session for the app that it is a part of, or `nil` if nothing is discarded.
    public var leaveQuestion: DiscardQuestion? { canLeave ? focus?.discard : nil }

    /// The question before the user dismisses the modal in front, or `nil` if nothing is discarded.
    ///
    /// It belongs to the newest screen in the modal that has a question and that the user has not passed. Anything entered on a
    /// passed screen is a fact and is not discarded.
    public var dismissQuestion: DiscardQuestion? {
        guard canDismiss, let modal = modals.last else { return nil }
        if let question = focus?.discard { return question }
        return modal.container.screens.reversed().lazy.filter { !isPassed($0) }.compactMap { screens[$0]?.discard }
            .first
    }

    /// Returns whether the user has passed a barrier since each of these revisions, so that a gesture that was made on
    /// them is late.
    public func hasPassedBarrier(since revisions: [UInt64]) -> Bool {
        guard let barrier, !revisions.isEmpty else { return false }
        return revisions.allSatisfy { $0 < barrier }
    }

    /// Returns the index of the newest legal screen below an index of a stack, or `nil` when there is none.
    func indexBelow(_ index: Int, on stack: Stack) -> Int? {
        stack.screens.prefix(max(0, index)).lastIndex { !isPassed($0) }
    }

    /// Returns the index of the oldest legal screen at an index of a stack or above it, or of the top if all are passed.
    func index(from index: Int, on stack: Stack) -> Int {
        stack.screens[index...].firstIndex { !isPassed($0) } ?? stack.screens.count - 1
    }

    private func isPassed(_ screen: Key) -> Bool { screens[screen]?.isPassed ?? false }
}
