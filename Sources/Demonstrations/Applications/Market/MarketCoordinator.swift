import AccountFlows
import Coordination

/// The root of the `market` application: three launch services one after the other, then the tabs.
///
/// It owns the ``Shopper``: account, favorites, cart and city. It shares the value with every flow and updates every
/// screen that shows it. Outputs that change the shopper bubble up to this coordinator.
final class MarketCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        /// The user of this session, shared with every flow.
        var shopper = Shopper()
        /// Whether the launch has checked the account of the session.
        var isAuthorizationChecked = false
        var storiesWereShown = false
        var onboardingWasShown = false
        /// Whether a link was opened before the stories and the question for the city, which then come later.
        ///
        /// `nil` means no.
        var questionsArePostponed: Bool?
        /// The session's variant of the cities screen, stored so that new shares of the experiment do not change it.
        var look: CitiesVariant?
        /// A deep link that waits for the end of the launch, or for the account's data.
        var parked: MarketLink?
        /// A change of a favorite that waits for a log-in.
        var wanted: Favorite?
        /// Whether the groceries in the cart are added to the cart of the account once that is loaded.
        var bringsCart = false
        /// The cart of the account as it was saved last, or `nil` until it is loaded.
        var savedCart: Cart?
        /// The cart that is being saved, and the later one that waits, or `nil` for none.
        var cartSaves: SaveQueue<SaveCart>?
        /// The changes of favorites that are not saved yet, or `nil` for none.
        var favoriteSaves: SaveQueue<SaveFavorite>?
        /// Whether the account's data could not be loaded and is requested again, or `nil` for no.
        var isRetrying: Bool?
    }
    typealias Factory = any MarketFactory

    private enum Launch { case authorization, stories, onboarding, main }

    private var launch: Launch {
        LaunchInstructor(otherwise: .main) {
            [
                .needs(.authorization, unless: state.isAuthorizationChecked),
                .needs(.stories, unless: state.storiesWereShown || state.questionsArePostponed == true),
                .needs(.onboarding, unless: state.onboardingWasShown || state.questionsArePostponed == true),
            ]
        }.launch
    }

    private var tabs: MarketTabBarCoordinator? { child(MarketTabBarCoordinator.self) }

    static let version = 3
    static let migrations: [Migration] = [
        // Version 2 spells “favorites” as American English does.
        Migration(from: 1) { flow in
            flow.state.updateMember("shopper") { shopper in
                shopper.updateMember("customer") { $0.renameMember("favourites", to: "favorites") }
            }
            flow.state.updateMember("parked") { $0.renameMember("favourites", to: "favorites") }
            flow.updateEffects("keepFavourite") { $0.renameMember("favourite", to: "favorite") }
            flow.renameEffect("keepFavourite", to: "saveFavorite")
        },
        // Version 3 saves the cart of an account. A cart that was filled before is added to it.
        Migration(from: 2) { flow in
            flow.state.setMember("bringsCart", to: true)
        },
    ]

    func start() {
        state.look = state.look ?? factory.citiesLooks.variant(for: session)
        switch launch {
        case .authorization:
            let account = state.shopper.account?.id
            run(AuthorizationCoordinator.self, with: .init(account: account), in: .root(transition: .fade))
        case .stories:
            // Without stories the flow finishes at once.
            run(StoriesCoordinator.self, with: .init(), in: .root(transition: .crossDissolve))
        case .onboarding:
            let city = state.shopper.city
            run(
                DeliveryCityCoordinator.self,
                with: .init(city: city, isSkippable: true),
                in: .root(transition: .push)
            )
        case .main:
            run(MarketTabBarCoordinator.self, in: .root(transition: "straightLine"))
        }
    }

    static let wiring: Wiring<MarketCoordinator> = [
        .letsAgentsNavigate(),
        // A restart at this anchor keeps the cart, the city and the account, but the account is checked again.
        .anchor(
            .restart { storage in
                State(
                    shopper: storage["shopper"] ?? Shopper(),
                    storiesWereShown: storage["storiesWereShown"] ?? false,
                    onboardingWasShown: storage["onboardingWasShown"] ?? false,
                    look: storage["look"],
                    parked: storage["parked"],
                    bringsCart: storage["bringsCart"] ?? false
                )
            }
        ),
        .keeps(\.isAuthorizationChecked),
        .keeps(\.storiesWereShown),
        .keeps(\.onboardingWasShown),
        .keeps(\.questionsArePostponed),
        .keeps(\.look),
        .shares { $0.shopper },
        .shares { $0.look },
        .on(finish: AuthorizationCoordinator.self) { $0.checked($1) },
        .on(finish: StoriesCoordinator.self) { $0.storiesFinished() },
        .on(finish: DeliveryCityCoordinator.self) { $0.chose($1) },
        .on(finish: AuthCoordinator.self) { $0.loggedIn($1) },
        .on(LoadCustomer.self) { $0.loaded($1) },
        .on(failure: LoadCustomer.self) { flow, _ in flow.reloadLater() },
        .on(timer: "reload") { $0.load() },
        .on(ProductCard.quantityChanged) { try $0.change($1) }
            .forAgents("Changes the number of pieces of the goods in the cart."),
        .on(CartList.quantityChanged) { try $0.change($1) }
            .forAgents("Changes the number of pieces of the goods in the cart."),
        .on(ProductCard.favoriteChanged) { try $0.save($1) }
            .forAgents("Keeps the goods among the favorites, or no longer."),
        .on(SaveFavorite.self) { $0.savedFavorite($1) },
        .on(failure: SaveFavorite.self) { flow, _ in flow.saveLater(\.favoriteSaves) },
        .on(timer: SaveFavorite.name) { $0.saveNext(\.favoriteSaves) },
        .on(SaveProfile.self) { $0.take($1) },
        .on(SaveCart.self) { $0.saved($1) },
        .on(failure: SaveCart.self) { flow, _ in flow.saveLater(\.cartSaves) },
        // A session of an earlier release has no queue, but may wait for this timer.
        .on(timer: SaveCart.name) { $0.saveCart() },
        .on(AttachPhone.self) { $0.accountChanged($1) },
        .on(RemovePhone.self) { $0.accountChanged($1) },
        .on(PlaceOrder.self) { $0.placed($1) },
        .on(ProfileOverview.logOut) { $0.logOut() },
        .runs(MarketTabBarCoordinator.self),
        .didHandle { $0.askPostponedQuestions(after: $1) },
        .link(to: StoryPages.self) { _ in .stories },
        .link(to: Feed.self) { _ in .main },
        .link(to: PromotionPage.self) { .promotion($0.promotion.id) },
        .link(to: Categories.self) { _ in .catalog },
        .link(to: CategoryPage.self) { .category($0.category.id) },
        .link(to: ProductCard.self) { .product($0.grocery.id) },
        .link(to: CartList.self) { _ in .cart },
        .link(to: FavoriteList.self) { _ in .favorites },
        .link(to: ProfileOverview.self) { _ in .profile },
        // Until the orders are loaded, a link to them waits.
        .link(to: OrderList.self) { $0.orders == nil ? nil : .orders },
        .link(to: OrderPage.self) { $0.isNew ? nil : .order($0.order.number) },
        .link(of: Feed.promotionSelected) { .promotion($0) },
        .link(of: Feed.grocerySelected) { .product($0) },
        .link(of: PromotionPage.grocerySelected) { .product($0) },
        .link(of: Categories.categorySelected) { .category($0) },
        .link(of: Categories.grocerySelected) { .product($0) },
        .link(of: CategoryPage.grocerySelected) { .product($0) },
        .link(of: CartList.grocerySelected) { .product($0) },
        .link(of: FavoriteList.grocerySelected) { .product($0) },
        .link(of: OrderList.orderSelected) { .order($0) },
    ]

    func open(_ link: MarketLink) throws {
        try check(link)
        if link == .stories { return showStories() }
        if launch != .main, link.comesBeforeQuestions { state.questionsArePostponed = true }
        guard launch == .main else { return state.parked = link }
        if tabs == nil { start() }
        guard !link.needsAccount || state.shopper.customer != nil else {
            // A link that may lead nowhere must not take the user from where they are.
            guard state.isRetrying != true else { throw Rejection.customerNotLoaded }
            state.parked = link
            if state.shopper.account == nil { tabs?.runAuthFlow() }
            return
        }
        try tabs?.open(link)
    }

    /// Rejects a link to a missing category, product or order before anything changes.
    private func check(_ link: MarketLink) throws {
        switch link {
        case .category(let id): _ = try factory.assortment.existing(category: id)
        case .product(let id): _ = try factory.assortment.existing(grocery: id)
        case .order(let number):
            guard let orders = state.shopper.customer?.orders else { return }
            guard orders.contains(where: { $0.number == number }) else { throw Rejection.unknownOrder(number) }
        case .promotion(let id): _ = try factory.assortment.existing(promotion: id)
        case .stories, .main, .catalog, .cart, .favorites, .profile, .orders: break
        }
    }

    /// Shows the stories, now or in their turn in the launch, and continues the launch after them.
    private func showStories() {
        state.questionsArePostponed = nil
        state.storiesWereShown = false
        if launch == .stories { start() }
    }

    /// Changes the shopper, and updates every screen that shows it and the badge of the cart.
    private func change(_ change: (inout Shopper) -> Void) {
        change(&state.shopper)
        let (shopper, assortment) = (state.shopper, factory.assortment)
        update { (screen: inout any ShowsShopper) in screen.show(shopper, in: assortment) }
        tabs?.showCount(shopper.cart.count)
    }
}

// MARK: - Launch

extension MarketCoordinator {
    private func checked(_ account: Account?) {
        state.isAuthorizationChecked = true
        // The account may have been deleted since the session was stored.
        if account == nil, state.shopper.account != nil { return signOut() }
        start()
        if let account { welcome(account) }
        if launch == .main { openParked() }
    }

    private func storiesFinished() {
        state.storiesWereShown = true
        start()
        if launch == .main { openParked() }
    }

    private func chose(_ city: String?) {
        if let city { change { $0.city = city } }
        guard launch == .onboarding else { return }
        state.onboardingWasShown = true
        start()
        openParked()
    }

    /// Asks for the city in a modal if a link has postponed it, once the user turns to another tab.
    ///
    /// The stories are not shown any more.
    private func askPostponedQuestions(after event: ObservedEvent) {
        guard case .tab = event, state.questionsArePostponed == true, tabs != nil else { return }
        state.questionsArePostponed = nil
        state.storiesWereShown = true
        guard !state.onboardingWasShown else { return }
        state.onboardingWasShown = true
        run(DeliveryCityCoordinator.self, with: .init(city: state.shopper.city, isSkippable: true), in: .modal())
    }

    private func openParked() {
        guard let link = state.parked else { return }
        state.parked = nil
        // The link's target may have disappeared since the link was parked. An error here would roll back the launch or log-in.
        try? open(link)
    }
}

// MARK: - The account

extension MarketCoordinator {
    private func loggedIn(_ reason: AuthCoordinator.Finish) {
        switch reason {
        case .success(let account), .closeConfirmationPhoneFlow(let account):
            state.bringsCart = true
            welcome(account)
        case .close:
            state.parked = nil
            state.wanted = nil
        }
    }

    private func welcome(_ account: Account) {
        signIn(as: Identity(account: account.id))
        change {
            $0.account = account
            $0.customer = nil
        }
        load()
    }

    private func load() {
        guard let account = state.shopper.account else { return }
        perform(LoadCustomer(account: account.id))
    }

    private func reloadLater() {
        state.isRetrying = true
        startTimer("reload", after: .seconds(5))
    }

    /// Stores the data of an account, unless another account has logged in since the request.
    private func take(_ customer: Customer) {
        guard customer.account == state.shopper.account?.id else { return }
        var customer = customer
        for save in state.favoriteSaves?.saves ?? [] { customer.keep(save.favorite) }
        change { $0.customer = customer }
    }

    private func loaded(_ customer: Customer) {
        take(customer)
        guard state.shopper.customer != nil else { return }
        state.isRetrying = nil
        take(customer.cart ?? Cart())
        if let wanted = state.wanted { try? save(wanted) }
        if launch == .main { openParked() }
    }

    private func logOut() {
        saveBeforeLogOut(\.cartSaves)
        saveBeforeLogOut(\.favoriteSaves)
        signOut()
    }

    private func accountChanged(_ account: Account?) {
        guard let account, account.id == state.shopper.account?.id else { return }
        change { $0.account = account }
    }
}

// MARK: - Cart and favorites

extension MarketCoordinator {
    private func change(_ line: CartLine) throws {
        _ = try factory.assortment.existing(grocery: line.grocery)
        change { $0.cart.set(line) }
        saveCart()
    }

    /// Takes over the cart of the account, and adds to it the groceries that the user chose before logging in.
    private func take(_ saved: Cart) {
        state.savedCart = saved
        let brought = state.bringsCart ? state.shopper.cart : Cart()
        state.bringsCart = false
        change { $0.cart = saved.adding(brought) }
        guard brought.count > 0 else { return }
        tell(.cartBrought)
        saveCart()
    }

    /// Shows a message on the screen that is in front after a log-in, and on the cart.
    private func tell(_ message: Message) {
        show(message, on: CartList.self)
        if isInFront(AddressForm.self) { show(message, on: AddressForm.self) }
        if isInFront(ProfileOverview.self) { show(message, on: ProfileOverview.self) }
        if isInFront(FavoriteList.self) { show(message, on: FavoriteList.self) }
        if isInFront(ProductCard.self) { show(message, on: ProductCard.self) }
    }

    /// Saves the cart of the account, one change after the other.
    private func saveCart() {
        guard let account = state.shopper.account, let saved = state.savedCart else { return }
        let cart = state.shopper.cart
        guard cart != state.cartSaves?.saves.last?.cart ?? saved else { return saveNext(\.cartSaves) }
        save(SaveCart(account: account.id, cart: cart, base: saved), in: \.cartSaves)
    }

    /// Takes over the saved cart, which may have changes of other sessions, and keeps those that are not saved yet.
    private func saved(_ cart: Cart) {
        let local = state.shopper.cart
        // A save that an earlier release has performed is in no queue.
        let merged = state.cartSaves?.saves.first.map { cart.applying(changesFrom: $0.cart, to: local) } ?? local
        if merged != local { change { $0.cart = merged } }
        state.savedCart = cart
        endSave(in: \.cartSaves, with: cart)
        saveCart()
    }

    private func save(_ favorite: Favorite) throws {
        _ = try factory.assortment.existing(grocery: favorite.grocery)
        guard let account = state.shopper.account, state.shopper.customer != nil else {
            state.wanted = favorite
            if state.shopper.account == nil { runAuthFlow() }
            return
        }
        state.wanted = nil
        change { $0.customer?.keep(favorite) }
        save(SaveFavorite(account: account.id, favorite: favorite), in: \.favoriteSaves)
    }

    private func savedFavorite(_ customer: Customer) {
        endSave(in: \.favoriteSaves, with: customer)
        take(customer)
    }

    private func placed(_ result: PlaceOrder.Value) {
        guard case .placed(let order) = result else { return }
        change { shopper in
            // Groceries that were added while the order was being placed stay in the cart.
            for line in order.lines {
                let left = shopper.cart.quantity(of: line.grocery) - line.quantity
                shopper.cart.set(CartLine(grocery: line.grocery, quantity: max(0, left)))
            }
            guard shopper.customer?.orders.contains(where: { $0.number == order.number }) == false else { return }
            shopper.customer?.orders.insert(order, at: 0)
        }
        saveCart()
        // A user who has left the checkout meanwhile sees the confirmation in the cart.
        show(.orderPlaced(order.number), on: CartList.self)
    }
}

extension Rejection {
    fileprivate static let customerNotLoaded = Rejection(
        "orders.notLoaded",
        "Your orders can't be loaded at the moment. Try again in a few seconds."
    )
}

extension Message {
    fileprivate static let cartBrought = Message(
        "cart.brought",
        "The products that you chose before logging in are in your cart.",
        level: .info
    )

    fileprivate static func orderPlaced(_ number: Order.Number) -> Message {
        Message(
            "order.placed",
            "Order \(number) placed. You can find it in Profile > Orders.",
            level: .success,
            params: ["number": .string(number)]
        )
    }
}
