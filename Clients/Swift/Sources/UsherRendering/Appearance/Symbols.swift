/// The pictures of symbols on Apple platforms.
public enum Symbols {
    /// The picture of a symbol that this version does not know.
    public static let unknown = "diamond"

    /// The name of the SF Symbol for a symbol of the contract.
    ///
    /// - Parameter name: A name for a meaning, such as `cart`.
    /// - Returns: A name of SF Symbols. A symbol of the application's own gets a neutral shape.
    public static func systemName(of name: String?) -> String {
        name.flatMap { table[$0] } ?? unknown
    }

    /// Whether a picture points where the text runs, and is mirrored with it.
    public static func isDirectional(_ name: String) -> Bool { name == "forward" || name == "back" }

    private static let table = [
        "bag": "bag", "bell": "bell", "book": "book", "calendar": "calendar", "card": "creditcard", "cart": "cart",
        "checkmark": "checkmark", "clock": "clock", "close": "xmark", "doc": "doc.text", "envelope": "envelope",
        "filter": "line.3.horizontal.decrease", "gear": "gearshape", "heart": "heart", "house": "house",
        "info": "info.circle", "list": "list.bullet", "lock": "lock", "map": "map", "minus": "minus",
        "pencil": "pencil", "person": "person", "phone": "iphone", "photo": "photo", "pin": "mappin", "plus": "plus",
        "search": "magnifyingglass", "share": "square.and.arrow.up", "star": "star", "tag": "tag", "trash": "trash",
        "warning": "exclamationmark.triangle", "pause": "pause.fill", "play": "play.fill",
        "back": "chevron.backward", "forward": "chevron.forward",
        // Synonyms that applications use, too.
        "add": "plus", "check": "checkmark", "creditcard": "creditcard", "home": "house", "location": "mappin",
        "mail": "envelope", "settings": "gearshape", "user": "person", "xmark": "xmark",
    ]

    /// The names of the contract.
    static let names = [
        "bag", "bell", "book", "calendar", "card", "cart", "checkmark", "clock", "close", "doc", "envelope", "filter",
        "gear", "heart", "house", "info", "list", "lock", "map", "minus", "pencil", "person", "phone", "photo", "pin",
        "plus", "search", "share", "star", "tag", "trash", "warning",
    ]
}
