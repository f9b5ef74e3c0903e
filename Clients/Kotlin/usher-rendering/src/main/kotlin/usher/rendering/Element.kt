package usher.rendering

import usher.client.json.JsonObject

/**
 * An element of a view, one class for each kind of the contract.
 *
 * [Element.read] reads one from a state. It takes the fallback of a kind that it does not know.
 */
sealed class Element {
    /** A heading, of rank 1 to 3. */
    data class Heading(val text: String, val level: Int, val lang: String?) : Element()

    /** A text. Blank lines separate its paragraphs. */
    data class Text(val paragraphs: List<String>, val style: Style, val lang: String?) : Element() {
        /** The looks of a text. */
        enum class Style { BODY, SECONDARY, CAPTION, CODE }
    }

    /** A picture. */
    data class Image(val picture: Picture) : Element()

    /** Rows in sections. */
    data class Rows(
        val isGrouped: Boolean,
        val sections: List<Section>,
        val more: Button?,
        val empty: Empty?,
        /** The `list` as it is in the state, if its rows are beside the state. */
        val source: JsonObject?
    ) : Element() {
        /** Whether there are no rows. */
        val isEmpty: Boolean get() = sections.all { it.rows.isEmpty() }
    }

    /** A form. */
    data class Form(val output: String, val submit: String?, val role: Role, val fields: List<Field>) : Element() {
        /** The fields that the user sees. */
        val visibleFields: List<Field> get() = fields.filter { it.input != Input.HIDDEN }
    }

    /** A button. */
    data class Button(
        val label: String,
        override val output: String,
        override val payload: Any?,
        val role: Role,
        val placement: Placement,
        val symbol: String?,
        val enabledAt: String?,
        val badge: String?,
        val isSelected: Boolean?,
        val isDisabled: Boolean,
        val link: String?
    ) : Element(), Control {
        /** The places of a button. */
        enum class Placement { BODY, LEADING, TRAILING }
    }

    /** A switch. */
    data class Toggle(
        val label: String,
        override val output: String,
        override val payload: Any?,
        val member: String?,
        val value: Boolean,
        val help: String?
    ) : Element(), Control

    /** A number with buttons for less and more. */
    data class Stepper(
        val label: String,
        override val output: String,
        override val payload: Any?,
        val member: String?,
        val value: Double,
        val min: Double?,
        val max: Double?,
        val step: Double
    ) : Element(), Control

    /** A field that searches. */
    data class Search(val placeholder: String?, val output: String, val value: String) : Element()

    /** A map with markers. */
    data class Map(val markers: List<Marker>) : Element()

    /** A question, drawn as an alert. */
    data class Confirm(val title: String, val text: String?, val actions: List<Button>) : Element() {
        /** The action that the back button stands for. */
        val cancel: Button? get() = actions.firstOrNull { it.role == Role.CANCEL }
    }

    /** A progress, of 0 to 1 if it is known. */
    data class Progress(val label: String?, val value: Double?, val output: String?, val isPaused: Boolean) : Element()

    /** A placeholder for missing content. */
    data class Empty(val title: String, val text: String?, val symbol: String?, val action: Button?) : Element()

    /** One thing, with its picture on top. */
    data class Card(val row: Row) : Element()

    /** Cards, as many in a line as there is room for. */
    data class Grid(val header: String?, val cards: List<Row>, val more: Button?, val empty: Empty?) : Element()

    /** The subject of a screen. */
    data class Hero(
        val title: String,
        val lang: String?,
        val subtitle: String?,
        val text: String?,
        val picture: Picture?,
        val badge: String?,
        val price: Price?,
        val action: Button?
    ) : Element()

    /** Several pictures of one thing. */
    data class Gallery(val label: String?, val pictures: List<Picture>, val aspect: Double?) : Element()

    /** A choice of options: one, or any number. */
    data class Options(
        val style: Style,
        val label: String,
        val options: List<Option>,
        val several: Boolean
    ) : Element() {
        /** The looks of a choice. */
        enum class Style { SEGMENTS, CHIPS, SWATCHES }
    }

    /** Dated steps in their order. */
    data class Timeline(val label: String?, val steps: List<Step>) : Element()

    /** The main control, at the bottom edge of the screen. */
    data class Pinned(val title: String?, val price: Price?, val control: Element?) : Element()

    /** The properties of a screen without a view, by their names. */
    data class Properties(val values: JsonObject) : Element()

    /** An element of a kind that this version does not know, without a fallback. */
    data class Unknown(val kind: String) : Element()

    companion object
}

/** A control that can be at the end of a row: a button, a toggle or a stepper. */
interface Control {
    /** The output that it reports. */
    val output: String

    /** The payload, or the members beside the value. */
    val payload: Any?
}

/** The roles of a button. */
enum class Role { PRIMARY, DESTRUCTIVE, CANCEL, PLAIN }

/** A picture: one of an address, a symbol, or characters to be drawn large. */
data class Picture(
    val url: String?,
    val symbol: String?,
    val characters: String?,
    /** The text for screen readers. Without it the picture is decoration. */
    val alt: String?,
    /** The width by the height. */
    val aspect: Double?,
    val lang: String?
)

/** A price in minor units of a currency: cents, but whole yen. */
data class Price(val amount: Long, val currency: String)

/** The output that a part reports when it is pressed. */
data class Report(val output: String, val payload: Any?, val link: String?)

/** A section of rows. */
data class Section(val key: String, val header: String?, val footer: String?, val rows: List<Row>)

/** A row of a list, or a card of a grid. */
data class Row(
    val key: String,
    val title: String,
    val lang: String?,
    val subtitle: String?,
    val picture: Picture?,
    val badge: String?,
    val price: Price?,
    val accessory: Accessory,
    val isSelected: Boolean?,
    /** A time as RFC 3339 writes it. */
    val time: String?,
    val report: Report?,
    val control: Element?
) {
    /** The marks at the end of a row. */
    enum class Accessory { NONE, DISCLOSURE, DETAIL, CHECKMARK }
}

/** A field of a form. */
data class Field(
    val name: String,
    val label: String,
    val input: Input,
    val value: Any?,
    val placeholder: String?,
    val autocomplete: String?,
    val help: String?,
    val isSecret: Boolean,
    val isRequired: Boolean?,
    val choices: List<Choice>
)

/** The kinds of input of a field. */
enum class Input { TEXT, MULTILINE, EMAIL, PHONE, PASSWORD, ONE_TIME_CODE, NUMBER, DATE, CHOICE, TOGGLE, HIDDEN }

/** An option of a field. */
data class Choice(val value: Any?, val label: String)

/** An option of segments, chips or swatches. */
data class Option(
    val key: String,
    val label: String,
    val picture: Picture?,
    val badge: String?,
    val isSelected: Boolean,
    /** The color of a swatch, `#rrggbb`. */
    val color: String?,
    val report: Report?
)

/** A step of a timeline. */
data class Step(val key: String, val title: String, val text: String?, val time: String?, val status: Status) {
    /** Whether a step is over. */
    enum class Status { DONE, CURRENT, UPCOMING }
}

/** A marker on a map. */
data class Marker(
    val key: String,
    val title: String,
    val latitude: Double,
    val longitude: Double,
    val isSelected: Boolean,
    val report: Report?
)
