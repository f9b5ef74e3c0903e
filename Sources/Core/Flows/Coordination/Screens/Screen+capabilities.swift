extension ClientInfo {
    /// Returns whether the client can draw a screen.
    ///
    /// A client that says nothing of its ``screens`` and ``elements`` draws everything. Any other client draws a screen that it
    /// lists with this version or a higher one. It also draws a screen if it knows all its elements, or their fallbacks.
    public func canDraw(_ screen: any Screen) -> Bool {
        guard screens != nil || elements != nil else { return true }
        let kind = type(of: screen)
        if let known = screens?[kind.name], known >= kind.version { return true }
        guard view ?? true else { return false }
        let elements = screen.view.elements
        return !elements.isEmpty && elements.allSatisfy { drawable($0) != nil }
    }

    /// Returns an element or the first of its fallbacks that the client knows, or `nil` if it knows none of them.
    package func drawable(_ element: any ViewElement) -> (any ViewElement)? {
        guard let elements else { return element }
        return sequence(first: element) { $0.fallback }.first { element in
            elements.contains(element.content.name) && (elements.contains("file") || !element.content.takesFiles)
        }
    }

    /// Returns whether the client gets the fallback of an element of the contract, or of one that it lists.
    ///
    /// An element of another kind always comes with its fallback, because the client may not know it.
    package func wantsFallback(of content: ElementContent) -> Bool {
        guard fallbacks == false else { return true }
        guard case .custom = content else { return false }
        return elements?.contains(content.name) != true
    }

    /// Returns whether the client is of an older version than another, number by number.
    ///
    /// It is `false` for an unknown version.
    ///
    /// ```swift
    /// guard !client.isOlder(than: "2.1") else { return setRoot(UpdateRequired()) }
    /// ```
    public func isOlder(than version: String) -> Bool {
        guard let own = self.version else { return false }
        let (numbers, others) = (Self.numbers(of: own), Self.numbers(of: version))
        for index in 0..<max(numbers.count, others.count) {
            let number = index < numbers.count ? numbers[index] : 0
            let other = index < others.count ? others[index] : 0
            if number != other { return number < other }
        }
        return false
    }

    /// The numbers of a version such as `2.10.1`, up to the first part that is none.
    private static func numbers(of version: String) -> [Int] {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        return parts.prefix { $0 != nil }.compactMap(\.self)
    }
}

extension ElementContent {
    /// Whether it is a form with a field for files, which not every client that draws forms can upload.
    fileprivate var takesFiles: Bool {
        if case .form(let form) = self { form.fields.contains { $0.fileRules != nil } } else { false }
    }
}

extension Router {
    /// Returns the screen, the first of its fallbacks that the client can draw, or the request to update the client.
    func drawable(_ screen: any Screen) -> any Screen {
        let client = context.client
        guard !client.canDraw(screen) else { return screen }
        return sequence(first: screen) { $0.fallback }.first(where: client.canDraw) ?? UpdateRequired()
    }
}
