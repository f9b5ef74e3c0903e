import Cryptography
import DatabaseFiles
import Glibc
import SystemPackage

/// A file with a secret, which only its owner may read or write.
public enum SecretFile {
    /// The maximum number of bytes of a secret.
    private static let maximumByteCount = 4_096

    /// Reads a secret.
    ///
    /// - Parameter path: The path of a regular file of 4 KiB at most.
    /// - Returns: The content of the file.
    /// - Throws: ``SecretFileError`` when the file can't be read, or when other users may read or write it.
    public static func read(_ path: String) throws(SecretFileError) -> [UInt8] {
        do {
            // Without `nonBlocking`, opening a named pipe waits for a writer.
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            defer { try? file.close() }
            let status = try file.stat()
            guard status.type == .regular else { throw SecretFileError(description: "\(path) is not a file.") }
            let others: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute]
            guard status.permissions.isDisjoint(with: others) else {
                throw SecretFileError(
                    description: "\(path) can be read or written by other users; run: chmod 600 '\(path)'"
                )
            }
            guard status.size <= maximumByteCount else {
                throw SecretFileError(description: "\(path) has more than \(maximumByteCount) bytes.")
            }
            return try readAll(file)
        } catch let error as SecretFileError {
            throw error
        } catch {
            throw SecretFileError(description: "\(path) can't be read: \(error).")
        }
    }

    /// Reads a secret, or creates a file with one that was made at random.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - makeSecret: Returns the secret for a new file.
    /// - Returns: The content of the file.
    /// - Throws: ``SecretFileError`` when the file can't be read or created, or when other users may read or write it.
    public static func readOrCreate(
        _ path: String,
        _ makeSecret: () -> [UInt8]
    ) throws(SecretFileError) -> [UInt8] {
        if (try? FilePath(path).stat()) != nil { return try read(path) }
        let secret = makeSecret()
        do {
            try create(path, secret)
            return secret
        } catch Errno.fileExists {
            return try read(path)
        } catch {
            throw SecretFileError(description: "\(path) can't be created: \(error).")
        }
    }

    /// Creates a file that another program sees either with its whole content or not at all (link(2)).
    private static func create(_ path: String, _ secret: [UInt8]) throws {
        let partial = "\(path).\(Sodium.base64URL(Sodium.randomBytes(16)))"
        let file = try FileDescriptor.open(
            FilePath(partial),
            .writeOnly,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite
        )
        defer { _ = unsafe unlink(partial) }
        try file.closeAfter {
            try file.writeAll(secret)
            try file.sync()
        }
        guard unsafe link(partial, path) == 0 else { throw Errno(rawValue: errno) }
        try FileDescriptor.syncFolder(of: path)
    }

    private static func readAll(_ file: FileDescriptor) throws -> [UInt8] {
        var content: [UInt8] = []
        while true {
            let part = try unsafe [UInt8](unsafeUninitializedCapacity: maximumByteCount) { buffer, count in
                unsafe count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !part.isEmpty else { return content }
            content += part
            guard content.count <= maximumByteCount else { return content }
        }
    }
}

/// An error of a file with a secret, which it does not quote.
public struct SecretFileError: Error, CustomStringConvertible {
    /// A sentence that names the file, says what is wrong and what to do.
    public let description: String
}
