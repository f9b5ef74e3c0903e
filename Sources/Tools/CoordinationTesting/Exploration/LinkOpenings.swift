import JSON

/// The links that an exploration has opened, by guests and by users who have signed in.
///
/// A guest who opens a link to a screen for users must get there in the end: the application keeps the link in its state and opens
/// it after the sign-in, or says with a ``Rejection`` that it does not. Whether a link is kept can be seen in the state. If it is
/// the same as without the link, or as with a link that leads elsewhere, nothing remembers it.
struct LinkOpenings {
    /// A link that a guest has opened and that was not rejected.
    struct GuestOpening {
        let link: String
        /// The state in which it was opened.
        let node: Int
        /// The screen in front afterwards, with its link.
        let target: Target
        /// A hash of the state afterwards, or `nil` if the link has changed nothing.
        let state: UInt64?
    }

    /// A screen with its link.
    struct Target: Hashable {
        let screen: String
        let link: String?
    }

    private(set) var ofGuests: [GuestOpening] = []
    /// The screens that each link led to, for users who have signed in.
    private(set) var ofUsers: [String: Set<Target>] = [:]

    /// Adds a link that was not rejected.
    mutating func add(
        _ link: String,
        to state: NavigationState,
        from node: Int,
        _ before: NavigationState,
        _ application: Application
    ) {
        guard let focus = state.focus else { return }
        let target = Target(screen: focus.name, link: application.link(to: state))
        guard before.identity == nil else {
            // A link that is kept until a later step leaves the user where they are.
            if focus.key != before.focus?.key { ofUsers[link, default: []].insert(target) }
            return
        }
        let (old, new) = (application.hash(of: before), application.hash(of: state))
        ofGuests.append(GuestOpening(link: link, node: node, target: target, state: old == new ? nil : new))
    }

    /// Adds the link of a screen that a user has reached without it.
    mutating func add(place link: String, of screen: String) {
        if ofUsers[link] == nil { ofUsers[link] = [Target(screen: screen, link: link)] }
    }

    /// The openings by guests that led neither to where the link leads users, nor to a state that remembers it.
    ///
    /// A link that has led a guest anywhere is not among them, because a guest who is there already stays where they are.
    var lost: [GuestOpening] {
        let remembered = Set(ofGuests.filter { !isLost($0) }.map(\.link))
        return ofGuests.filter { ofUsers[$0.link] != nil && !remembered.contains($0.link) }
    }

    private func isLost(_ opening: GuestOpening) -> Bool {
        guard let targets = ofUsers[opening.link], !targets.contains(opening.target) else { return false }
        guard let state = opening.state else { return true }
        return ofGuests.contains { other in
            other.node == opening.node && other.state == state && ofUsers[other.link].map(targets.isDisjoint) ?? false
        }
    }

    /// The openings by guests that led to where the link leads users.
    var shown: [GuestOpening] { ofGuests.filter { ofUsers[$0.link]?.contains($0.target) ?? false } }
}

extension Exploration {
    /// Adds the mistakes of links that guests open.
    mutating func concludeLinks() {
        openPlaces()
        for opening in openings.lost {
            let screens = Set((openings.ofUsers[opening.link] ?? []).map { "'\($0.screen)'" }).sorted()
            add(
                .lostLink,
                opening.link,
                "A guest who opens the link '\(opening.link)' gets nowhere, although it leads a user who has signed in to \(screens.joined(separator: " or ")): keep it in the state of the application coordinator ('state.parked = link') and open it after the sign-in, or throw a Rejection.",
                at: opening.node,
                .link(opening.link)
            )
        }
        let (guests, users) = screensWithoutLinks()
        guard let guests else { return }
        for opening in openings.shown {
            let screen = opening.target.screen
            guard users.contains(screen), !guests.contains(screen) else { continue }
            add(
                .unguardedLink,
                opening.link,
                "The link '\(opening.link)' shows '\(screen)' to a guest, and only users who have signed in reach it without a link: open it only if 'identity' is not nil, and keep it in the state until then ('state.parked = link').",
                at: opening.node,
                .link(opening.link)
            )
        }
    }

    /// Opens the link that the wiring gives each screen of users, as a guest at the start.
    private mutating func openPlaces() {
        guard let start = nodes.first, start.state.identity == nil else { return }
        var known: Set<String> = []
        for place in frontier.places where place.isOfUser {
            guard let screen = place.position?.screen, let link = application.link(to: nodes[place.node].state),
                known.insert(screen).inserted, links[link] == nil
            else { continue }
            openings.add(place: link, of: screen)
            let context = Self.context(after: start)
            guard let step = try? application.apply(.link(link), to: start.state, at: context) else { continue }
            openings.add(link, to: step.state, from: 0, start.state, application)
        }
    }

    /// Returns the screens that guests and users reach without a link.
    ///
    /// Those of guests are `nil` if states that guests reach were left out, because a screen may be behind them.
    private func screensWithoutLinks() -> (guests: Set<String>?, users: Set<String>) {
        var reached: Set<Int> = [0]
        var next = [0]
        while let place = next.popLast() {
            for target in frontier.places[place].next where reached.insert(target).inserted { next.append(target) }
        }
        let places = reached.map { frontier.places[$0] }
        let ofGuests = places.filter { !$0.isOfUser }
        let isComplete = report.isComplete && ofGuests.allSatisfy { $0.leftOut == 0 }
        return (
            isComplete ? Set(ofGuests.compactMap { $0.position?.screen }) : nil,
            Set(places.filter(\.isOfUser).compactMap { $0.position?.screen })
        )
    }
}
