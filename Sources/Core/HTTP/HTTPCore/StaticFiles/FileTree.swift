internal import Glibc
internal import SystemPackage

/// The regular files of a folder and its subfolders: small ones in memory, large ones open.
struct FileTree {
    struct File {
        /// The path relative to the folder, without a leading slash.
        var path: String
        var content: Content
        /// The hash of the content.
        var hash: ContentHash

        /// Whether the file stays on the disk.
        var isLarge: Bool {
            if case .large = content { true } else { false }
        }
    }

    enum Content {
        case bytes([UInt8])
        case large(LargeFile)
    }

    /// The folder for what other programs look for at this server (RFC 8615), such as the files that let an app open its links.
    private static let wellKnown = ".well-known"

    private(set) var files: [File] = []
    private(set) var skipped: [String] = []
    private var bytesLeft: Int
    private let bytesLimit: Int
    private let largeFileBytes: Int

    /// - Parameters:
    ///   - bytesLimit: The maximum size of all files in memory together, in bytes.
    ///   - largeFileBytes: The size in bytes from which a file isn't kept in memory.
    init(bytesLimit: Int, largeFileBytes: Int) {
        self.bytesLimit = bytesLimit
        self.largeFileBytes = largeFileBytes
        bytesLeft = bytesLimit
    }

    /// Reads the folder, adds its files to ``files``, and adds links and unusual names to ``skipped``.
    mutating func read(_ folder: String, below prefix: String = "") throws(StaticFilesError) {
        for name in try FileTree.names(in: folder) {
            let path = "\(folder)/\(name)"
            let relative = prefix + name
            guard name.utf8.first != UInt8(ascii: ".") || relative == Self.wellKnown,
                name.utf8.allSatisfy(\.isUnreserved)
            else {
                skipped.append(relative)
                continue
            }
            let stat = try attempt("lstat", path) { try FilePath(path).stat(followTargetSymlink: false) }
            switch stat.type {
            case .directory: try read(path, below: "\(relative)/")
            case .regular: files.append(try file(at: path, relative, isLarge: stat.size >= largeFileBytes))
            default: skipped.append(relative)
            }
        }
    }

    private mutating func file(
        at path: String,
        _ relative: String,
        isLarge: Bool
    ) throws(StaticFilesError) -> File {
        let file = try attempt("open", path) {
            try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .noFollow])
        }
        var staysOpen = false
        defer { if !staysOpen { try? file.close() } }
        var (bytes, size, hash) = ([UInt8](), 0, ContentHash())
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try attempt("read", path) {
                try unsafe buffer.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
            }
            if count == 0 { break }
            size += count
            hash.add(buffer[..<count])
            guard !isLarge else { continue }
            bytesLeft -= count
            guard bytesLeft >= 0 else { throw .tooManyBytes(limit: bytesLimit) }
            bytes += buffer[..<count]
        }
        staysOpen = isLarge
        return File(path: relative, content: isLarge ? .large(LargeFile(file, size: size)) : .bytes(bytes), hash: hash)
    }

    /// Runs `body` and turns its error into one that names the call and its errno.
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
