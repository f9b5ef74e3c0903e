// The declarations of SwiftUI that Examples/swiftui uses, without what they do, so that the Swift compiler can check the types
// of the example on Linux. The signatures are Apple's, from its documentation, with simpler types for styles and formats.

@_exported import Foundation
@_exported import FoundationNetworking
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view of the framework, which has no body of its own.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError() }
}

public struct EmptyView: PrimitiveView { nonisolated public init() {} }

public struct AnyView: PrimitiveView { public init(_ view: some View) {} }

public struct TupleView<each Content: View>: PrimitiveView {}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

public struct ConditionalContent<First: View, Second: View>: PrimitiveView {}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> { fatalError() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> { fatalError() }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { self }
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Binding<Member> { fatalError() }
}

@propertyWrapper public struct State<Value> {
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { fatalError() }
    public init(wrappedValue: Value) {}
}

public func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

// MARK: - Texts and pictures

public struct Text: PrimitiveView {
    public init<S: StringProtocol>(_ content: S) {}
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {}
}

public protocol FormatStyle {
    associatedtype FormatInput
    associatedtype FormatOutput
}

public struct CurrencyFormat: FormatStyle {
    public typealias FormatInput = Double
    public typealias FormatOutput = String
}

extension FormatStyle where Self == CurrencyFormat {
    public static func currency(code: String) -> CurrencyFormat { CurrencyFormat() }
}

public struct Image: PrimitiveView { public init(systemName: String) {} }

public struct AsyncImage: PrimitiveView { public init(url: URL?) {} }

public struct Label: PrimitiveView { public init<S: StringProtocol>(_ title: S, systemImage: String) {} }

public struct ProgressView: PrimitiveView {
    public init() {}
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) {}
}

public struct ContentUnavailableView: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, systemImage: String, description: Text? = nil) {}
}

// MARK: - Controls

public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }

public struct Button<Content: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
}

extension Button where Content == Text {
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

public struct Toggle: PrimitiveView { public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {} }

public struct Stepper: PrimitiveView {
    public init<S: StringProtocol, V: Strideable>(_ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1) {}
}

public struct TextField: PrimitiveView { public init<S: StringProtocol>(_ title: S, text: Binding<String>) {} }

public struct SecureField: PrimitiveView { public init<S: StringProtocol>(_ title: S, text: Binding<String>) {} }

public struct Picker<Selection: Hashable, Content: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {}
}

// MARK: - Containers

public struct Group<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct List<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }

public struct Section<Content: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView { public init(@ViewBuilder content: () -> Content) {} }

public struct HorizontalAlignment: Sendable { public static let leading = HorizontalAlignment() }

public struct VStack<Content: View>: PrimitiveView {
    public init(alignment: HorizontalAlignment, @ViewBuilder content: () -> Content) {}
}

public struct Spacer: PrimitiveView { public init() {} }

public struct TabView<Selection: Hashable, Content: View>: PrimitiveView {
    public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Path, Root: View>: PrimitiveView {
    public init(path: Binding<Path>, @ViewBuilder root: () -> Root)
    where Path: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Path.Element: Hashable {}
}

// MARK: - Modifiers

public struct Font: Sendable {
    public static let headline = Font()
    public static let caption = Font()
}

public struct HierarchicalShapeStyle: Sendable {
    public static let primary = HierarchicalShapeStyle()
    public static let secondary = HierarchicalShapeStyle()
}

public struct ModifiedView<Content: View>: PrimitiveView {}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { ModifiedView<Self>() }
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { ModifiedView<Self>() }
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> some View { ModifiedView<Self>() }
    public func badge(_ label: Text?) -> some View { ModifiedView<Self>() }
    public func tag<V: Hashable>(_ tag: V) -> some View { ModifiedView<Self>() }
    public func navigationDestination<Data: Hashable, Content: View>(
        for data: Data.Type,
        @ViewBuilder destination: @escaping (Data) -> Content
    ) -> some View { ModifiedView<Self>() }
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { ModifiedView<Self>() }
    public func navigationBarBackButtonHidden(_ hides: Bool = true) -> some View { ModifiedView<Self>() }
    public func font(_ font: Font?) -> some View { ModifiedView<Self>() }
    public func foregroundStyle(_ style: HierarchicalShapeStyle) -> some View { ModifiedView<Self>() }
    public func disabled(_ disabled: Bool) -> some View { ModifiedView<Self>() }
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { ModifiedView<Self>() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedView<Self>() }
    public func onSubmit(_ action: @escaping () -> Void) -> some View { ModifiedView<Self>() }
}
