import Foundation
import UsherClient

func firstTap(server: URL) async throws -> String? {
    let session = Session(server: server, app: "kanji", storage: MemoryStorage())
    try await session.open()
    if let list = await session.display.state?.front {
        await session.perform(.report("kanjiSelected", "弟", on: list.key))
    }
    let title = await session.display.state?.front?.title
    await session.close()
    return title
}
