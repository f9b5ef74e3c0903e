internal import Glibc

extension String {
    /// Returns whether both texts have the same bytes in UTF-8.
    ///
    /// `==` compares by canonical equivalence, for which it sorts each run of combining marks, in a time that grows with the
    /// square of the run. Names in a protocol differ if their bytes differ (RFC 8259 §8.3), and any text is compared in
    /// linear time.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                guard let one = bytes.baseAddress, let other = other.baseAddress else { return true }
                return unsafe memcmp(one, other, bytes.count) == 0
            }
        }
        return isEqual.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }

    /// Returns the longest prefix with at most this number of Unicode scalars.
    ///
    /// `prefix(_:)` counts characters, and one character can have any number of scalars.
    package func prefix(scalars limit: Int) -> String {
        // No scalar has less than one byte.
        utf8.count <= limit ? self : String(unicodeScalars.prefix(limit))
    }
}

/// A text that is compared and hashed by its bytes, as a key of sets and dictionaries.
///
/// The comment of ``Swift/String/hasSameBytes(as:)`` says why.
package struct ByteKey: Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (one: ByteKey, other: ByteKey) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashBytes(into: &hasher)
    }
}

extension String {
    /// Hashes the bytes, for types that compare with ``hasSameBytes(as:)``.
    func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in utf8 { hasher.combine(byte) } }
        // Ends the text, so that two texts in a row differ from two others with the same bytes.
        hasher.combine(0xFF as UInt8)
    }
}
