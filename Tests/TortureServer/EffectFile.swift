import Glibc

/// The outside world of the ledger: a file with a line for each effect that was performed, its key and its number.
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

    /// Adds a line in one call, so that a kill leaves it there as a whole or not at all.
    func append(key: String, number: Int) throws {
        let line = Array("\(key) \(number)\n".utf8)
        guard unsafe write(descriptor, line, line.count) == line.count else {
            throw Failure(call: "write", code: errno)
        }
    }
}
