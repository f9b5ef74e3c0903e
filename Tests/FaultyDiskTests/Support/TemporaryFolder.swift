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

    func size(of file: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
        return attributes?[.size] as? Int
    }
}
