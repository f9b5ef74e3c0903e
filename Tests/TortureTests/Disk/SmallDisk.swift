import Foundation
import Programs

/// A tmpfs of a few megabytes, mounted in a namespace that only processes started through ``launcher`` share.
///
/// A child process holds the mount. When it ends, with or after the test, the disk is gone.
final class SmallDisk: Sendable {
    /// The mount point, for processes that are started through ``launcher``.
    let path: String
    /// The program and arguments through which a process must be started to see the disk.
    let launcher: [String]

    private let folder: TemporaryFolder
    private let input: FileHandle
    private let root: String

    /// Mounts a disk, as root or in a user namespace of its own (unshare(1), nsenter(1)).
    ///
    /// - Returns: `nil` where neither is permitted.
    static func mount(megabytes: Int) throws -> SmallDisk? {
        for isRoot in [true, false] {
            if let disk = try SmallDisk(megabytes: megabytes, isRoot: isRoot) { return disk }
        }
        return nil
    }

    private init?(megabytes: Int, isRoot: Bool) throws {
        folder = try TemporaryFolder()
        path = folder.path
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/env")
        let script = "mount -t tmpfs -o size=\(megabytes)m tmpfs '\(path)' && echo mounted && exec cat"
        holder.arguments = ["unshare", isRoot ? "-m" : "-rm", "sh", "-c", script]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        holder.standardError = FileHandle.nullDevice
        try holder.run()
        self.input = input.fileHandleForWriting
        let id = holder.processIdentifier
        root = "/proc/\(id)/root" + path
        let namespaces = isRoot ? ["-m"] : ["-U", "--preserve-credentials", "-m"]
        launcher = ["/usr/bin/env", "nsenter", "-t", "\(id)"] + namespaces
        guard output.fileHandleForReading.availableData == Data("mounted\n".utf8) else { return nil }
    }

    deinit { try? input.close() }

    /// Uses up space on the disk.
    ///
    /// - Parameter bytes: The number of bytes, by default all that is left.
    func fill(bytes: Int = .max) {
        let descriptor = unsafe open(root + "/ballast", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0x55, count: 4_096)
        var rest = bytes
        while rest > 0, unsafe write(descriptor, block, block.count) == block.count { rest -= block.count }
    }

    /// Frees the space that ``fill(bytes:)`` has used.
    func empty() { unsafe _ = unlink(root + "/ballast") }

    /// Copies the files of a store to a folder outside of the namespace, and returns the path of the copy.
    func copyStore(_ name: String, to folder: TemporaryFolder) throws -> String {
        for file in try FileManager.default.contentsOfDirectory(atPath: root) where file.hasPrefix(name) {
            try FileManager.default.copyItem(atPath: root + "/" + file, toPath: folder.path + "/" + file)
        }
        return folder.path + "/" + name
    }
}
