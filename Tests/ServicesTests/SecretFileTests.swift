import Foundation
import Programs
import ServiceDatabase
import Testing

@Suite("Files with secrets")
struct SecretFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ text: String, permissions: Int) throws -> String {
        let path = "\(folder.path)/\(UUID())"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        return path
    }

    @Test("a file is read if only its owner may read or write it", arguments: [0o600, 0o400, 0o700])
    func reads(permissions: Int) throws {
        #expect(try SecretFile.read(try file("secret", permissions: permissions)) == Array("secret".utf8))
    }

    @Test(
        "a file that others may read or write is rejected, with the command that mends it",
        arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o666]
    )
    func permissions(permissions: Int) throws {
        let path = try file("secret", permissions: permissions)
        #expect {
            try SecretFile.read(path)
        } throws: { error in
            "\(error)" == "\(path) can be read or written by other users; run: chmod 600 '\(path)'"
        }
    }

    @Test("a folder, a pipe, a long file and a missing one are rejected without waiting")
    func notFiles() throws {
        let long = try file(String(repeating: "x", count: 4_097), permissions: 0o600)
        let pipe = "\(folder.path)/pipe"
        let code = unsafe mkfifo(pipe, 0o600)
        #expect(code == 0)
        for (path, sentence) in [
            (folder.path, "is not a file"), (pipe, "is not a file"), (long, "has more than 4096 bytes"),
            ("\(folder.path)/missing", "can't be read"),
        ] {
            #expect {
                try SecretFile.read(path)
            } throws: { error in
                "\(error)".hasPrefix("\(path) \(sentence)")
            }
        }
    }

    @Test("a missing file is created for its owner, and then keeps its secret")
    func creates() throws {
        let path = "\(folder.path)/key"
        #expect(try SecretFile.readOrCreate(path) { [1, 2, 3] } == [1, 2, 3])
        #expect(try SecretFile.readOrCreate(path) { [4] } == [1, 2, 3])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: SecretFileError.self) { try SecretFile.readOrCreate("\(folder.path)/missing/key") { [1] } }
    }

    @Test("programs that start at the same time have one secret, and leave no other file")
    func simultaneous() async throws {
        for round in 0..<200 {
            let folder = "\(folder.path)/\(round)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let key = folder + "/key"
            async let first = Task.detached {
                while true { if let secret = try? SecretFile.read(key) { return secret } }
            }.value
            let created = try SecretFile.readOrCreate(key) { [UInt8](repeating: 1, count: 64) }
            #expect(await first == created && created.count == 64)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
        }
    }

    @Test("a program that finds the file of another when it has made its own uses that one")
    func later() throws {
        let key = "\(folder.path)/key"
        let secret = try SecretFile.readOrCreate(key) {
            #expect((try? SecretFile.readOrCreate(key) { [1, 2, 3] }) == [1, 2, 3])
            return [4, 5, 6]
        }
        #expect(secret == [1, 2, 3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key"])
    }
}
