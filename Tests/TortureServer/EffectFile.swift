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

    /// Appends a line in one call, so that a kill leaves the whole line or nothing.
    func append(key: String, number: Int) throws {
        let line = Array("\(key) \(number)\n".utf8)
        guard unsafe write(descriptor, line, line.count) == line.count else {
            throw Failure(call: "write", code: errno)
        }
    }
}
