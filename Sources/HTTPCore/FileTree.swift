internal import Glibc
internal import SystemPackage

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
            guard name.utf8.first != UInt8(ascii: "."), name.utf8.allSatisfy(\.isUnreserved) else {
                skipped.append(relative)
                continue
            }
            let type = try attempt("lstat", path) { try FilePath(path).stat(followTargetSymlink: false).type }
            switch type {
            case .directory: try read(path, below: "\(relative)/")
            case .regular: files.append(File(path: relative, bytes: try contents(of: path)))
            default: skipped.append(relative)
            }
        }
    }

    private mutating func contents(of path: String) throws(StaticFilesError) -> [UInt8] {
        let file = try attempt("open", path) {
            try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .noFollow])
        }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try attempt("read", path) {
                try unsafe buffer.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
            }
            if count == 0 { return bytes }
            bytesLeft -= count
            guard bytesLeft >= 0 else { throw .tooManyBytes(limit: bytesLimit) }
            bytes += buffer[..<count]
        }
    }

    /// Names the call that fails, and its errno.
    private func attempt<Result>(
        _ call: String,
        _ path: String,
        _ body: () throws -> Result
    ) throws(StaticFilesError) -> Result {
        do {
            return try body()
        } catch {
            throw .unreadable(path: path, call: call, code: (error as? Errno)?.rawValue ?? 0)
        }
    }

    private static func names(in folder: String) throws(StaticFilesError) -> [String] {
        guard let directory = unsafe opendir(folder) else {
            throw .unreadable(path: folder, call: "opendir", code: errno)
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
