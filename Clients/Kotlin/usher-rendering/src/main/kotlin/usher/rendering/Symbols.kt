package usher.rendering

/** The names of Material icons for the symbols of the contract. */
object Symbols {
    private val icons = mapOf(
        "bag" to "ShoppingBag", "bell" to "Notifications", "book" to "MenuBook", "calendar" to "CalendarToday",
        "card" to "CreditCard", "cart" to "ShoppingCart", "checkmark" to "Check", "clock" to "Schedule",
        "close" to "Close", "doc" to "Description", "envelope" to "Email", "filter" to "FilterList",
        "gear" to "Settings", "heart" to "Favorite", "house" to "Home", "info" to "Info", "list" to "List",
        "lock" to "Lock", "map" to "Map", "minus" to "Remove", "pencil" to "Edit", "person" to "Person",
        "phone" to "Smartphone", "photo" to "Image", "pin" to "Place", "plus" to "Add", "search" to "Search",
        "share" to "Share", "star" to "Star", "tag" to "LocalOffer", "trash" to "Delete", "warning" to "Warning",
        // Those of this library's own controls.
        "back" to "ArrowBack", "forward" to "ChevronRight", "pause" to "Pause", "play" to "PlayArrow"
    )
    private val synonyms = mapOf(
        "add" to "plus", "check" to "checkmark", "creditcard" to "card", "home" to "house", "location" to "pin",
        "mail" to "envelope", "settings" to "gear", "user" to "person", "xmark" to "close"
    )

    /** The symbols of the contract. */
    val names: Set<String> get() = icons.keys

    /** Those whose icon points in the direction of reading, and is mirrored where texts run from right to left. */
    val mirrored: Set<String> = setOf("back", "forward", "list", "book")

    /** The name of the Material icon of a symbol. An unknown symbol has a neutral shape. */
    fun icon(symbol: String): String = icons[synonyms[symbol] ?: symbol] ?: "Category"
}

/** The keyboards for a field. */
enum class Keyboard { TEXT, EMAIL, PHONE, PASSWORD, DIGITS, DECIMAL }

/** The keyboard and the hints for a field. */
data class Typing(
    val keyboard: Keyboard,
    /** Whether the characters are hidden. */
    val isHidden: Boolean,
    /** Whether a keyboard may write a capital first and correct what is typed. */
    val isProse: Boolean,
    val isMultiline: Boolean,
    /** The hint of autofill, as a token of HTML's `autocomplete`. */
    val autofill: String?
) {
    companion object {
        /** The keyboard for a field with a schema. */
        fun of(field: Field, isNumber: Boolean = false): Typing {
            val isUsername = field.autocomplete.orEmpty().split(' ').contains("username")
            val keyboard = when (field.input) {
                Input.EMAIL -> Keyboard.EMAIL
                Input.PHONE -> Keyboard.PHONE
                Input.PASSWORD -> Keyboard.PASSWORD
                Input.ONE_TIME_CODE -> Keyboard.DIGITS
                Input.NUMBER -> Keyboard.DECIMAL
                else -> if (isNumber) Keyboard.DECIMAL else Keyboard.TEXT
            }
            val default = when (field.input) {
                Input.EMAIL -> "email"
                Input.PHONE -> "tel"
                Input.PASSWORD -> "current-password"
                Input.ONE_TIME_CODE -> "one-time-code"
                else -> null
            }
            return Typing(
                keyboard = keyboard,
                isHidden = field.input == Input.PASSWORD || field.isSecret && field.input == Input.TEXT,
                isProse = keyboard == Keyboard.TEXT && !isUsername && !field.isSecret,
                isMultiline = field.input == Input.MULTILINE,
                autofill = field.autocomplete ?: default
            )
        }
    }
}

/** The addresses of pictures. */
object Pictures {
    /**
     * The whole address of a picture, or null if a client may not load it.
     *
     * Only `https`, data and the server itself are allowed.
     */
    fun address(url: String?, server: String): String? = when {
        url == null || url.startsWith("//") -> null
        url.startsWith("https://", ignoreCase = true) || url.startsWith("data:image/", ignoreCase = true) -> url
        url.startsWith("/") -> server.trimEnd('/') + url
        url.startsWith("./") || url.startsWith("../") -> try {
            java.net.URI("${server.trimEnd('/')}/").resolve(url).toString()
        } catch (malformed: IllegalArgumentException) {
            null
        }
        else -> null
    }
}
