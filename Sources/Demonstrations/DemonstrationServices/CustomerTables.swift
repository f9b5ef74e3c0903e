public import ServiceDatabase

extension ServiceTables {
    /// The profiles, carts, orders and items of the users of the shipped applications.
    public static let customers = ServiceTables(
        "customers",
        sqlite: """
            CREATE TABLE customer (
                account TEXT PRIMARY KEY NOT NULL,
                profile TEXT NOT NULL,
                favorites TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE market_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
            CREATE TABLE shop_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
            \(numberedInSQLite("placed_order"))
            \(numberedInSQLite("purchase"))
            \(numberedInSQLite("created_item"))
            """,
        postgreSQL: """
            CREATE TABLE customer (
                account text COLLATE "C" PRIMARY KEY,
                profile text NOT NULL,
                favorites text NOT NULL
            );
            CREATE TABLE market_cart (account text COLLATE "C" PRIMARY KEY, document text NOT NULL);
            CREATE TABLE shop_cart (account text COLLATE "C" PRIMARY KEY, document text NOT NULL);
            \(numberedInPostgreSQL("placed_order"))
            \(numberedInPostgreSQL("purchase"))
            \(numberedInPostgreSQL("created_item"))
            """,
        copied: [
            .init("customer", key: "account", others: "profile", "favorites"),
            .init("market_cart", key: "account", others: "document"),
            .init("shop_cart", key: "account", others: "document"),
            .numbered("placed_order"), .numbered("purchase"), .numbered("created_item"),
        ]
    )
}
