// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Layout, events and accessibility.

public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }

public struct ScrollDismissesKeyboardMode: Sendable {
    public static var interactively: ScrollDismissesKeyboardMode { ScrollDismissesKeyboardMode() }
}

public struct ScrollIndicatorVisibility: Sendable {
    public static var visible: ScrollIndicatorVisibility { ScrollIndicatorVisibility() }
    public static var hidden: ScrollIndicatorVisibility { ScrollIndicatorVisibility() }
}

public struct SensoryFeedback: Equatable, Sendable { public static let error = SensoryFeedback() }

extension View {
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func padding(_ length: CGFloat) -> some View { ModifiedView<Self>() }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { ModifiedView<Self>() }
    nonisolated public func opacity(_ opacity: Double) -> some View { ModifiedView<Self>() }
    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func scaledToFit() -> some View { ModifiedView<Self>() }
    nonisolated public func clipShape<S: Shape>(_ shape: S) -> some View { ModifiedView<Self>() }
    nonisolated public func contentShape<S: Shape>(_ shape: S) -> some View { ModifiedView<Self>() }
    nonisolated public func background<S: ShapeStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func background<S: ShapeStyle, T: InsettableShape>(_ style: S, in shape: T) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge,
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func font(_ font: Font?) -> some View { ModifiedView<Self>() }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { ModifiedView<Self>() }
    nonisolated public func lineLimit(_ number: Int?) -> some View { ModifiedView<Self>() }
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { ModifiedView<Self>() }
    nonisolated public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func disabled(_ disabled: Bool) -> some View { ModifiedView<Self>() }
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { ModifiedView<Self>() }
    nonisolated public func listRowBackground<V: View>(_ view: V?) -> some View { ModifiedView<Self>() }
    nonisolated public func listRowSeparator(_ visibility: Visibility) -> some View { ModifiedView<Self>() }
    nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func scrollIndicators(_ visibility: ScrollIndicatorVisibility) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        ModifiedView<Self>()
    }
}

// MARK: - Events

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedView<Self>() }
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
        -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { ModifiedView<Self>() }
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { ModifiedView<Self>() }
}

// MARK: - Accessibility

public struct AccessibilityTraits: SetAlgebra, Sendable {
    public init() {}
    public static let isButton = AccessibilityTraits()
    public static let isLink = AccessibilityTraits()
    public static let isSelected = AccessibilityTraits()
    public static let isHeader = AccessibilityTraits()
    public static let isImage = AccessibilityTraits()
    public static let isToggle = AccessibilityTraits()
    public static let isSearchField = AccessibilityTraits()
    public static let updatesFrequently = AccessibilityTraits()

    public typealias Element = AccessibilityTraits
    public func contains(_ member: AccessibilityTraits) -> Bool { false }
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public mutating func insert(_ new: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits)
    { (true, new) }
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func update(with new: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func formUnion(_ other: AccessibilityTraits) {}
    public mutating func formIntersection(_ other: AccessibilityTraits) {}
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let contain = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}

public enum AccessibilityNotification {
    public struct Announcement {
        public init(_ announcement: AttributedString) {}
        public func post() {}
    }
}

public enum AccessibilitySpeechAnnouncementPriority: Sendable { case low, `default`, high }

extension AttributedString {
    /// In SwiftUI it is an attribute of a scope, which is read and set in the same way.
    public var accessibilitySpeechAnnouncementPriority: AccessibilitySpeechAnnouncementPriority? {
        get { nil }
        set {}
    }
}

extension View {
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { ModifiedView<Self>() }
    nonisolated public func accessibilityValue(_ value: Text) -> some View { ModifiedView<Self>() }
    nonisolated public func accessibilityHint(_ hint: Text) -> some View { ModifiedView<Self>() }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { ModifiedView<Self>() }
    nonisolated public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { ModifiedView<Self>() }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View {
        ModifiedView<Self>()
    }
}
