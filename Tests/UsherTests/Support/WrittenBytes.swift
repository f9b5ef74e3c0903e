import Foundation
import Programs

/// Everything that a program has written, for a search for secrets.
struct WrittenBytes {
    let contents: [Data]

    func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

    func contains(_ bytes: [UInt8]) -> Bool { contents.contains { $0.range(of: Data(bytes)) != nil } }

    /// Returns the names of the forms in which secrets were found.
    func secrets(among secrets: [String]) throws -> [String] {
        let forms = try Self.forms(of: secrets)
        // One pass over the content for thousands of forms: by their first two bytes, and then by the first four.
        var begins = [Bool](repeating: false, count: 65_536)
        for form in forms { begins[Int(form.bytes[0]) << 8 | Int(form.bytes[1])] = true }
        let index = Dictionary(grouping: forms.indices) { Array(forms[$0].bytes.prefix(4)) }
        var found: Set<Int> = []
        for content in contents {
            let bytes = Array(content)
            for offset in bytes.indices.dropLast(3) {
                guard begins[Int(bytes[offset]) << 8 | Int(bytes[offset + 1])] else { continue }
                for form in index[Array(bytes[offset..<offset + 4])] ?? []
                where bytes[offset...].starts(with: forms[form].bytes)
                    && Self.isWhole(forms[form].bytes, in: bytes, offset)
                {
                    found.insert(form)
                }
            }
        }
        return found.sorted().map { forms[$0].name }
    }

    /// Returns whether digits are a number of their own.
    ///
    /// Six digits also occur by chance, as a part of longer numbers.
    private static func isWhole(_ form: [UInt8], in bytes: [UInt8], _ offset: Int) -> Bool {
        guard form.allSatisfy({ (0x30...0x39).contains($0) }) else { return true }
        let around = [offset - 1, offset + form.count].filter(bytes.indices.contains)
        return !around.contains { (0x30...0x39).contains(bytes[$0]) || bytes[$0] == UInt8(ascii: ".") }
    }

    /// Returns the forms in which a secret could be written.
    static func forms(of secrets: [String]) throws -> [(name: String, bytes: [UInt8])] {
        let digests = try digests(of: secrets)
        return secrets.flatMap { secret -> [(name: String, bytes: [UInt8])] in
            let bytes = Array(secret.utf8)
            var forms: [(String, [UInt8])] = [("text", bytes)]
            forms += [secret.lowercased(), secret.uppercased(), secret.swappedCase, String(secret.reversed())]
                .filter { $0 != secret }.map { ("changed text", Array($0.utf8)) }
            forms += encodings(of: bytes, "text")
            for (algorithm, digest) in digests[secret] ?? [] {
                forms.append((algorithm, digest))
                forms += encodings(of: digest, algorithm)
            }
            return forms.map { (name: "\($0.0) of \(secret)", bytes: $0.1) }
        }
    }

    /// Returns base64, base64url and hexadecimal digits, which encode the bytes of the secret and no others.
    private static func encodings(of bytes: [UInt8], _ name: String) -> [(String, [UInt8])] {
        let hex = bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        var encodings = [("hex", hex), ("hex", hex.uppercased())]
        // The secret may be at each offset in a longer text. The characters at both ends also depend on the bytes
        // beside the secret.
        for offset in 0..<3 {
            let padded = Data(Array(repeating: 0, count: offset) + bytes).base64EncodedString()
            let start = offset == 0 ? 0 : offset + 1
            let end = (offset + bytes.count) * 8 / 6
            let core = String(Array(padded)[start..<end])
            encodings += [("base64", core), ("base64url", core.base64URL)].filter { $0.1.count >= 6 }
        }
        return encodings.map { ("\(name) in \($0.0)", Array($0.1.utf8)) }
    }

    /// Returns the digests of secrets, as the programs of the system compute them.
    private static func digests(of secrets: [String]) throws -> [String: [(String, [UInt8])]] {
        let folder = try TemporaryFolder()
        let paths = secrets.indices.map { "\(folder.path)/\($0)" }
        for (secret, path) in zip(secrets, paths) { try Data(secret.utf8).write(to: URL(filePath: path)) }
        var digests: [String: [(String, [UInt8])]] = [:]
        for algorithm in ["md5", "sha1", "sha256", "sha512"] {
            let lines = try ProgramProcess(["/usr/bin/\(algorithm)sum"] + paths).end().output.split(separator: "\n")
            for (secret, line) in zip(secrets, lines) {
                let digits = Array(line.prefix { $0 != " " })
                let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)
                }
                digests[secret, default: []].append((algorithm, bytes))
            }
        }
        return digests
    }
}

extension String {
    fileprivate var swappedCase: String {
        String(map { $0.isLowercase ? Character($0.uppercased()) : Character($0.lowercased()) })
    }

    fileprivate var base64URL: String {
        replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
}
