import Foundation
import Testing

@Suite("Recording the corpus of requests", .enabled(if: RecordedCase.path != nil))
struct CorpusRecording {
    @Test("the requests are written to the file in USHER_CORPUS, as JSON with bytes in base64")
    func record() throws {
        let requests = RequestCase.all.map { RecordedCase(name: $0.testDescription, bytes: Data($0.bytes)) }
        let chunks = RequestCase.ambiguousChunks.enumerated().map { number, chunks in
            RecordedCase(name: "ambiguous chunks \(number)", bytes: Data(RequestCase.chunked(chunks).utf8))
        }
        try JSONEncoder().encode(requests + chunks).write(to: URL(filePath: try #require(RecordedCase.path)))
    }
}

/// A request of the corpus for programs in other languages.
private struct RecordedCase: Encodable {
    static var path: String? { ProcessInfo.processInfo.environment["USHER_CORPUS"] }

    let name: String
    let bytes: Data
    /// The request that follows.
    var next = Data(RequestCase.next.utf8)
}
