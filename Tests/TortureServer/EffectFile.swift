import Glibc

/// A file that stands for the outside world: one line with key and number for each performed effect.
struct EffectFile {
    private let descriptor: CInt

    init(path: String) throws {
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(call: "open", code: errno) }
    }

    struct Failure: Error {
        let call: String
        let code: CInt
    }

    /// Appends a line that is complete with its last character.
    ///
    /// A kill can cut it where it crosses the end of a page, because Linux checks for fatal signals between the pages of a write.
    /// So a line starts with the line feed, and the next one is not appended to the rest of another.
    func append(key: String, number: Int) throws {
        let line = Array("\n\(key) \(number).".utf8)
        guard unsafe write(descriptor, line, line.count) == line.count else {
            throw Failure(call: "write", code: errno)
        }
    }
}
