import Coordination

extension KanjiStorage {
    /// The kanji that come with the application, of the two easiest levels of the Japanese-Language Proficiency Test.
    public static let shipped: KanjiStorage = {
        let bytes = PackageResources.kanji_json
        do {
            // The limits are for what clients send; this is our own.
            let limits = JSONLimits(bytes: bytes.count, nodes: .max)
            return KanjiStorage(try JSONCoding.decode([Kanji].self, parsing: bytes, limits: limits))
        } catch {
            preconditionFailure("The kanji that come with the application can't be read: \(error)")
        }
    }()
}
