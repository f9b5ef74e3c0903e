#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherClient
import UsherRendering

/// The views of the app's own for screens, by their names.
struct NativeScreens: Sendable {
    /// Makes the view of a screen, or `nil` if its props have another form.
    typealias Builder = @MainActor @Sendable (Screen, ScreenReporter) -> AnyView?

    var builders: [String: Builder] = [:]

    @MainActor
    func view(of screen: Screen, model: RenderingModel) -> AnyView? {
        builders[screen.name]?(screen, ScreenReporter(screen: screen.key, model: model))
    }
}

/// The view of the app's own for pictures, if it has one.
struct PictureBuilder: Sendable {
    var build: (@MainActor @Sendable (URL) -> AnyView)?
}

private struct NativeScreensKey: EnvironmentKey {
    static let defaultValue = NativeScreens()
}

private struct PictureBuilderKey: EnvironmentKey {
    static let defaultValue = PictureBuilder()
}

extension EnvironmentValues {
    var nativeScreens: NativeScreens {
        get { self[NativeScreensKey.self] }
        set { self[NativeScreensKey.self] = newValue }
    }

    var pictureBuilder: PictureBuilder {
        get { self[PictureBuilderKey.self] }
        set { self[PictureBuilderKey.self] = newValue }
    }
}

extension View {
    /// Draws the screens of a name by a view of the app's own, with their props as a type that `usher types` writes.
    ///
    /// ```swift
    /// UsherView(model)
    ///     .usherScreen("kanjiDetail") { (props: KanjiDetailProps, report) in
    ///         KanjiView(props.kanji) { report(KanjiDetailOutput.wordSelected($0)) }
    ///     }
    /// ```
    ///
    /// Name the screen with its version in ``UsherClient/ClientDescription``, too, so that older servers and later types fit:
    /// `ClientDescription.drawing(screens: ["kanjiDetail": 1])`. A screen with props of another form is drawn by its elements.
    ///
    /// - Parameters:
    ///   - name: The name of the screens.
    ///   - content: Makes the view of the props, and of the function that reports outputs.
    /// - Returns: A view that draws these screens so.
    public func usherScreen<Props: Decodable, Content: View>(
        _ name: String,
        @ViewBuilder content: @escaping @MainActor @Sendable (Props, ScreenReporter) -> Content
    ) -> some View {
        transformEnvironment(\.nativeScreens) { screens in
            screens.builders[name] = { screen, report in
                guard let props = try? (screen.props ?? .object([:])).decode(as: Props.self) else { return nil }
                return AnyView(content(props, report))
            }
        }
    }

    /// Draws the pictures of screens by a view of the app's own, such as one that has a cache or reads SVG.
    ///
    /// SwiftUI loads pictures in the formats of the system, and SVG is none of them.
    ///
    /// - Parameter content: Makes the view of an address.
    /// - Returns: A view that draws pictures so.
    public func usherPictures<Content: View>(
        @ViewBuilder _ content: @escaping @MainActor @Sendable (URL) -> Content
    ) -> some View {
        environment(\.pictureBuilder, PictureBuilder { AnyView(content($0)) })
    }
}
#endif
