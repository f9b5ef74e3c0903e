package usher.rendering

import usher.client.FormId
import usher.client.Message
import usher.client.Outcome
import usher.client.Tap
import usher.client.json.JsonObject

/**
 * The values of a form while the user types.
 *
 * Typed values are kept until the server has accepted them, also through other screens and restarts. A secret is
 * emptied after each response, and is never part of a draft.
 */
class FormModel internal constructor(
    private val app: AppModel,
    val screen: String,
    val origin: String,
    element: Element.Form
) {
    /** The form as it is in the state. */
    var element: Element.Form = element
        private set

    /** What the user has typed, by the names of the fields: a text, or whether a toggle is on. */
    private var typed: Map<String, Any?> = emptyMap()

    /** The reasons why the last payload was not sent or not accepted, by the names of the fields. */
    private var errors: Map<String, List<Message>> = emptyMap()

    private val id: FormId? get() = app.screen(screen)?.let { FormId(it, element.output) }

    init {
        val secrets = element.fields.filter { it.isSecret }.map { it.name }
        typed = id?.let { app.session.draft(it) }.orEmpty() - secrets
    }

    /** The fields that the user sees. */
    val fields: List<Field> get() = element.visibleFields

    /** The value of a field: a text, or a `Boolean` for a toggle. */
    fun value(field: Field): Any = typed[field.name] ?: initial(field)

    /** The text of a field. */
    fun text(field: Field): String = value(field) as? String ?: ""

    /** Whether a toggle is on. */
    fun isOn(field: Field): Boolean = value(field) == true

    /** The option of a choice, if one is chosen. */
    fun chosen(field: Field): Choice? = field.choices.firstOrNull { it.value.toString() == value(field).toString() }

    /** Whether the user has typed something, other than secrets, that is not sent. */
    val isEdited: Boolean get() = element.fields.any { isEdited(it) }

    /** Whether the form looks as if it could be sent. It keeps the keyboard while the screen waits for an effect. */
    val isEnabled: Boolean get() = app.looksAvailable(screen, element.output) || isPending

    /** Whether it was sent, and has no outcome yet. */
    val isPending: Boolean get() = app.isPending(screen, origin)

    /** The label of the button that sends it. */
    val submitLabel: String get() = element.submit ?: app.formats.words.send

    /** Whether a form with a code as its only field is sent by the last digit. */
    val isSentByLastDigit: Boolean get() = digits != null

    /** Whether a field must have a value, or null if that is not known. */
    fun isRequired(field: Field): Boolean? = field.isRequired ?: Schema.requires(schema, field.name)

    /** The keyboard of a field. */
    fun typing(field: Field): Typing =
        Typing.of(field, isNumber = Schema.type(Schema.of(field.name, schema)) in setOf("number", "integer"))

    /** The number of characters that are left, when it is little, or null. It is negative if there are too many. */
    fun charactersLeft(field: Field): Int? {
        val limit = Schema.maxLength(Schema.of(field.name, schema)) ?: return null
        if (field.input != Input.TEXT && field.input != Input.MULTILINE) return null
        val text = text(field)
        return (limit - text.codePointCount(0, text.length)).takeIf { it <= limit / 5 }
    }

    /** The messages about a field. */
    fun messages(field: Field): List<Message> = messages.getOrElse(field.name) { emptyList() }

    /** The messages about the form that are about none of its fields. */
    val generalMessages: List<Message> get() = messages.getOrElse("") { emptyList() }

    /** Sets what the user has typed or chosen. */
    fun set(field: Field, value: Any) {
        typed = typed + (field.name to value)
        keepDraft()
        val digits = digits
        if (digits != null && value is String) {
            val code = normalizedCode(value)
            if (code.length == digits && code.all { it in '0'..'9' }) {
                typed = typed + (field.name to code)
                submit()
                return
            }
        }
        app.changed()
    }

    /** Sends the form, unless something is missing, which is shown at its field then. */
    fun submit() {
        if (!app.isAvailable(screen, element.output) || isPending) return
        val schema = schema
        errors = fields
            .mapNotNull { field -> reason(field)?.let { field.name to listOf(error(field.name, it)) } }
            .toMap()
        if (errors.isNotEmpty()) return app.changed()
        val entries = element.fields.map { it.name to if (it.input == Input.HIDDEN) it.value else payloadValue(it) }
        val tap = Tap.report(element.output, Schema.formPayload(entries, schema), screen).copy(
            repetition = Tap.Repetition.IS_IGNORED,
            control = origin,
            isSecret = element.fields.any { it.isSecret }
        )
        app.perform(tap, origin, isForm = true, done = ::end)
    }

    /** Takes the form of a newer state. A field that the user has not changed gets its value. */
    internal fun update(element: Element.Form) {
        val earlier = this.element.fields.associate { it.name to it.value }
        // The server has stored a value, maybe another one than was typed.
        typed = typed.filterKeys { name -> element.fields.any { it.name == name && it.value == earlier[name] } }
        this.element = element
    }

    /** The messages of the screen that are about a field of this form. */
    internal var ofScreen: List<Message> = emptyList()

    private val messages: Map<String, List<Message>>
        get() {
            val ofServer = ofScreen.groupBy { Pointers.member(it.pointer).orEmpty() }
            return (ofServer.keys + errors.keys).associateWith { ofServer[it].orEmpty() + errors[it].orEmpty() }
        }

    private fun end(outcome: Outcome) {
        typed = typed - element.fields.filter { it.isSecret }.map { it.name }
        errors = emptyMap()
        when (outcome) {
            Outcome.Accepted -> {
                // A form on a covered screen keeps its text, because the user may come back to it.
                if (app.display.state?.focus.let { it == null || it == screen }) typed = emptyMap()
                keepDraft()
            }
            is Outcome.Refused -> {
                val violations = outcome.problem.violations.map { error(place(it.pointer), it.detail, it.code) }
                errors = violations.groupBy { Pointers.member(it.pointer).orEmpty() }
            }
            else -> Unit
        }
        app.changed()
    }

    /** The name of the field that a pointer of a problem is about, or an empty text. */
    private fun place(pointer: String): String {
        val name = Pointers.member(pointer)
        return when {
            fields.any { it.name == name } -> name!!
            // The payload is the value of the only field.
            pointer == "" && fields.size == 1 -> fields[0].name
            else -> ""
        }
    }

    private fun error(field: String, text: String, code: String? = null) =
        Message(code ?: "payload", Message.Level.ERROR, if (field == "") null else Pointers.to(field), null, text)

    private fun reason(field: Field): String? {
        val value = value(field)
        val words = app.formats.words
        return when {
            field.input == Input.TOGGLE -> null
            value == "" -> if (isRequired(field) == true) words.fieldMissing else null
            Schema.excludes(value.toString(), field.input, Schema.of(field.name, schema)) -> words.fieldInvalid
            else -> null
        }
    }

    private fun payloadValue(field: Field): Any? {
        if (field.input == Input.CHOICE) return chosen(field)?.value ?: ""
        val value = value(field)
        val isCode = field.input == Input.ONE_TIME_CODE && Schema.digits(Schema.of(field.name, schema)) != null
        return if (value is String && isCode) normalizedCode(value) else value
    }

    private fun initial(field: Field): Any = when {
        field.input == Input.TOGGLE -> field.value == true
        field.isSecret || field.value == null -> ""
        field.value is Double -> Formats.tidy(field.value).toString()
        else -> field.value.toString()
    }

    /** The number of digits of a code that is the only field. */
    private val digits: Int?
        get() = fields.singleOrNull()?.takeIf { it.input == Input.ONE_TIME_CODE }?.let {
            Schema.digits(Schema.of(it.name, schema))
        }

    private val schema: JsonObject? get() = app.schema(screen, element.output)

    private fun isEdited(field: Field): Boolean =
        !field.isSecret && field.name in typed && typed[field.name] != initial(field)

    private fun keepDraft() {
        val draft = element.fields.filter { isEdited(it) }
        id?.let { app.session.keepDraft(draft.associate { field -> field.name to typed[field.name] }, it) }
    }
}

/** JSON Pointers to the members of a payload. */
internal object Pointers {
    /** The name of the member that a pointer is about, or null for the whole payload. */
    fun member(pointer: String?): String? =
        pointer?.takeIf { it.startsWith("/") }?.drop(1)?.substringBefore('/')?.replace("~1", "/")?.replace("~0", "~")

    fun to(member: String): String = "/" + member.replace("~", "~0").replace("/", "~1")
}
