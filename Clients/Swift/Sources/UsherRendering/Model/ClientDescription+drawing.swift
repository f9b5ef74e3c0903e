import Foundation
import UsherClient

extension ClientDescription {
    /// A description of an app that draws all kinds of elements, and some screens by views of its own.
    ///
    /// ```swift
    /// ClientDescription.drawing(platform: "ios", version: "2.1", screens: ["kanjiDetail": 1])
    /// ```
    ///
    /// - Parameters:
    ///   - platform: The platform, such as `ios`.
    ///   - version: The version of the app.
    ///   - screens: The screens for which the app has a view of its own, with the version of each.
    ///   - locale: The language and region of the user, as a tag of BCP 47.
    ///   - timeZone: The time zone, as a name of the IANA database.
    /// - Returns: The description, with which states have no fallbacks of kinds that the library draws.
    public static func drawing(
        platform: String? = nil,
        version: String? = nil,
        screens: [String: Int] = [:],
        locale: String? = Locale.preferredLanguages.first,
        timeZone: String? = TimeZone.current.identifier
    ) -> ClientDescription {
        ClientDescription(
            platform: platform,
            version: version,
            locale: locale,
            timeZone: timeZone,
            screens: screens.isEmpty ? nil : screens,
            elements: Element.kinds,
            fallbacks: false
        )
    }
}
