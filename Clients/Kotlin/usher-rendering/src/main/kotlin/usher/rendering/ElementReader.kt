package usher.rendering

import usher.client.json.JsonObject
import usher.client.json.bool
import usher.client.json.child
import usher.client.json.children
import usher.client.json.int
import usher.client.json.long
import usher.client.json.number
import usher.client.json.text

/** The kinds of the contract that a client draws, for [usher.client.ClientDescription.elements]. */
val drawnKinds: List<String> = listOf(
    "button", "card", "chips", "confirm", "empty", "form", "gallery", "grid", "heading", "hero", "image", "list", "map",
    "pinned", "progress", "search", "segments", "stepper", "swatches", "text", "timeline", "toggle"
)

/** Reads an element of a view. */
fun Element.Companion.read(document: JsonObject): Element = when (val kind = document.text("kind").orEmpty()) {
    "heading" -> Element.Heading(
        document.text("text").orEmpty(), (document.int("level") ?: 1).coerceIn(1, 3), document.text("lang")
    )
    "text" -> Element.Text(
        paragraphs = document.text("text").orEmpty().split(Regex("\n{2,}")),
        style = when (document.text("style")) {
            "secondary" -> Element.Text.Style.SECONDARY
            "caption" -> Element.Text.Style.CAPTION
            "code" -> Element.Text.Style.CODE
            else -> Element.Text.Style.BODY
        },
        lang = document.text("lang")
    )
    "image" -> Element.Image(picture(document))
    "list" -> Element.Rows(
        isGrouped = document.text("style") != "plain",
        sections = document.children("sections").mapIndexed { index, each -> section(each, index) },
        more = document.child("more")?.let { button(it) },
        empty = document.child("empty")?.let { empty(it) },
        source = document.takeIf { it.child("source") != null }
    )
    "form" -> Element.Form(
        output = document.text("output").orEmpty(),
        submit = document.text("submit"),
        role = role(document, Role.PRIMARY),
        fields = document.children("fields").map { field(it) }
    )
    "search" -> Element.Search(
        document.text("placeholder"), document.text("output").orEmpty(), document.text("value").orEmpty()
    )
    "map" -> Element.Map(document.children("markers").mapIndexed { index, each -> marker(each, index) })
    "confirm" -> Element.Confirm(
        document.text("title").orEmpty(), document.text("text"), document.children("actions").map { button(it) }
    )
    "progress" -> Element.Progress(
        document.text("label"), document.number("value"), document.text("output"), document.bool("paused") ?: false
    )
    "empty" -> empty(document)
    "card" -> Element.Card(row(document, 0))
    "grid" -> Element.Grid(
        header = document.text("header"),
        cards = document.children("cards").mapIndexed { index, each -> row(each, index) },
        more = document.child("more")?.let { button(it) },
        empty = document.child("empty")?.let { empty(it) }
    )
    "hero" -> hero(document)
    "gallery" -> Element.Gallery(
        document.text("label"), document.children("images").map { picture(it) }, aspect(document)
    )
    "segments" -> options(document, Element.Options.Style.SEGMENTS)
    "chips" -> options(document, Element.Options.Style.CHIPS)
    "swatches" -> options(document, Element.Options.Style.SWATCHES)
    "timeline" -> Element.Timeline(
        document.text("label"), document.children("steps").mapIndexed { index, each -> step(each, index) }
    )
    "pinned" -> Element.Pinned(
        title = document.text("title"),
        price = document.child("price")?.let { price(it) },
        control = document.child("control")?.let { control(it) }
    )
    "properties" -> Element.Properties(document.child("values").orEmpty())
    "button", "toggle", "stepper" -> control(document)!!
    else -> document.child("fallback")?.let { read(it) } ?: Element.Unknown(kind)
}

/** Reads a row, also one of a page of rows beside the state. */
internal fun row(document: JsonObject, index: Int): Row = Row(
    key = key(document, index),
    title = document.text("title").orEmpty(),
    lang = document.text("lang"),
    subtitle = document.text("subtitle"),
    picture = document.child("image")?.let { picture(it) },
    badge = badge(document),
    price = document.child("price")?.let { price(it) },
    accessory = when (document.text("accessory")) {
        "disclosure" -> Row.Accessory.DISCLOSURE
        "detail" -> Row.Accessory.DETAIL
        "checkmark" -> Row.Accessory.CHECKMARK
        else -> Row.Accessory.NONE
    },
    isSelected = document.bool("selected"),
    time = document.text("time"),
    report = document.child("report")?.let { report(it) },
    control = document.child("control")?.let { control(it) }
)

/** A key of the state, or the position if a document of another source has none. */
private fun key(document: JsonObject, index: Int): String = document.text("key") ?: "#$index"

private fun badge(document: JsonObject): String? = document["badge"]?.toString()?.takeIf { it.isNotEmpty() }

private fun section(document: JsonObject, index: Int) = Section(
    key(document, index), document.text("header"), document.text("footer"),
    document.children("rows").mapIndexed { number, each -> row(each, number) }
)

internal fun button(document: JsonObject) = Element.Button(
    label = document.text("label").orEmpty(),
    output = document.text("output").orEmpty(),
    payload = document["payload"],
    role = role(document, Role.PLAIN),
    placement = when (document.text("placement")) {
        "leading" -> Element.Button.Placement.LEADING
        "trailing" -> Element.Button.Placement.TRAILING
        else -> Element.Button.Placement.BODY
    },
    symbol = document.text("symbol"),
    enabledAt = document.text("enabledAt"),
    badge = badge(document),
    isSelected = document.bool("selected"),
    isDisabled = document.bool("disabled") ?: false,
    link = document.text("link")
)

private fun role(document: JsonObject, default: Role) = when (document.text("role")) {
    "primary" -> Role.PRIMARY
    "destructive" -> Role.DESTRUCTIVE
    "cancel" -> Role.CANCEL
    "plain" -> Role.PLAIN
    else -> default
}

/** Reads a control, or its fallback, which may be null for a kind that this version does not know. */
private fun control(document: JsonObject): Element? = when (document.text("kind")) {
    "button" -> button(document)
    "toggle" -> Element.Toggle(
        label = document.text("label").orEmpty(),
        output = document.text("output").orEmpty(),
        payload = document["payload"],
        member = document.text("member"),
        value = document.bool("value") ?: false,
        help = document.text("help")
    )
    "stepper" -> Element.Stepper(
        label = document.text("label").orEmpty(),
        output = document.text("output").orEmpty(),
        payload = document["payload"],
        member = document.text("member"),
        value = document.number("value") ?: 0.0,
        min = document.number("min"),
        max = document.number("max"),
        step = document.number("step") ?: 1.0
    )
    else -> document.child("fallback")?.let { control(it) }
}

private fun empty(document: JsonObject) = Element.Empty(
    document.text("title").orEmpty(), document.text("text"), document.text("symbol"),
    document.child("action")?.let { button(if ("role" in it) it else it + ("role" to "primary")) }
)

private fun hero(document: JsonObject) = Element.Hero(
    title = document.text("title").orEmpty(),
    lang = document.text("lang"),
    subtitle = document.text("subtitle"),
    text = document.text("text"),
    picture = document.child("image")?.let { picture(it) },
    badge = badge(document),
    price = document.child("price")?.let { price(it) },
    action = document.child("action")?.let { button(it) }
)

private fun options(document: JsonObject, style: Element.Options.Style) = Element.Options(
    style = style,
    label = document.text("label").orEmpty(),
    options = document.children("options").mapIndexed { index, each ->
        Option(
            key = key(each, index),
            label = each.text("label").orEmpty(),
            picture = each.child("image")?.let { picture(it) },
            badge = badge(each),
            isSelected = each.bool("selected") ?: false,
            color = each.text("color"),
            report = each.child("report")?.let { report(it) }
        )
    },
    several = document.bool("several") ?: false
)

private fun step(document: JsonObject, index: Int) = Step(
    key = key(document, index),
    title = document.text("title").orEmpty(),
    text = document.text("text"),
    time = document.text("time"),
    status = when (document.text("status")) {
        "done" -> Step.Status.DONE
        "current" -> Step.Status.CURRENT
        else -> Step.Status.UPCOMING
    }
)

private fun marker(document: JsonObject, index: Int) = Marker(
    key = key(document, index),
    title = document.text("title").orEmpty(),
    latitude = document.number("latitude") ?: 0.0,
    longitude = document.number("longitude") ?: 0.0,
    isSelected = document.bool("selected") ?: false,
    report = document.child("report")?.let { report(it) }
)

private fun report(document: JsonObject) =
    Report(document.text("output").orEmpty(), document["payload"], document.text("link"))

private fun price(document: JsonObject) = Price(document.long("amount") ?: 0, document.text("currency").orEmpty())

/** Reads an `image`, also the picture of a tab or a row. */
fun picture(document: JsonObject): Picture = Picture(
    url = document.text("url"),
    symbol = document.text("symbol"),
    characters = document.text("characters"),
    alt = document.text("alt")?.takeIf { it.isNotEmpty() },
    aspect = aspect(document),
    lang = document.text("lang")
)

/** The aspect of a picture: a number, or a text such as `16:9`. */
private fun aspect(document: JsonObject): Double? {
    document.number("aspect")?.let { return it.takeIf { number -> number > 0 } }
    val parts = document.text("aspect")?.split(':', '/')?.map { it.trim().toDoubleOrNull() ?: 0.0 } ?: return null
    val height = parts.getOrElse(1) { 1.0 }
    return if (parts[0] > 0 && height > 0) parts[0] / height else null
}

private fun field(document: JsonObject): Field {
    val input = when (document.text("input")) {
        "multiline" -> Input.MULTILINE
        "email" -> Input.EMAIL
        "phone" -> Input.PHONE
        "password" -> Input.PASSWORD
        "oneTimeCode" -> Input.ONE_TIME_CODE
        "number" -> Input.NUMBER
        "date" -> Input.DATE
        "choice" -> Input.CHOICE
        "toggle" -> Input.TOGGLE
        "hidden" -> Input.HIDDEN
        else -> Input.TEXT
    }
    return Field(
        name = document.text("name").orEmpty(),
        label = document.text("label").orEmpty(),
        input = input,
        value = document["value"],
        placeholder = document.text("placeholder"),
        autocomplete = document.text("autocomplete"),
        help = document.text("help"),
        isSecret = document.bool("secret") ?: (input == Input.PASSWORD || input == Input.ONE_TIME_CODE),
        isRequired = document.bool("required"),
        choices = document.children("choices").map { Choice(it["value"], it.text("label") ?: it["value"].toString()) }
    )
}
