internal import Foundation

/// The files on a disk after a power cut.
package struct DiskImage: Sendable, Equatable {
    /// The last number marked before the cut, which tells what had been acknowledged, or `nil` if none was marked.
    package let lastMark: Int?
    /// The content of each file by its name.
    package let files: [String: [UInt8]]

    init(lastMark: Int?, files: [String: [UInt8]]) {
        self.lastMark = lastMark
        self.files = files
    }

    /// Reads the files directly in a folder, except shared memory, which does not survive a power cut.
    init(readingFrom folder: String) throws {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasSuffix("-shm") {
            let url = URL(filePath: folder).appending(path: name)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            files[name] = try Self.content(of: name, in: folder)
        }
        self.init(lastMark: nil, files: files)
    }

    static func content(of name: String, in folder: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: name)))
    }

    /// Writes the files into a new folder.
    ///
    /// - Parameter folder: A path at which nothing exists yet.
    /// - Throws: Foundation's error when the folder exists or can't be written.
    package func write(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (name, content) in files {
            try Data(content).write(to: URL(filePath: folder).appending(path: name))
        }
    }
}
