/// A patch does not lead from the state at hand to a state, so the whole state must be read.
struct UnfitPatch: Error {}

extension NavigationState {
    /// Returns the state after a patch of the server.
    ///
    /// Only the parts that the patch touches are read again.
    ///
    /// - Throws: ``UnfitPatch`` if the patch is for another state, or its result is none.
    func applying(_ patch: JSONPatch) throws(UnfitPatch) -> NavigationState {
        var next = self
        do {
            try next.document.apply(patch)
            try next.read(Change(of: patch))
        } catch {
            throw UnfitPatch()
        }
        return next
    }
}

extension NavigationState.Change {
    /// The parts that a patch touches.
    fileprivate init(of patch: JSONPatch) {
        var keys: Set<String>? = []
        isOfFrame = false
        for path in patch.operations.map(\.path) {
            guard path.first == "screens" else {
                isOfFrame = true
                continue
            }
            if path.count > 1 { keys?.insert(path[1]) } else { keys = nil }
        }
        screens = keys
    }
}
