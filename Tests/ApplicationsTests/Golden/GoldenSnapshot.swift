import CoordinationTesting
import Foundation
import Testing

@testable import Applications

/// A snapshot that a release of `items` has written down, kept in the folder `Snapshots/RELEASE/items`.
struct GoldenSnapshot: Sendable, CustomTestStringConvertible {
    let release: String
    let name: String
    let bytes: [UInt8]

    var testDescription: String { "\(release)/\(name)" }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(component: "Snapshots")

    /// Where a release keeps its snapshots.
    private static func folder(of release: String) -> URL { folder.appending(components: release, "items") }

    /// The releases that have recorded snapshots.
    static func releases() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder(of: $0).path) }
            .sorted()
    }

    /// The release to record, if this run is to record one: what `USHER_GOLDEN` says.
    static let recorded = ProcessInfo.processInfo.environment["USHER_GOLDEN"]

    /// Every snapshot of every release.
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

    /// Writes down what this program's `items` gives in each place.
    ///
    /// - Throws: `GoldenSnapshotError` when the release has been recorded; it is left as it is.
    static func record(_ release: String) throws {
        guard try !releases().contains(release) else { throw GoldenSnapshotError.isRecorded(release) }
        let sessions = try GoldenPlace.all.map { ($0.name, try $0.session()) }
        try FileManager.default.createDirectory(at: folder(of: release), withIntermediateDirectories: true)
        for (name, session) in sessions {
            let bytes = try session.application.encode(session.state)
            try Data(bytes).write(to: folder(of: release).appending(component: "\(name).json"))
        }
    }
}

/// Why snapshots were not recorded.
enum GoldenSnapshotError: Error, Equatable {
    /// A release is recorded once, by itself; later programs must not write in its name.
    case isRecorded(String)
}
