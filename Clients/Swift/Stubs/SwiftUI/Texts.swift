// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Texts, pictures, colors and shapes.

public struct Text: PrimitiveView, Equatable, Sendable {
    nonisolated public init(verbatim content: String) {}
    nonisolated public init<S: StringProtocol>(_ content: S) {}
    nonisolated public init(_ attributedContent: AttributedString) {}
    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func monospacedDigit() -> Text { self }
}

public struct Font: Hashable, Sendable {
    public enum TextStyle: CaseIterable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }

    public struct Weight: Hashable, Sendable {
        public static let semibold = Weight()
        public static let bold = Weight()
    }

    public static func system(_ style: Font.TextStyle, design: Font.Design? = nil, weight: Font.Weight? = nil) -> Font {
        Font()
    }
    public static func system(size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil) -> Font { Font() }
    public func weight(_ weight: Font.Weight) -> Font { self }

    public static let largeTitle = Font()
    public static let title = Font()
    public static let title2 = Font()
    public static let headline = Font()
    public static let footnote = Font()
    public static let caption2 = Font()
}

public struct Image: PrimitiveView, Equatable, Sendable {
    nonisolated public init(systemName: String) {}
    nonisolated public func resizable() -> Image { self }
}

public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)
    public var image: Image? { nil }
    public var error: (any Error)? { nil }
}

public struct AsyncImage<Content: View>: PrimitiveView {
    nonisolated public init(
        url: URL?,
        scale: CGFloat = 1,
        transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {}
}

public struct Label<Title: View, Icon: View>: PrimitiveView {
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: PrimitiveView {
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
}

// MARK: - Colors and shapes

public protocol ShapeStyle: Sendable {}

public struct Color: PrimitiveView, ShapeStyle, Hashable {
    nonisolated public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}
    nonisolated public init(uiColor: UIColor) {}
    nonisolated public func opacity(_ opacity: Double) -> Color { self }
    public static let clear = Color(red: 0, green: 0, blue: 0)
    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 0, green: 0, blue: 0)
    public static let red = Color(red: 0, green: 0, blue: 0)
    public static let primary = Color(red: 0, green: 0, blue: 0)
    public static let secondary = Color(red: 0, green: 0, blue: 0)
    public static var accentColor: Color { clear }
}

public struct Material: ShapeStyle {}

public struct BackgroundStyle: ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
    public static var bar: Material { Material() }
}

@MainActor @preconcurrency public protocol Shape: View, Sendable {}

@MainActor @preconcurrency public protocol InsettableShape: Shape {}

public struct Rectangle: InsettableShape, PrimitiveView { nonisolated public init() {} }

public struct Circle: InsettableShape, PrimitiveView { nonisolated public init() {} }

public struct Capsule: InsettableShape, PrimitiveView { nonisolated public init() {} }

public struct RoundedRectangle: InsettableShape, PrimitiveView { nonisolated public init(cornerRadius: CGFloat) {} }

extension Shape {
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { ModifiedView<Self>() }
}

extension InsettableShape {
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        ModifiedView<Self>()
    }
}
