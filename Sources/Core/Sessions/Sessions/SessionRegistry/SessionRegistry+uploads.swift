import Concurrency
import Logging

extension SessionRegistry {
    /// Removes the uploads of sessions that are gone.
    ///
    /// Sessions end in several ways, one by one and by the hundred, and a server can stop between the removal of a session and that
    /// of its files. So the files follow a little later, whatever has happened.
    func removeOrphanedUploads() async throws(StoreError) {
        guard let uploadStore, !isReadOnly else { return }
        let sessions = await Task(executorPreference: uploadStore.queue) { [dependencies] in
            do {
                return try await uploadStore.sessions()
            } catch {
                dependencies.log.error("Uploads not swept", metadata: ["error": "\(error)"])
                return []
            }
        }.value
        for session in sessions where live[session] == nil {
            guard try await store.load(session) == nil else { continue }
            await Task(executorPreference: uploadStore.queue) { [dependencies] in
                do {
                    try await uploadStore.removeAll(of: session)
                } catch {
                    dependencies.log.error("Uploads not removed", metadata: ["error": "\(error)"])
                }
            }.value
        }
    }
}
