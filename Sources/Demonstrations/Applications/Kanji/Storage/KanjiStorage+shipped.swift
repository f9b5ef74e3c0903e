extension KanjiStorage {
    /// The bundled kanji, of the two easiest levels of the Japanese-Language Proficiency Test.
    public static let shipped = KanjiStorage(decodeEmbedded(PackageResources.kanji_json, "kanji"))
}
