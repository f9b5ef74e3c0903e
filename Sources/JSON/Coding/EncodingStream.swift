/// The text that one call of ``JSONCoding/encode(_:userInfo:)`` writes, and what is open in it.
///
/// Values are written in the order in which they are encoded, straight into one buffer. That works because
/// `encode(to:)` of a member is over before the next member begins. The exceptions are containers that a value hands to
/// itself (`nestedContainer`, `superEncoder`), which it may fill in any order: each of them is a stream of its own, and its
/// text is put into its place at the end.
///
/// Exclusive access is not checked at run time, which would be a fifth of the cost: a stream never leaves its thread, and no
/// access to a property lasts while a value's `encode(to:)` runs. (``JSONWritable/write(to:)`` holds the writer, but knows no
/// stream.)
final class EncodingStream {
    /// What a value at some depth has turned out to be.
    enum Form {
        case undecided, object, array, scalar
    }

    /// A value that is being encoded.
    struct Frame {
        var form = Form.undecided
        /// The step that leads to it from the value around it, if there is one.
        let key: (any CodingKey)?
        /// The number of elements written so far, if it is an array.
        var count = 0
        #if DEBUG
            /// The members written so far: naming one twice would make a text that can't be read again.
            var keys: Set<String> = []
        #endif
    }

    /// A place in the text, and what belongs there.
    private struct Place {
        let offset: Int
        let stream: EncodingStream
    }

    /// What must be taken back when a value fails half-way, since its owner may catch the error and go on.
    struct Mark {
        fileprivate let text: JSONWriter.Mark
        fileprivate let frames: Int
        fileprivate let places: Int
    }

    @safe @exclusivity(unchecked) var writer: JSONWriter
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// The values being encoded, outermost first; a container belongs to one of them by its level.
    @safe @exclusivity(unchecked) var frames: [Frame] = []
    /// The keys that lead to the outermost of them.
    private let path: [any CodingKey]
    @safe @exclusivity(unchecked) private var places: [Place] = []

    init(writer: consuming JSONWriter, userInfo: [CodingUserInfoKey: any Sendable], path: [any CodingKey] = []) {
        self.writer = writer
        self.userInfo = userInfo
        self.path = path
        frames.reserveCapacity(8)
    }

    var mark: Mark {
        Mark(text: writer.mark, frames: frames.count, places: places.count)
    }

    func rollBack(to mark: Mark) {
        writer.rollBack(to: mark.text)
        frames.removeLast(frames.count - mark.frames)
        places.removeLast(places.count - mark.places)
    }

    /// Encodes the next value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The step that leads from the value in progress to this one, if there is one.
    func encode<Value: Encodable>(_ value: Value, at key: (any CodingKey)? = nil) throws {
        // Elements of arrays come by here: comparing types is cheaper than a dynamic cast. Each type is the one that was compared.
        if Value.self == String.self { return writer.string(unsafe unsafeBitCast(value, to: String.self)) }
        if Value.self == Int.self { return writer.integer(unsafe unsafeBitCast(value, to: Int.self)) }
        if Value.self == [String].self {
            return writer.array(unsafe unsafeBitCast(value, to: [String].self)) { $1.string($0) }
        }
        switch EncodingManner(of: value) {
        case .writesItself:
            if let writable = value as? any JSONWritable { writable.write(to: &writer) }
        case .hasNoOrder:
            frames.append(Frame(form: .scalar, key: key))
            if let unordered = value as? any UnorderedEncodable { try unordered.encodeInOrder(to: self) }
            closeFrame()
        case .ordinary:
            frames.append(Frame(key: key))
            try value.encode(to: ValueEncoder(stream: self, level: frames.count - 1))
            closeFrame()
        }
    }

    /// Writes the end of the innermost value; one that encoded nothing becomes an empty object.
    func closeFrame() {
        guard let frame = frames.popLast() else { return }
        switch frame.form {
        case .object: writer.endObject()
        case .array: writer.endArray()
        case .scalar: break
        case .undecided:
            writer.beginObject()
            writer.endObject()
        }
    }

    /// A stream whose text comes to stand here.
    ///
    /// - Parameters:
    ///   - key: The step that leads to it.
    ///   - form: What it is to hold; undecided for a `superEncoder`.
    func nested(at key: any CodingKey, form: Form) -> EncodingStream {
        let stream = EncodingStream(writer: JSONWriter(), userInfo: userInfo, path: path(to: frames.count - 1) + [key])
        switch form {
        case .object: stream.writer.beginObject()
        case .array: stream.writer.beginArray()
        case .undecided, .scalar: break
        }
        stream.frames.append(Frame(form: form, key: nil))
        places.append(Place(offset: writer.place(), stream: stream))
        return stream
    }

    /// Puts the text of every nested stream into its place.
    func fillPlaces() {
        guard let first = places.first?.offset else { return }
        var tail: [UInt8] = []
        var copied = first
        for place in places {
            tail.append(contentsOf: writer.bytes(copied..<place.offset))
            copied = place.offset
            while !place.stream.frames.isEmpty { place.stream.closeFrame() }
            place.stream.fillPlaces()
            tail.append(contentsOf: place.stream.writer.bytes)
        }
        tail.append(contentsOf: writer.bytes(copied..<writer.count))
        writer.replace(from: first, with: tail)
        places = []
    }

    /// The keys that lead to the value at that level.
    func path(to level: Int) -> [any CodingKey] {
        path + frames.prefix(level + 1).compactMap(\.key)
    }

    /// Makes the value at that level an object or an array, unless it is one already.
    func open(_ form: Form, at level: Int) {
        checkIsInnermost(level)
        switch (frames[level].form, form) {
        case (.undecided, .object): writer.beginObject()
        case (.undecided, .array): writer.beginArray()
        case (.object, .object), (.array, .array): return
        default: preconditionFailure("A value is encoded as one object, one array or one single value.")
        }
        frames[level].form = form
    }

    /// Writes the next member's name into the object at that level.
    func member(_ key: some CodingKey, at level: Int) {
        checkIsInnermost(level)
        #if DEBUG
            let isNew = frames[level].keys.insert(key.stringValue).inserted
            precondition(isNew, "An object names each member once; “\(key.stringValue)” is encoded twice.")
        #endif
        writer.key(named: key.stringValue)
    }

    /// Forgets a member that was taken back, so that it may be encoded again.
    func forget(_ key: some CodingKey, at level: Int) {
        #if DEBUG
            frames[level].keys.remove(key.stringValue)
        #endif
    }

    /// Counts one more element of the array at that level.
    ///
    /// - Returns: The element's position.
    func element(at level: Int) -> Int {
        checkIsInnermost(level)
        defer { frames[level].count += 1 }
        return frames[level].count
    }

    /// Checks that the value at that level may be written to: no member of it is in progress, and it is not over.
    @inline(__always)
    func checkIsInnermost(_ level: Int) {
        precondition(
            frames.count == level + 1,
            "A container is used while its own value is being encoded, and not from within a member."
        )
    }
}
