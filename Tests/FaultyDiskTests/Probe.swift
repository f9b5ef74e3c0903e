import FaultyDisk
import GRDB
import Testing

func code(_ body: () throws -> Void) -> String {
    do { try body(); return "ok" } catch let e as DatabaseError { return "\(e.extendedResultCode.rawValue) \(e.extendedResultCode) \(e.message ?? "")" } catch { return "\(error)" }
}

@Suite(.serialized) struct Probe {
    func run(_ title: String, _ arm: (FaultyDisk) -> Void, _ act: (Ledger) throws -> Void = { try $0.add(2) }) throws {
        print("=== \(title)")
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        let ledger = try Ledger(in: folder.path)
        try ledger.create()
        try ledger.add(1)
        try disk.startRecording()
        arm(disk)
        print("act:", code { try act(ledger) }, "failures", disk.failures)
        print("inTransaction after:", ledger.database.unsafeRead { $0.isInsideTransaction })
        print("still faulty, reads:", (try? ledger.entries()) as Any)
        print("still faulty, add 3:", code { try ledger.add(3) })
        disk.heal(); disk.limit(bytes: nil)
        let before = try DatabaseReopen.entries(folder.path)
        print("second connection sees (copy of files):", before as Any)
        print("healed, same connection:", (try? ledger.entries()) as Any)
        print("healed add 4:", code { try ledger.add(4) }, (try? ledger.entries()) as Any)
        print("checkpoint:", code { try ledger.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } })
        print("close:", code { try ledger.database.close() })
        print("reopened:", try Ledger(in: folder.path).entries())
    }
    enum DatabaseReopen {
        static func entries(_ folder: String) throws -> [Int]? {
            let copy = try TemporaryFolder()
            for f in ["ledger.db", "ledger.db-wal"] {
                try? FileManager.default.copyItem(atPath: folder + "/" + f, toPath: copy.path + "/" + f)
            }
            return try Ledger(in: copy.path).entries()
        }
    }
    @Test func all() throws {
        for n in 0..<8 {
            try run("a WAL write fails, after \(n)", { $0.fail(.write, on: .wal, after: n) })
        }
        try run("a last WAL write fails persistently", { $0.fail(.write, on: .wal, after: 5, repeating: true) })
        try run("a' WAL short write 100", { $0.fail(.write, on: .wal, after: 1, writing: 100) })
        try run("b WAL sync fails once", { $0.fail(.sync, on: .wal) })
        try run("b WAL sync fails repeatedly", { $0.fail(.sync, on: .wal, repeating: true) })
        let ck: (Ledger) throws -> Void = { try $0.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        let ckp: (Ledger) throws -> Void = { try $0.database.writeWithoutTransaction { _ = try $0.checkpoint(.passive) } }
        try run("c checkpoint: db write fails", { $0.fail(.write, on: .database, after: 1) }, ck)
        try run("c checkpoint: db sync fails", { $0.fail(.sync, on: .database) }, ck)
        try run("c checkpoint passive: db sync fails", { $0.fail(.sync, on: .database) }, ckp)
        try run("c checkpoint: wal sync fails", { $0.fail(.sync, on: .wal) }, ck)
        try run("c checkpoint: wal truncate fails", { $0.fail(.truncate, on: .wal) }, ck)
        let auto: (Ledger) throws -> Void = { l in
            try l.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 1") }
            try l.add(2)
        }
        try run("c auto: db write fails", { $0.fail(.write, on: .database, repeating: true) }, auto)
        try run("c auto: db sync fails", { $0.fail(.sync, on: .database, repeating: true) }, auto)
        try run("d full 0", { $0.limit(bytes: 0) })
        try run("d full plan at commit write", { $0.fail(.write, on: .wal, after: 3, with: .full) })
        try run("d big spill", { $0.limit(bytes: 3_000_000) }, { l in
            try l.database.write { db in for n in 2..<2000 { try Ledger.add(n, size: 3000, in: db) } }
        })
    }
    @Test func opening() throws {
        for (title, ops, files, after) in [("open wal", DiskOperations.open, DiskFiles.wal, 0), ("open db", .open, .database, 0), ("read wal", .read, .wal, 0), ("read wal 2", .read, .wal, 3), ("shm", .sharedMemory, .all, 0), ("wal sync", .sync, .wal, 0)] {
            print("=== open with \(title)")
            let folder = try TemporaryFolder()
            let disk = try FaultyDisk(folder: folder.path)
            // leave a WAL: copy files
            let source = try TemporaryFolder()
            let l = try Ledger(in: source.path); try l.create(); try l.add(1)
            for f in ["ledger.db", "ledger.db-wal"] { try FileManager.default.copyItem(atPath: source.path + "/" + f, toPath: folder.path + "/" + f) }
            disk.fail(ops, on: files, after: after)
            var kept: Ledger?
            print("open:", code { kept = try Ledger(in: folder.path) }, disk.failures)
            print("entries:", code { print(try kept?.entries() as Any) })
            print("wal size", folder.size(of: "ledger.db-wal") as Any)
            disk.heal()
            if let kept { print("kept after heal:", code { print(try kept.entries()) }, code { try kept.add(2) }) }
            kept = nil
            print("reopen:", code { print(try Ledger(in: folder.path).entries()) })
        }
        // connection open lazily: connection opened w/o touching, WAL opens at first read
        print("=== raw: no pragma at open, WAL open fails at first read after GRDB open?")
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        do { let l = try Ledger(in: folder.path); try l.create(); try l.add(1) }
        disk.fail(.open, on: .wal, repeating: true)
        print(code { _ = try DatabaseQueue(path: folder.path + "/ledger.db") })
        disk.heal()
        var c = Configuration(); c.journalMode = .wal
        c.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let q = try DatabaseQueue(path: folder.path + "/ledger.db", configuration: c)
        print("GRDB sync:", try q.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } as Any)
        print(disk.counts)
    }
}
import Foundation
