/// Something on the list.
public struct Item: Codable, Equatable, Sendable {
    /// The number of an item, unique in its list.
    public typealias ID = Int

    /// Its number.
    public var id: ID
    /// What it is called.
    public var title: String
    /// What kind of thing it is.
    public var category: String?
    /// What else there is to say.
    public var note: String?

    /// Describes an item.
    public init(id: ID, title: String, category: String? = nil, note: String? = nil) {
        self.id = id
        self.title = title
        self.category = category
        self.note = note
    }
}
