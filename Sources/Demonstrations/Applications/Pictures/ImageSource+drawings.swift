import Coordination

/// The alternative texts of the drawings in `Public/pictures`, by the path in that folder without the ending.
///
/// `Scripts/pictures/pictures.py` makes the files, and checks that each is named here.
let drawingTexts: [String: String] = decodeEmbedded(PackageResources.pictures_json, "pictures")

extension ImageSource {
    /// Creates a picture from a drawing, with its alternative text in the language of the client.
    ///
    /// - Parameters:
    ///   - name: The path in `Public/pictures` without the ending: `market/apples`.
    ///   - color: The color of a product that has a drawing for each.
    /// - Returns: The picture, or `nil` where there is no drawing.
    static func drawing(_ name: String, color: ShopColor? = nil) -> Self? {
        drawingTexts[name].map { text in
            let text = String(localized: LocalizedText(key: text))
            return .url(path(name, color?.code), alternative: color.map { "\(text), \($0.name)" } ?? text)
        }
    }

    /// Creates a picture from a drawing as a decoration, beside the name of what it depicts.
    ///
    /// - Parameters:
    ///   - name: The path in `Public/pictures` without the ending: `market/apples`.
    ///   - color: The code of the color of a product that has a drawing for each.
    /// - Returns: The picture, or `nil` where there is no drawing.
    static func decoration(_ name: String, color: ShopColor.Code? = nil) -> Self? {
        drawingTexts[name].map { _ in .url(path(name, color)) }
    }

    private static func path(_ name: String, _ color: ShopColor.Code?) -> String {
        "/pictures/\(name)\(color.map { "-\($0)" } ?? "").svg"
    }
}
