import Foundation

/// A folder of its own for one test, which goes with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "usher-disk-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The size of a file of the folder; `nil` when there is none.
    func size(of name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}

extension [UInt8] {
    func write(to path: String) throws {
        try Data(self).write(to: URL(filePath: path))
    }
}
