package import JSON

/// A writer of the JSON of elements and their parts.
struct PartWriter: MemberVisitor, ElementVisitor, ~Copyable {
    var json: JSONWriter
    /// The keys inside of the parts that are being written, if they are unique across all of these parts.
    var innerKeys: ElementKeys?

    mutating func value<Value: MemberValue>(
        _ name: StaticString,
        _ value: @autoclosure () -> Value,
        as schema: @autoclosure () -> MemberSchema,
        _ description: String?
    ) {
        value().write(member: name, to: &self)
    }

    /// Writes a part as an object.
    mutating func object(_ part: some ViewPart) {
        json.beginObject()
        part.visit(&self)
        json.endObject()
    }

    mutating func visit<Element: ContractElement>(_ element: Element) {
        json.member("kind", Element.kind)
        element.visit(&self)
    }

    /// Writes an element with its kind and, unless the client does without it, its fallback.
    mutating func element(_ element: any ViewElement, for client: ClientInfo, opening open: ((SealedText) -> String?)?)
    {
        let content = element.content
        json.beginObject()
        switch content {
        case .custom(let kind, let members):
            json.member("kind", kind)
            for member in members.members {
                json.key(named: member.key)
                json.value(member.value)
            }
        case .text(let text): visit(open.map(text.opened) ?? text)
        default: content.visit(&self)
        }
        if client.wantsFallback(of: content), let fallback = element.fallback {
            json.key("fallback")
            self.element(fallback, for: client, opening: open)
        }
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes an element of a screen with its kind and, unless the client does without it, its fallback.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - client: The client.
    ///   - open: Opens the sealed texts, or `nil` for bullets in their place.
    package mutating func element(
        _ element: any ViewElement,
        for client: ClientInfo = ClientInfo(),
        opening open: ((SealedText) -> String?)? = nil
    ) {
        write { $0.element(element, for: client, opening: open) }
    }

    /// Writes a picture.
    package mutating func picture(_ picture: ImageSource) { write { $0.object(picture) } }

    /// Writes a page of rows, with an address as its `next`.
    package mutating func page(_ page: RowPage) { write { $0.object(page) } }

    /// Writes with the writer of parts, into which this writer is moved until the closure returns.
    mutating func write(_ body: (inout PartWriter) -> Void) {
        var writer = PartWriter(json: self)
        body(&writer)
        self = writer.json
    }
}
