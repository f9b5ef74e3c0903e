import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Waits until the file's content is on disk (fsync(2)).
    package func sync() throws {
        guard fsync(rawValue) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Syncs the folder of a file, so that its name is still there after a power cut (fsync(2)).
    package static func syncFolder(of path: String) throws {
        let folder = FilePath(path).removingLastComponent()
        let file = try open(folder.isEmpty ? "." : folder, .readOnly, options: .closeOnExec)
        try file.closeAfter { try file.sync() }
    }
}
