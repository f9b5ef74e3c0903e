#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherClient
import UsherRendering

/// Draws an application of a server: its containers, its screens, and the pages about its session.
///
/// ```swift
/// struct ContentView: View {
///     @State private var model = RenderingModel(session, server: server)
///
///     var body: some View {
///         UsherView(model)
///             .usherScreen("seatPlan") { (props: SeatPlanProps, report) in
///                 SeatPlan(props.seats) { report(SeatPlanOutput.seatSelected($0)) }
///             }
///             .onOpenURL { model.open($0.absoluteString) }
///     }
/// }
/// ```
///
/// It opens the session when it appears and closes it when it goes away. It was checked against the declarations of SwiftUI
/// and has never been run on an Apple platform.
public struct UsherView: View {
    private let model: RenderingModel
    private let link: String?
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.horizontalSizeClass) private var sizeClass
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    /// Creates a view of a session.
    ///
    /// - Parameters:
    ///   - model: The session.
    ///   - link: The link to open, such as the link of a notification that has started the app.
    public init(_ model: RenderingModel, link: String? = nil) {
        self.model = model
        self.link = link
    }

    /// The content of the window.
    public var body: some View {
        PageView()
            .usherEnvironment(model)
            .task {
                connect()
                await model.run(link: link)
            }
            .onChange(of: scenePhase) { follow(scenePhase) }
            .onChange(of: sizeClass, initial: true) { model.isWide = sizeClass == .regular }
            .onChange(of: reducesMotion) { connect() }
            .rejectionFeedback(model.rejections)
    }

    /// Gives the model the animations and the screen reader of the system.
    private func connect() {
        let animation: Animation? = reducesMotion ? nil : .default
        model.animate = { motion, change in
            guard motion == .none else { return withAnimation(animation, change) }
            var transaction = Transaction()
            transaction.disablesAnimations = true
            withTransaction(transaction, change)
        }
        model.announce = { announcement in
            var text = AttributedString(announcement.text)
            text.accessibilitySpeechAnnouncementPriority = announcement.isUrgent ? .high : .default
            AccessibilityNotification.Announcement(text).post()
        }
    }

    /// Stores what waits before the system may end the app, and tries lost requests again when it is back.
    private func follow(_ phase: ScenePhase) {
        let session = model.session.session
        Task {
            switch phase {
            case .background: await session.store()
            case .active: await session.retry()
            default: break
            }
        }
    }
}

extension View {
    /// The environment of all views of a session, which sheets get anew.
    func usherEnvironment(_ model: RenderingModel) -> some View {
        environment(model)
            .environment(\.locale, model.figures.locale)
            .environment(\.timeZone, model.timeZone)
            .environment(\.calendar, model.figures.calendar)
            .environment(\.layoutDirection, model.direction == .rightToLeft ? .rightToLeft : .leftToRight)
    }

    /// Lets the user feel that a tap was rejected.
    @ViewBuilder
    fileprivate func rejectionFeedback(_ rejections: Int) -> some View {
        #if os(visionOS)
        self
        #else
        sensoryFeedback(.error, trigger: rejections)
        #endif
    }
}
#endif
