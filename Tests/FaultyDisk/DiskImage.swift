internal import Foundation

/// The files that a disk holds after a power cut.
package struct DiskImage: Sendable, Equatable {
    /// The last number that was marked before the cut: what had been acknowledged by then.
    package let lastMark: Int?
    /// The content of each file by its name.
    package let files: [String: [UInt8]]

    init(lastMark: Int?, files: [String: [UInt8]]) {
        self.lastMark = lastMark
        self.files = files
    }

    /// Reads the files that are directly in a folder, but for shared memory, which no disk keeps.
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

    /// Puts the files into a new folder.
    ///
    /// - Parameter folder: A path where there is nothing yet.
    /// - Throws: Foundation's error when the folder exists or can't be written.
    package func write(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (name, content) in files {
            try Data(content).write(to: URL(filePath: folder).appending(path: name))
        }
    }
}
