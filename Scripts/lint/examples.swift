// The names that the examples in doc comments use and don't declare, for the type check of Scripts/lint/examples.py. An example of a
// flow is a member of a class that has `ExampleState` and `ItemsFactory`.

import Coordination
import CoordinationTesting
import Testing

// MARK: - Values

struct Account: Codable, Equatable, Sendable {
    typealias ID = String
    var id: ID = "ada"
}

struct City: Payload, Equatable {
    var name: String
    static let schema: JSONSchema = .object(["name": .string()])
}

struct User: Codable, Equatable, Sendable { var city = City(name: "Berlin") }

struct Item: Codable, Equatable, Sendable {
    typealias ID = Int
    var id = 1
    var name = "Lamp"
    var place = "Attic"
    var note: String?
}

struct Order: Codable, Equatable, Sendable {
    var number = "1"
    var lines: [String] = []
    var total = 1
    var packedAt: Timestamp?
}

struct Purchase: Codable, Equatable, Sendable {}

struct Cart: Codable, Equatable, Sendable {
    var items: [Item] = []
    var isEmpty: Bool { items.isEmpty }
}

struct CartLine: Payload, Equatable {
    var grocery: String
    var quantity: Int
    static let schema: JSONSchema = .object(["grocery": .string(), "quantity": .integer()])
}

struct Grocery: Equatable {
    var id = "milk"
    var name = "Milk"
    var picture: ImageSource? { nil }
    var latitude = 0.0
    var longitude = 0.0
}

struct Book { var title = "Emma" }

struct Transaction {
    var id = "t1"
    var title = "Rent"
    var amount: Price? { nil }
}

struct TransactionPage {
    var isLast = true
    var last: Transaction?
    func map<Result>(_ transform: (Transaction) -> Result) -> [Result] { [] }
}

struct Credentials: Payload {
    var login: String
    var password: Secret
    static let schema: JSONSchema = .object(["login": .string(), "password": .string(secret: true)])
}

enum Launch: Sendable { case auth, onboarding, main }

enum ItemsLink: DeepLink {
    case items, item(Int)
    init?(path: [String], query: [String: String]) { nil }
}

enum ShopLink: AddressableLink {
    case product(String), order(String), category(String)
    init?(path: [String], query: [String: String]) { nil }
    var path: [String] { [] }
}

// MARK: - Screens

protocol UpdateableWithUser: Screen { var user: User { get set } }

struct Booking: Screen {
    static let name = "booking"
    static let guestsChanged = Output<Booking, Int>("guestsChanged")
    var view: ScreenView { Text("") }
}

struct CartList: Screen {
    static let name = "cartList"
    static let change = Output<CartList, CartLine>("change")
    static let checkOut = Output<CartList, Nothing>("checkOut")
    var cart = Cart()
    var view: ScreenView { Text("") }
}

struct CartPage: Screen {
    static let name = "cartPage"
    static let order = Output<CartPage, Nothing>("order")
    static let stop = Output<CartPage, Nothing>("stop")
    var progress: Double?
    var items: [Int: Item] = [:]
    var view: ScreenView { Text("") }
}

struct Catalog: Screen {
    static let name = "catalog"
    static let categorySelected = Output<Catalog, String>("categorySelected")
    var view: ScreenView { Text("") }
}

struct Categories: Screen {
    static let name = "categories"
    static let categorySelected = Output<Categories, String>("categorySelected")
    var view: ScreenView { Text("") }
}

struct Cities: Screen {
    static let name = "cities"
    static let citySelected = Output<Cities, City>("citySelected")
    static let searched = Output<Cities, String>("searched")
    var cities: [City] = []
    var view: ScreenView { Text("") }
}

struct CityList: Screen {
    static let name = "cityList"
    var cities: [City] = []
    var view: ScreenView { Text("") }
}

struct DeleteItem: Screen {
    static let name = "deleteItem"
    static let confirmed = Output<DeleteItem, Nothing>("confirmed")
    static let cancelled = Output<DeleteItem, Nothing>("cancelled")
    var item = Item()
    var view: ScreenView { Text("") }
}

struct EnterCode: Screen {
    static let name = "enterCode"
    var view: ScreenView { Text("") }
}

struct Feed: Screen {
    static let name = "feed"
    static let itemSelected = Output<Feed, String>("itemSelected")
    static let grocerySelected = Output<Feed, String>("grocerySelected")
    var view: ScreenView { Text("") }
}

struct ItemList: Screen {
    static let name = "itemList"
    static let itemSelected = Output<ItemList, Int>("itemSelected")
    var view: ScreenView { Text("") }
}

struct ItemNote: Screen {
    static let name = "itemNote"
    var note = ""
    var view: ScreenView { Text("") }
}

struct ItemPage: Screen {
    static let name = "itemPage"
    static let delete = Output<ItemPage, Nothing>("delete")
    var item = Item()
    var view: ScreenView { Text("") }
}

struct Login: Screen {
    static let name = "login"
    static let submit = Output<Login, Credentials>("submit")
    var view: ScreenView { Text("") }
}

struct OrderPage: Screen {
    static let name = "orderPage"
    var order = Order()
    var isNew = false
    var view: ScreenView { Text("") }
}

struct Orders: Screen {
    static let name = "orders"
    static let toShop = Output<Orders, Nothing>("toShop")
    var view: ScreenView { Text("") }
}

struct Page: Screen {
    static let name = "page"
    static let colorSelected = Output<Page, String>("colorSelected")
    var view: ScreenView { Text("") }
}

struct ProductCard: Screen {
    static let name = "productCard"
    var grocery = Product()
    var view: ScreenView { Text("") }
}

struct Profile: Screen {
    static let name = "profile"
    var view: ScreenView { Text("") }
}

struct PurchasePage: Screen {
    static let name = "purchasePage"
    var purchase = Purchase()
    var view: ScreenView { Text("") }
}

struct Settings: Screen {
    static let name = "settings"
    static let notificationsChanged = Output<Settings, Bool>("notificationsChanged")
    var view: ScreenView { Text("") }
}

struct Shelf: Screen {
    static let name = "shelf"
    static let more = Output<Shelf, Nothing>("more")
    static let orderSelected = Output<Shelf, String>("orderSelected")
    var view: ScreenView { Text("") }
}

struct Shops: Screen {
    static let name = "shops"
    static let shopSelected = Output<Shops, String>("shopSelected")
    var view: ScreenView { Text("") }
}

struct ThankYou: Screen {
    static let name = "thankYou"
    var view: ScreenView { Text("") }
}

struct Upload: Screen {
    static let name = "upload"
    static let setPaused = Output<Upload, Bool>("setPaused")
    var view: ScreenView { Text("") }
}

struct UserEdit: Screen {
    static let name = "userEdit"
    static let selectCity = Output<UserEdit, Nothing>("selectCity")
    var user = User()
    var view: ScreenView { Text("") }
}

struct Product: Codable, Equatable, Sendable { var id = "milk" }

// MARK: - Effects

struct SignIn: Effect {
    static let name = "signIn"
    static let isSecret = true
    var credentials: Credentials
    enum Value: Codable, Sendable { case account(Account.ID), rejected }
}

struct PlaceOrder: Effect {
    static let name = "placeOrder"
    typealias Value = Int
}

struct FindCities: Effect {
    static let name = "findCities"
    var text: String
    typealias Value = [String]
}

struct LoadOrders: Effect {
    static let name = "loadOrders"
    typealias Value = Int
}

struct Accounts {
    func signIn(_ credentials: Credentials) async throws -> SignIn.Value { .rejected }
}

struct Bank {
    func transactions(of account: String, after place: String?, limit: Int) async throws -> TransactionPage {
        TransactionPage()
    }
}

/// The registration of handlers in the module `Sessions`, which the examples are not compiled with.
struct EffectHandlers {
    mutating func on<Work: Effect>(_ effect: Work.Type, _ perform: (Work, Any) async throws -> Work.Value) {}
    mutating func rows<Source: RowSource>(
        from source: Source.Type,
        _ rows: (Source, RowRequest, Any) async throws -> RowPage
    ) {}
}

// MARK: - Flows

struct ExampleState: CoordinatorState {
    var account: Account?
    var user = User()
    var cart = Cart()
    var items: [Int: Item] = [:]
    var catalogIsOpen = true
    var wasWelcomed = false
    var isAuthorized = false
    var onboardingWasShown = false
    var train = ""
    var taken: [Int] = []
    var names: [Int: String] = [:]
}

struct TravellerForm: Screen {
    static let name = "travellerForm"
    var number: Int
}

struct SeatMap: Topic {
    static let name = "seatMap"
    var train: String
    struct Value: Codable, Sendable { var taken: [Int] }
}

struct CityFactory {
    var cities: [City] { [] }
}

struct ItemsFactory {
    var cities: [City] { [] }
    func item(_ id: Item.ID) throws -> Item { Item() }
}

final class ExampleFlow: ApplicationCoordinator {
    typealias State = ExampleState
    typealias Factory = ItemsFactory

    func start() {}
    func open(_ link: ShopLink) throws {}
    static let wiring: Wiring<ExampleFlow> = []
}

extension Coordinating {
    func show(taken: [Int]) {}
    func renamed(_ item: Item) {}
    func show(viewers: Int) {}
    func showCities() {}
    func select(_ city: City) {}
    func changeCity(to city: City) {}
    func signedIn(_ value: SignIn.Value) {}
    func orderFailed(_ failure: EffectFailure) {}
    func allowResending() {}
    func restartIdleTimer() {}
    func verified(phone: String) {}
    func showList() {}
}

final class AddressCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<AddressCoordinator> = []
}

final class AuthCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<AuthCoordinator> = []
}

final class UserEditCoordinator: Coordinator {
    typealias State = NoState
    func start() {}
    static let wiring: Wiring<UserEditCoordinator> = []
}

final class CityCoordinator: Coordinator {
    struct State: CoordinatorState { var city: City }
    typealias Finish = City
    func start() {}
    static let wiring: Wiring<CityCoordinator> = []
}

final class ItemCoordinator: Coordinator {
    struct State: CoordinatorState { var item: Item }
    func start() {}
    static let wiring: Wiring<ItemCoordinator> = []
}

final class ItemsCoordinator: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<ItemsCoordinator> = []
}

final class ItemsTabCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<ItemsTabCoordinator> = []
}

final class MainCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<MainCoordinator> = []
}

final class OnboardingCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<OnboardingCoordinator> = []
}

final class PhoneVerifyCoordinator: Coordinator {
    typealias Finish = String
    func start() {}
    static let wiring: Wiring<PhoneVerifyCoordinator> = []
}

final class SettingsCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<SettingsCoordinator> = []
}

final class ShopCoordinator: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<ShopCoordinator> = []
}

final class LoginCoordinator: Coordinator {
    func start() {}
    static let wiring: Wiring<LoginCoordinator> = []
}

// MARK: - Names of local variables

enum ItemsApplication {
    static func make() throws -> Application { application }
}

enum PackageResources {
    static let Localizable_xcstrings: [UInt8] = []
    static let Shop_xcstrings: [UInt8] = []
}

var application: Application { fatalError() }
var items: Application { application }
var shop: Application { application }
var session: TestSession { fatalError() }
var event: Event { fatalError() }
var context: StepContext { fatalError() }
var step: Step { fatalError() }
var shared: NavigationState { fatalError() }
var key: Key { Key(1) }
var payload: JSONValue { .null }
var bytes: [UInt8] { [] }
var accounts: StringCatalog { fatalError() }
var cities: [City] { [] }
var groceries: [Grocery] { [] }
var shops: [Grocery] { [] }
var categories: [Grocery] { [] }
var books: [Book] { [] }
var today: [Book] { [] }
var earlier: [Book] { [] }
var transactions: [Transaction] { [] }
var item: Item { Item() }
var order: Order { Order() }
var total: Price { Price(1, "EUR") }
var lines: [String] { [] }
var notifications: Bool { true }
var guests: Int { 1 }
var shown: Int { 1 }
var query: String { "" }
var selected: Grocery { Grocery() }
var departure: Timestamp { Timestamp(milliseconds: 0) }
var day: Day { fatalError() }
var expectedAt: Timestamp { Timestamp(milliseconds: 0) }
var user: User { User() }
var note: String { "" }
var purchase: Purchase { Purchase() }
var factory: ItemsFactory { ItemsFactory() }
var log: [[UInt8]] {
    get { [] }
    set {}
}
var logger: ExampleLogger { ExampleLogger() }
var encoded: EncodedState { fatalError() }
var node: ScreenNode { fatalError() }
var writer: ExampleWriter { ExampleWriter() }

struct ExampleLogger {
    func notice(_ text: String) {}
}

struct ExampleWriter {
    func raw(_ json: ArraySlice<UInt8>) {}
}
