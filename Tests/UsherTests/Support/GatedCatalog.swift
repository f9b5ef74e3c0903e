import Applications
import Concurrency
import DemonstrationServices

/// A catalog that opens when a test opens it.
final class GatedCatalog: CatalogSource {
    private let state = Lock((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func open() async throws -> ShopSeason {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        return DemoShopFactory().catalog.season
    }
}
