extension Screen {
    /// The title in the language in which the state is being drawn.
    ///
    /// A title of every instance can't hold values, so it is looked up. A title of this instance was translated when it was
    /// computed.
    package var drawnTitle: String {
        let title = title
        return title == Self.title ? LocalizedText(key: title).description : title
    }
}
