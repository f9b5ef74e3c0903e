import UsherClient

/// The containers of a state as a window shows them: its content, and the modals above it.
public struct WindowLayout: Sendable, Hashable {
    /// The content of the window.
    public let content: ContainerLayout
    /// The modals, with the front one last.
    ///
    /// A modal that only asks a question is none of them, because its question is drawn alone.
    public let modals: [ModalLayout]
    /// The question above everything else, by the element and its name.
    public let question: PlacedElement?
    /// The motion from the layout before.
    public internal(set) var motion = Motion.none
}

/// A container as a window shows it.
public indirect enum ContainerLayout: Sendable, Hashable {
    /// Screens above each other.
    case stack(StackLayout)
    /// Containers beside each other, with one selected.
    case tabs(TabsLayout)

    /// The key of the container.
    public var key: String {
        switch self {
        case .stack(let stack): stack.key
        case .tabs(let tabs): tabs.key
        }
    }

    /// The key of the screen in front, or `nil` in an empty container.
    public var front: String? {
        switch self {
        case .stack(let stack): stack.front
        case .tabs(let tabs): tabs.tabs.first { $0.key == tabs.selected }?.content?.front
        }
    }

    /// The stack in front, or `nil` in tabs without a content.
    public var frontStack: StackLayout? {
        switch self {
        case .stack(let stack): stack
        case .tabs(let tabs): tabs.tabs.first { $0.key == tabs.selected }?.content?.frontStack
        }
    }
}

/// A stack of screens, as a navigation stack with a root and a path has it.
public struct StackLayout: Sendable, Hashable {
    /// The key of the stack.
    public let key: String
    /// The key of the lowest screen.
    public let root: String?
    /// The keys of the screens above it, with the front one last.
    public let path: [String]

    /// The key of the screen in front, or `nil` in an empty stack.
    public var front: String? { path.last ?? root }
    /// The keys of all screens, the root first.
    public var screens: [String] { (root.map { [$0] } ?? []) + path }

    /// The screen directly below another one, or `nil` for the root.
    public func screen(below key: String) -> String? {
        guard let index = screens.firstIndex(of: key), index > 0 else { return nil }
        return screens[index - 1]
    }
}

/// Tabs with a selected one.
public struct TabsLayout: Sendable, Hashable {
    /// The key of the tabs.
    public let key: String
    /// The tabs in their order.
    public let tabs: [TabLayout]
    /// The key of the selected tab.
    public let selected: String?
}

/// A tab with its content.
public struct TabLayout: Sendable, Hashable, Identifiable {
    /// The key of the tab.
    public let key: String
    /// The words that name the tab.
    public let title: String
    /// The picture of the tab.
    public let image: ImageElement
    /// A short mark, such as a number.
    public let badge: String?
    /// The content, or `nil` for a tab that was never selected.
    public let content: ContainerLayout?

    /// The key of the tab.
    public var id: String { key }
}

/// A modal with its content.
public struct ModalLayout: Sendable, Hashable, Identifiable {
    /// The ways to present a modal.
    public enum Presentation: Sendable, Hashable {
        /// A sheet, below which a part of the screen stays visible.
        case sheet
        /// A cover of the whole screen.
        case cover
    }

    /// The key of the modal.
    public let key: String
    /// The way to present it.
    public let presentation: Presentation
    /// The way in which the user may close it.
    public let dismissal: WayOut
    /// The name of the transition with which it appears, or `nil` for the usual one.
    public let transition: String?
    /// The content of the modal.
    public let content: ContainerLayout

    /// The key of the modal.
    public var id: String { key }
}

/// The ways in which a gesture can leave a screen or a modal.
public enum WayOut: Sendable, Hashable {
    /// The system may do it by itself, by a swipe for example, and reports it then.
    case free
    /// The user is asked first, so the system must not do it by itself.
    case asks
    /// It is not possible.
    case none
}

extension ContainerLayout {
    init(_ container: Container, _ overlay: GestureOverlay) {
        switch container.kind {
        case .tabs:
            let tabs = container.routes.map { route in
                TabLayout(
                    key: route.key,
                    title: route.title ?? route.name,
                    image: route.image.map(ImageElement.init) ?? ImageElement(symbol: "list"),
                    badge: route.badge.flatMap { $0.isEmpty ? nil : $0 },
                    content: route.container.map { ContainerLayout($0, overlay) }
                )
            }
            let selected = container.selected?.key
            self = .tabs(TabsLayout(key: container.key, tabs: tabs, selected: overlay.tab(of: container) ?? selected))
        case .stack, .other:
            let keys = overlay.screens(of: container) ?? container.screens
            self = .stack(StackLayout(key: container.key, root: keys.first, path: Array(keys.dropFirst())))
        }
    }
}

extension Container {
    /// The keys of a stack up to the screen in front.
    var screens: [String] { routes.prefix(index + 1).map(\.key) }

    /// The stack of a key inside of the container.
    func stack(of key: String) -> Container? {
        if self.key == key, kind != .tabs { return self }
        return routes.lazy.compactMap { $0.container?.stack(of: key) }.first
    }

    /// The tabs with a tab of a key.
    func tabs(with key: String) -> Container? {
        if kind == .tabs, routes.contains(where: { $0.key == key }) { return self }
        return routes.lazy.compactMap { $0.container?.tabs(with: key) }.first
    }
}

extension NavigationState {
    /// The stack of a key in the window or in a modal.
    func stack(of key: String) -> Container? {
        navigation.stack(of: key) ?? modals.lazy.compactMap { $0.container.stack(of: key) }.first
    }

    /// The tabs with a tab of a key.
    func tabs(with key: String) -> Container? {
        navigation.tabs(with: key) ?? modals.lazy.compactMap { $0.container.tabs(with: key) }.first
    }

    /// The way back from a screen.
    ///
    /// - Parameters:
    ///   - screen: The key of the screen.
    ///   - remembered: Whether a covered screen had a way back when it was in front last, if it was.
    /// - Returns: The way back.
    func wayBack(from screen: String, remembered: Bool?) -> WayOut {
        guard screen == focus else {
            let isRoot = stack.first == screen
            return remembered ?? !isRoot ? .free : .none
        }
        guard gestures.back != nil || gestures.leave != nil else { return .none }
        let name = gestures.back == nil ? "leave" : "back"
        return gestures.question?.gestures.contains(name) == true ? .asks : .free
    }

    /// The way in which a modal can be closed.
    ///
    /// - Parameters:
    ///   - modal: The modal.
    ///   - hasUnsentText: Whether the user has typed text into it and not sent it.
    /// - Returns: The way in which it can be closed.
    func dismissal(of modal: Modal, hasUnsentText: Bool) -> WayOut {
        guard modal.isDismissible, modal.key == modals.last?.key, gestures.dismiss != nil else { return .none }
        return hasUnsentText || gestures.question?.gestures.contains("dismiss") == true ? .asks : .free
    }
}
