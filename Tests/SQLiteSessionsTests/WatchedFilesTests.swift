import Foundation
import Glibc
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("A store in SQLite whose files another process changes")
struct WatchedFilesTests {
    private struct Fixture {
        let folder: TemporaryFolder
        let store: SQLiteStore
        var path: String { folder.path + "/usher.db" }

        /// Opens a store with one session.
        init() async throws {
            folder = try TemporaryFolder()
            store = try SQLiteStore(path: folder.path + "/usher.db")
            try await start("first")
        }

        func start(_ id: String) async throws(StoreError) {
            let session = SampleSessions.session(id)
            _ = try await store.commit([SessionCommit(expectedGeneration: nil, session: session, addsReply: false)])
        }

        /// Returns the error of a commit, or `nil` if it succeeded.
        func failure(_ id: String) async -> StoreError? {
            do throws(StoreError) {
                try await start(id)
                return nil
            } catch {
                return error
            }
        }

        func move(_ name: String, to other: String) throws {
            try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/" + other)
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }

        func truncate(_ name: String) throws { unsafe #expect(Glibc.truncate(folder.path + "/" + name, 0) == 0) }
    }

    @Test("a store whose file was removed or replaced commits nothing, and works again once the file is moved back")
    func removed() async throws {
        let fixture = try await Fixture()
        try fixture.move("usher.db", to: "elsewhere")
        for number in 0..<2 {
            let failure = await fixture.failure("lost \(number)")
            #expect(failure?.kind == .unavailable)
            #expect(failure?.description.contains("was removed or replaced while the server uses it") == true)
        }
        await #expect(throws: StoreError.self) { try await fixture.store.load(SessionID("")) }
        await #expect(throws: StoreError.self) { try await fixture.store.probe() }
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
        try Data("other".utf8).write(to: URL(filePath: fixture.path))
        #expect(await fixture.failure("replaced")?.kind == .unavailable)
        try fixture.remove("usher.db")
        try fixture.move("elsewhere", to: "usher.db")
        #expect(await fixture.failure("second") == nil)
        await fixture.store.close()
        let next = try SQLiteStore(path: fixture.path)
        #expect(try await next.count() == 2)
        await next.close()
    }

    @Test("a store whose folder was removed commits nothing")
    func folderRemoved() async throws {
        let fixture = try await Fixture()
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        for name in names { try fixture.remove(name) }
        #expect(await fixture.failure("lost")?.kind == .unavailable)
        await fixture.store.close()
    }

    @Test("a store whose log was removed writes it to the file, and continues with a new one")
    func logRemoved() async throws {
        let fixture = try await Fixture()
        try fixture.remove("usher.db-wal")
        #expect(await fixture.failure("second") == nil)
        #expect(await fixture.failure("third") == nil)
        // A kill leaves the files as they are on the disk, and so does this copy.
        let copy = fixture.folder.path + "/copy.db"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: copy + suffix)
        }
        let next = try SQLiteStore(path: copy)
        #expect(try await next.count() == 3)
        await next.close()
        await fixture.store.close()
    }

    @Test("a store with a truncated log or file commits nothing more, and its end does not damage the file")
    func truncated() async throws {
        for name in ["usher.db-wal", "usher.db"] {
            let fixture = try await Fixture()
            try await fixture.start("second")
            let before = try Data(contentsOf: URL(filePath: fixture.path))
            try fixture.truncate(name)
            let failure = await fixture.failure("lost")
            #expect(failure?.kind == .unavailable)
            #expect(failure?.description.contains("was truncated while the server uses it") == true)
            await #expect(throws: StoreError.self) { try await fixture.store.load(SessionID("")) }
            await fixture.store.close()
            #expect(try Data(contentsOf: URL(filePath: fixture.path)) == (name == "usher.db" ? Data() : before))
        }
    }

    @Test("a second server can't open the store by a symbolic link, a hard link, or after the lock file was removed")
    func locks() async throws {
        let fixture = try await Fixture()
        let files = FileManager.default
        let link = fixture.folder.path + "/link.db"
        try files.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
        #expect(throws: StoreError.self) { try SQLiteStore(path: link) }
        #expect(try StoreInspection(path: link).isInUse)
        let hardLink = fixture.folder.path + "/hard.db"
        try files.linkItem(atPath: fixture.path, toPath: hardLink)
        #expect(throws: StoreError.self) { try SQLiteStore(path: hardLink) }
        try files.removeItem(atPath: hardLink)
        try fixture.remove("usher.db.lock")
        #expect(throws: StoreError.self) { try SQLiteStore(path: fixture.path) }
        #expect(await fixture.failure("second") == nil)
        await fixture.store.close()

        let next = try SQLiteStore(path: link)
        #expect(try await next.count() == 2)
        #expect(files.fileExists(atPath: fixture.path + "-wal") && !files.fileExists(atPath: link + "-wal"))
        await next.close()
    }

    @Test("a store that others can read is narrowed to its owner when it is opened")
    func narrowed() async throws {
        let fixture = try await Fixture()
        await fixture.store.close()
        unsafe #expect(chmod(fixture.path, 0o644) == 0)
        let next = try SQLiteStore(path: fixture.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await next.close()
    }

    @Test("the log stays short while sessions are removed one by one")
    func removals() async throws {
        let fixture = try await Fixture()
        let ids = (0..<1_500).map { "session number \($0) of this test" }
        for group in stride(from: 0, to: ids.count, by: 250) {
            let commits = ids[group..<group + 250].map {
                SessionCommit(expectedGeneration: nil, session: SampleSessions.session($0), addsReply: false)
            }
            _ = try await fixture.store.commit(commits)
        }
        for id in ids.shuffled() { try await fixture.store.remove(SessionID(id)) }
        let size = try FileManager.default.attributesOfItem(atPath: fixture.path + "-wal")[.size] as? Int
        #expect(try #require(size) < 24 << 20)
        await fixture.store.close()
    }
}
