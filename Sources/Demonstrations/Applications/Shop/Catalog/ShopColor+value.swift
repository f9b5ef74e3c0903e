extension ShopColor {
    /// The color in the drawings, as `#rrggbb`, or `nil` for a color without drawings.
    ///
    /// `Scripts/pictures/pictures.py check` compares the values with the drawings.
    var value: String? { Self.values[code] }

    private static let values: [Code: String] = [
        "c04": "#6a7840",
        "c07": "#d4bc91",
        "c11": "#c85c36",
        "c18": "#414642",
        "c21": "#24546b",
        "c30": "#f4f5f4",
    ]
}
