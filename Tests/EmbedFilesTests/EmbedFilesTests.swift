import FoundationEssentials
import Testing

@Suite("Files that are compiled into a target")
struct EmbedFilesTests {
    @Test(
        "an embedded file has the same bytes as the file",
        arguments: [
            ("characters.txt", PackageResources.characters_txt), ("empty.txt", PackageResources.empty_txt),
        ]
    )
    func sameBytes(file: String, embedded: [UInt8]) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        #expect(try embedded == [UInt8](Data(contentsOf: folder.appending(path: file))))
    }
}
