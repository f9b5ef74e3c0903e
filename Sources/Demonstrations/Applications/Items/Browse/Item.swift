/// An entry of the item list.
public struct Item: Codable, Equatable, Sendable {
    /// The number of an item, unique in its list.
    public typealias ID = Int

    /// The number that identifies the item.
    public var id: ID
    /// The display name.
    public var title: String
    /// The category, or `nil` when the user chose none.
    public var category: String?
    /// A note, or `nil` when the user wrote none.
    public var note: String?

    /// Creates an item.
    public init(id: ID, title: String, category: String? = nil, note: String? = nil) {
        self.id = id
        self.title = title
        self.category = category
        self.note = note
    }
}
