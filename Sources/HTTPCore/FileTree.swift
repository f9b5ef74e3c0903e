internal import Glibc

/// The regular files of a folder and the folders in it, in memory.
struct FileTree {
    struct File {
        /// The path relative to the folder, without a leading slash.
        var path: String
        var bytes: [UInt8]
    }

    private(set) var files: [File] = []
    private(set) var skipped: [String] = []
    private var bytesLeft: Int
    private let bytesLimit: Int

    init(bytesLimit: Int) {
        self.bytesLimit = bytesLimit
        bytesLeft = bytesLimit
    }

    /// Reads the folder and adds its files to ``files``; what isn't a plain file with a plain name, to ``skipped``.
    mutating func read(_ folder: String, below prefix: String = "") throws(StaticFilesError) {
        for name in try FileTree.names(in: folder) {
            let path = "\(folder)/\(name)"
            let relative = prefix + name
            guard name.utf8.first != 0x2E, name.utf8.allSatisfy(\.isUnreserved) else {
                skipped.append(relative)
                continue
            }
            var information = stat()
            guard unsafe lstat(path, &information) == 0 else {
                throw .unreadable(path: path, call: "lstat", code: errno)
            }
            switch information.st_mode & S_IFMT {
            case S_IFDIR: try read(path, below: "\(relative)/")
            case S_IFREG: files.append(File(path: relative, bytes: try contents(of: path)))
            default: skipped.append(relative)
            }
        }
    }

    private mutating func contents(of path: String) throws(StaticFilesError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw .unreadable(path: path, call: "open", code: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(file, &buffer, buffer.count)
            guard count >= 0 else { throw .unreadable(path: path, call: "read", code: errno) }
            if count == 0 { return bytes }
            bytesLeft -= count
            guard bytesLeft >= 0 else { throw .tooManyBytes(limit: bytesLimit) }
            bytes += buffer[..<count]
        }
    }

    private static func names(in folder: String) throws(StaticFilesError) -> [String] {
        guard let directory = unsafe opendir(folder) else {
            throw .unreadable(path: folder, call: "opendir", code: errno)
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
