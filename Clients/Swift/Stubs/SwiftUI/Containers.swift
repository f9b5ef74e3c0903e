// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Containers, and what they are presented with.

public struct Group<Content> {}

extension Group: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The initializer behind the others, which is none of SwiftUI's.
    nonisolated public init(_ data: Data) {}
}

extension ForEach: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID { self.init(data) }
    nonisolated public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data)
    }
}

public struct List<SelectionValue, Content: View>: PrimitiveView {}

extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {}
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView {
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct VStack<Content: View>: PrimitiveView {
    nonisolated public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct LazyHStack<Content: View>: PrimitiveView {
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct GridItem: Sendable {
    public enum Size: Sendable { case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity) }
    public init(_ size: Size, spacing: CGFloat? = nil) {}
}

public struct LazyVGrid<Content: View>: PrimitiveView {
    nonisolated public init(
        columns: [GridItem],
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct ScrollView<Content: View>: PrimitiveView {
    nonisolated public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
}

public struct Divider: PrimitiveView { nonisolated public init() {} }

public struct Spacer: PrimitiveView { nonisolated public init(minLength: CGFloat? = nil) {} }

public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
    public static let trailing = HorizontalAlignment()
}

public struct VerticalAlignment: Equatable, Sendable {
    public static let center = VerticalAlignment()
}

public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let top = Alignment()
    public static let topTrailing = Alignment()
}

public enum HorizontalEdge: Sendable { case leading, trailing }

public enum VerticalEdge: Sendable { case top, bottom }

public struct EdgeInsets: Equatable, Sendable {
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {}
}

public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Edge.Set(rawValue: 15)
        public static let horizontal = Edge.Set(rawValue: 1)
        public static let vertical = Edge.Set(rawValue: 2)
    }
}

public protocol TimelineSchedule: Sendable {}
public struct PeriodicTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule { Self() }
}

public struct TimelineViewDefaultContext: Sendable {}

public struct TimelineView<Schedule: TimelineSchedule, Content> {}

extension TimelineView: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
    nonisolated public init(
        _ schedule: Schedule,
        @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
}

// MARK: - Navigation

public struct TabView<SelectionValue: Hashable, Content: View>: PrimitiveView {
    nonisolated public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Data, Root: View>: PrimitiveView {
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
}

public struct NavigationPath {}

@MainActor @preconcurrency public protocol ToolbarContent {}

@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> some ToolbarContent {
        ToolbarItemGroup<EmptyView>()
    }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}

extension Optional: ToolbarContent where Wrapped: ToolbarContent {}

public struct ToolbarItemPlacement: Sendable {
    public static let topBarLeading = ToolbarItemPlacement()
    public static let topBarTrailing = ToolbarItemPlacement()
    public static let principal = ToolbarItemPlacement()
}

public struct ToolbarItem<ID, Content: View>: ToolbarContent {}

extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    nonisolated init() {}
    nonisolated public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
}

public struct ToolbarPlacement: Sendable {
    public static var navigationBar: ToolbarPlacement { ToolbarPlacement() }
    public static var tabBar: ToolbarPlacement { ToolbarPlacement() }
}

public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }

public enum NavigationBarItem {
    public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

extension View {
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { ModifiedView<Self>() }
    nonisolated public func badge(_ label: Text?) -> some View { ModifiedView<Self>() }
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func navigationTitle(_ title: Text) -> some View { ModifiedView<Self>() }
    nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func alert<A: View, M: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func confirmationDialog<A: View, M: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { ModifiedView<Self>() }
    nonisolated public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing,
        allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View { ModifiedView<Self>() }
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        ModifiedView<Self>()
    }
}
