import Coordination
import Sessions

/// The measurement of state documents, which leaves them in the cache for the responses.
struct MeasuredDocuments: DocumentMeasuring {
    let cache: DocumentCache

    func documentBytes(of view: SessionView) -> Int { StateDocument(view, cache).json.count }

    func largestScreen(of view: SessionView) -> (name: String, bytes: Int)? {
        guard let (key, bytes) = cache[view.session.number]?.texts.largest,
            let node = view.record.state.screens[key]
        else { return nil }
        return (node.name, bytes)
    }

    func discard(_ session: UInt64) { cache.remove(session) }
}
