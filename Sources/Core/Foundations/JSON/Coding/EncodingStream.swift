/// The state of one call of ``JSONCoding/encode(_:userInfo:)``: the text, and the values in progress.
///
/// Values are written into one buffer in the order in which they are encoded. This works because `encode(to:)` of a member
/// returns before the next member begins. The exceptions are containers that a value requests for itself
/// (`nestedContainer`, `superEncoder`), which it may fill in any order. Each of them is a stream of its own, and its text
/// is inserted at its offset at the end.
///
/// Exclusive access is not checked at run time, since that would be a fifth of the cost. It can't be violated: a stream
/// never leaves its thread, and no access to a property lasts while a value's `encode(to:)` runs.
/// (``JSONWritable/write(to:)`` accesses the writer, but has no reference to the stream.)
final class EncodingStream {
    /// The kind of a value in progress.
    enum Kind {
        case undecided, object, array, scalar
    }

    /// A value that is being encoded.
    struct Frame {
        var kind = Kind.undecided
        /// The key of the value in the enclosing value, or `nil` when it has none.
        let key: (any CodingKey)?
        /// The number of elements written so far, if it is an array.
        var count = 0
        #if DEBUG
        /// The names written so far: a repeated name would make a text that the parser rejects.
        var keys: Set<ByteKey> = []
        #endif
    }

    /// An offset in the text, and the stream with the text that is inserted there.
    private struct Insertion {
        let offset: Int
        let stream: EncodingStream
    }

    /// The position to roll back to when a value fails half-way, since its owner may catch the error and continue.
    struct Mark {
        fileprivate let text: JSONWriter.Mark
        fileprivate let frames: Int
        fileprivate let insertions: Int
    }

    @safe @exclusivity(unchecked) var writer: JSONWriter
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// The values in progress, outermost first.
    ///
    /// A container belongs to one of them by its level.
    @safe @exclusivity(unchecked) var frames: [Frame] = []
    /// The path to the outermost of them.
    private let path: [any CodingKey]
    @safe @exclusivity(unchecked) private var insertions: [Insertion] = []

    init(writer: consuming JSONWriter, userInfo: [CodingUserInfoKey: any Sendable], path: [any CodingKey] = []) {
        self.writer = writer
        self.userInfo = userInfo
        self.path = path
        frames.reserveCapacity(8)
    }

    var mark: Mark {
        Mark(text: writer.mark, frames: frames.count, insertions: insertions.count)
    }

    func rollBack(to mark: Mark) {
        writer.rollBack(to: mark.text)
        frames.removeLast(frames.count - mark.frames)
        insertions.removeLast(insertions.count - mark.insertions)
    }

    /// Encodes the next value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key of the value in the value in progress, or `nil` when it has none.
    /// - Throws: The error of the value's `encode(to:)`. The text and the frames that it has begun remain, so a caller that
    ///   continues must call ``rollBack(to:)``.
    func encode<Value: Encodable>(_ value: Value, at key: (any CodingKey)? = nil) throws {
        // Fast path for the elements of arrays: comparing types is cheaper than a dynamic cast. Each bit cast is to the
        // type that was compared.
        if Value.self == String.self { return writer.string(unsafe unsafeBitCast(value, to: String.self)) }
        if Value.self == Int.self { return writer.integer(unsafe unsafeBitCast(value, to: Int.self)) }
        if Value.self == [String].self {
            return writer.array(unsafe unsafeBitCast(value, to: [String].self)) { $1.string($0) }
        }
        switch EncodingStrategy(of: value) {
        case .jsonWritable:
            if let writable = value as? any JSONWritable { writable.write(to: &writer) }
        case .unordered:
            frames.append(Frame(kind: .scalar, key: key))
            if let unordered = value as? any UnorderedEncodable { try unordered.encodeInOrder(to: self) }
            closeFrame()
        case .codable:
            frames.append(Frame(key: key))
            try value.encode(to: ValueEncoder(stream: self, level: frames.count - 1))
            closeFrame()
        }
    }

    /// Closes the innermost value, which becomes an empty object if it encoded nothing.
    func closeFrame() {
        guard let frame = frames.popLast() else { return }
        switch frame.kind {
        case .object: writer.endObject()
        case .array: writer.endArray()
        case .scalar: break
        case .undecided:
            writer.beginObject()
            writer.endObject()
        }
    }

    /// Returns a stream with a text that is inserted at the current offset.
    ///
    /// - Parameters:
    ///   - key: The key of the nested value.
    ///   - kind: The kind of the nested value, which is undecided for a `superEncoder`.
    /// - Returns: A stream that may be filled until ``insertNested()`` inserts its text.
    func nested(at key: any CodingKey, kind: Kind) -> EncodingStream {
        let stream = EncodingStream(writer: JSONWriter(), userInfo: userInfo, path: path(to: frames.count - 1) + [key])
        switch kind {
        case .object: stream.writer.beginObject()
        case .array: stream.writer.beginArray()
        case .undecided, .scalar: break
        }
        stream.frames.append(Frame(kind: kind, key: nil))
        insertions.append(Insertion(offset: writer.beginInsertion(), stream: stream))
        return stream
    }

    /// Inserts the text of every nested stream at its offset.
    func insertNested() {
        guard let first = insertions.first?.offset else { return }
        var tail: [UInt8] = []
        var copied = first
        for insertion in insertions {
            tail.append(contentsOf: writer.bytes(copied..<insertion.offset))
            copied = insertion.offset
            while !insertion.stream.frames.isEmpty { insertion.stream.closeFrame() }
            insertion.stream.insertNested()
            tail.append(contentsOf: insertion.stream.writer.bytes)
        }
        tail.append(contentsOf: writer.bytes(copied..<writer.count))
        writer.replace(from: first, with: tail)
        insertions = []
    }

    /// Returns the path to the value at a level.
    func path(to level: Int) -> [any CodingKey] {
        path + frames.prefix(level + 1).compactMap(\.key)
    }

    /// Starts the value at a level as an object or an array, unless it is one already.
    func open(_ kind: Kind, at level: Int) {
        checkIsInnermost(level)
        switch (frames[level].kind, kind) {
        case (.undecided, .object): writer.beginObject()
        case (.undecided, .array): writer.beginArray()
        case (.object, .object), (.array, .array): return
        default: preconditionFailure("A value must be encoded as one object, one array or one single value.")
        }
        frames[level].kind = kind
    }

    /// Writes the next member's name into the object at a level.
    func member(_ key: some CodingKey, at level: Int) {
        checkIsInnermost(level)
        #if DEBUG
        let isNew = frames[level].keys.insert(ByteKey(key.stringValue)).inserted
        precondition(isNew, "The member “\(key.stringValue)” is encoded twice; member names must be unique.")
        #endif
        writer.key(named: key.stringValue)
    }

    /// Removes a name that was rolled back, so it may be encoded again.
    func removeKey(_ key: some CodingKey, at level: Int) {
        #if DEBUG
        frames[level].keys.remove(ByteKey(key.stringValue))
        #endif
    }

    /// Counts one more element of the array at a level.
    ///
    /// - Returns: The element's index.
    func element(at level: Int) -> Int {
        checkIsInnermost(level)
        defer { frames[level].count += 1 }
        return frames[level].count
    }

    /// Checks that the value at a level is in progress and that none of its members is.
    @inline(__always)
    func checkIsInnermost(_ level: Int) {
        precondition(
            frames.count == level + 1,
            "A container must be used only while its own value is encoded, and not while one of its members is."
        )
    }
}
