// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Controls.

public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    nonisolated public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label)
    {}
}

extension Button where Label == Text {
    nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

public struct ShareLink: PrimitiveView {
    nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil) {}
}

public struct Toggle<Label: View>: PrimitiveView {
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}

public struct Stepper<Label: View>: PrimitiveView {
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}

public struct TextField<Label: View>: PrimitiveView {
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {}
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {}
}

public struct SecureField<Label: View>: PrimitiveView {
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {}
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {
    nonisolated public init(
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {}
}

public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let date = DatePickerComponents(rawValue: 1)
}

public struct DatePicker<Label: View>: PrimitiveView {
    nonisolated public init(
        selection: Binding<Date>,
        displayedComponents: DatePickerComponents,
        @ViewBuilder label: () -> Label
    ) {}
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView {}
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {}
}

public struct LabeledContent<Label, Content> {}

extension LabeledContent: View where Label: View, Content: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

public enum Axis: Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Axis.Set(rawValue: 1)
        public static let vertical = Axis.Set(rawValue: 2)
    }
}

// MARK: - Styles

public protocol PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: Self { Self() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }

public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle {}
extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: Self { Self() } }

public protocol ProgressViewStyle {}
public struct LinearProgressViewStyle: ProgressViewStyle {}
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { Self() } }

public protocol ListStyle {}
public struct InsetGroupedListStyle: ListStyle {}
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: Self { Self() } }

public struct ButtonBorderShape: Equatable, Sendable { public static let capsule = ButtonBorderShape() }

public enum ControlSize: CaseIterable, Sendable { case mini, small, regular, large, extraLarge }

public struct SubmitLabel: Sendable {
    public static var search: SubmitLabel { SubmitLabel() }
    public static var send: SubmitLabel { SubmitLabel() }
    public static var next: SubmitLabel { SubmitLabel() }
}

public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
    public static var words: TextInputAutocapitalization { TextInputAutocapitalization() }
    public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization() }
    public static var characters: TextInputAutocapitalization { TextInputAutocapitalization() }
}

public protocol TextSelectability { static var allowsSelection: Bool { get } }
public struct EnabledTextSelectability: TextSelectability { public static let allowsSelection = true }
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: Self { Self() } }

extension View {
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { ModifiedView<Self>() }
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View { ModifiedView<Self>() }
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { ModifiedView<Self>() }
    nonisolated public func labelsHidden() -> some View { ModifiedView<Self>() }
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { ModifiedView<Self>() }
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { ModifiedView<Self>() }
    nonisolated public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View
    {
        ModifiedView<Self>()
    }
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { ModifiedView<Self>() }
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { ModifiedView<Self>() }
    nonisolated public func onSubmit(_ action: @escaping (() -> Void)) -> some View { ModifiedView<Self>() }
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        ModifiedView<Self>()
    }
    nonisolated public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding,
        equals value: Value
    ) -> some View { ModifiedView<Self>() }
}
