import CoordinationTesting
import Foundation
import Testing

@testable import Applications

/// A snapshot recorded by a release of `items`, in the folder `Snapshots/RELEASE/items`.
struct GoldenSnapshot: Sendable, CustomTestStringConvertible {
    let release: String
    let name: String
    let bytes: [UInt8]

    var testDescription: String { "\(release)/\(name)" }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(component: "Snapshots")

    /// Returns the folder with the snapshots of a release.
    private static func folder(of release: String) -> URL { folder.appending(components: release, "items") }

    /// Returns the releases with recorded snapshots.
    static func releases() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder(of: $0).path) }
            .sorted()
    }

    /// The release to record, from `USHER_GOLDEN`, or `nil` if this run records none.
    static let recorded = ProcessInfo.processInfo.environment["USHER_GOLDEN"]

    /// Returns every snapshot of every release.
    static func all() throws -> [GoldenSnapshot] {
        try releases().flatMap { release in
            try FileManager.default.contentsOfDirectory(atPath: folder(of: release).path)
                .filter { $0.hasSuffix(".json") }
                .sorted()
                .map { file in
                    let bytes = try Data(contentsOf: folder(of: release).appending(component: file))
                    return GoldenSnapshot(release: release, name: String(file.dropLast(5)), bytes: Array(bytes))
                }
        }
    }

    /// Writes a snapshot of this program's `items` at each position.
    ///
    /// - Throws: `GoldenSnapshotError` if the release has been recorded before. Its snapshots stay unchanged then.
    static func record(_ release: String) throws {
        guard try !releases().contains(release) else { throw GoldenSnapshotError.isRecorded(release) }
        let sessions = try GoldenPosition.all.map { ($0.name, try $0.session()) }
        try FileManager.default.createDirectory(at: folder(of: release), withIntermediateDirectories: true)
        for (name, session) in sessions {
            let bytes = try session.application.encode(session.state)
            try Data(bytes).write(to: folder(of: release).appending(component: "\(name).json"))
        }
    }
}

/// An error that prevents the recording of snapshots.
enum GoldenSnapshotError: Error, Equatable {
    /// The release has snapshots already.
    ///
    /// Only the release itself may record them, and only once.
    case isRecorded(String)
}
