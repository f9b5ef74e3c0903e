package usher.client

import java.time.Instant
import java.time.format.DateTimeParseException
import usher.client.json.JsonObject
import usher.client.json.JsonPatch
import usher.client.json.UnfitPatch
import usher.client.json.asObject
import usher.client.json.bool
import usher.client.json.child
import usher.client.json.children
import usher.client.json.list
import usher.client.json.long
import usher.client.json.text

/** A document that should be a state lacks a member, or has one of another type. */
class MalformedState(member: String) : Exception("The state has no member '$member' of the right type.")

/**
 * A state of a session: everything that one drawing of the app needs.
 *
 * It is a value that never changes. Unknown members stay in [document], so an app works with later servers.
 */
class NavigationState private constructor(
    /** All members without the token, including members that this version of the library does not know. */
    val document: JsonObject,
    previous: NavigationState?
) {
    /** The phases of a session, as the server sees them. */
    sealed class Status {
        /** The user can act. */
        object Active : Status()

        /** An effect runs, and the screen in front waits for it. */
        data class Busy(val effect: String) : Status()

        /** The last flow has finished. */
        object Ended : Status()

        /** A status of a later version. */
        data class Other(val name: String) : Status()
    }

    /** The id of the session. */
    val id: String = document.text("id") ?: throw MalformedState("id")

    /** The name of the application. */
    val app: String = document.text("app") ?: throw MalformedState("app")

    /** The number of the state, which only grows. */
    val revision: Long = document.long("revision") ?: throw MalformedState("revision")

    /** The phase of the session. */
    val status: Status = when (val name = document.text("status") ?: throw MalformedState("status")) {
        "active" -> Status.Active
        "busy" -> Status.Busy(document.child("busy")?.text("effect").orEmpty())
        "ended" -> Status.Ended
        else -> Status.Other(name)
    }

    /** The keys of the screens in front, the root first. */
    val stack: List<String> =
        (document["stack"] as? List<*> ?: throw MalformedState("stack")).filterIsInstance<String>()

    /** The key of the screen in front. */
    val focus: String? = document.text("focus")

    /** The container of the app. */
    val navigation: Container = document.child("navigation").let { member ->
        previous?.navigation?.takeIf { member === previous.document["navigation"] }
            ?: Container.read(member ?: throw MalformedState("navigation"))
    }

    /** The containers above it, the one in front last. */
    val modals: List<Modal> = (document["modals"] as? List<*> ?: throw MalformedState("modals")).let { member ->
        previous?.modals?.takeIf { member === previous.document["modals"] } ?: member.map { Modal.read(it.asObject()) }
    }

    /** Every screen on any stack by key, the covered ones, too. */
    val screens: Map<String, Screen> =
        (document.child("screens") ?: throw MalformedState("screens")).mapValues { (key, member) ->
            previous?.screens?.get(key)?.takeIf { it.document === member }
                ?: Screen.read(key, member.asObject() ?: throw MalformedState(key))
        }

    /** The ways back that are possible now. */
    val gestures: Gestures = Gestures.read(document.child("gestures"))

    /** The screen in front. */
    val front: Screen? get() = focus?.let { screens[it] }

    /** The name of the application for users. */
    val title: String? get() = document.text("appTitle")

    /** The link that leads to the place in front. */
    val link: String? get() = document.text("link")

    /** The language of the texts, as a tag of BCP 47. */
    val language: String? get() = document.text("language")

    /** Whether texts run from right to left. */
    val isRightToLeft: Boolean get() = document.text("direction") == "rtl"

    /** The time at which the session expires unless it changes. */
    val expiresAt: Instant? get() = document.text("expiresAt")?.let { instant(it) }

    /** Whether an effect runs. */
    val isBusy: Boolean get() = status is Status.Busy

    /**
     * The result of an ended session, or null if there is none.
     *
     * `usher types` writes its type as `SessionResult`.
     */
    val result: Any? get() = document["result"]

    /**
     * Reads a state from its document.
     *
     * The member `token` is left out, because a state is drawn, stored and compared, and a credential is not.
     *
     * @throws MalformedState if a member that each state has is missing.
     */
    constructor(document: JsonObject) : this(if ("token" in document) document - "token" else document, null)

    /**
     * The state after a patch of the server.
     *
     * Only the parts that the patch touches are read again.
     *
     * @throws UnfitPatch if the patch is for another state, or its result is none.
     */
    internal fun applying(patch: Any?): NavigationState = try {
        NavigationState(JsonPatch(patch).applied(document), this)
    } catch (malformed: MalformedState) {
        throw UnfitPatch(malformed.message.orEmpty())
    }

    /** The same with other members. */
    internal fun replacing(document: JsonObject): NavigationState = NavigationState(document, this)

    override fun equals(other: Any?): Boolean =
        this === other || other is NavigationState && document == other.document

    override fun hashCode(): Int = id.hashCode() * 31 + revision.hashCode()

    override fun toString(): String = "$app $id, revision $revision: ${stack.map { screens[it]?.name }}"
}

/** The time in a string as RFC 3339 writes it, or null if it is none. */
fun instant(text: String): Instant? = try {
    Instant.parse(text)
} catch (malformed: DateTimeParseException) {
    null
}

/**
 * A container of screens: a stack, or tabs with a stack each.
 *
 * It has the shape of React Navigation's state.
 */
data class Container(
    /** The kind of the container. */
    val kind: Kind,
    /** The name of this instance, which is never used again in its session. */
    val key: String,
    /** The position of the route in front. */
    val index: Int,
    /** The screens of a stack, or the tabs. */
    val routes: List<Route>,
    /** The name of the transition with which it appeared. */
    val transition: String?
) {
    /** The kinds of containers. */
    enum class Kind {
        /** Screens above each other, with the root first. */
        STACK,

        /** Routes beside each other, with one selected. */
        TABS,

        /** A kind of a later version. */
        OTHER
    }

    /** The route in front, or null in an empty container. */
    val selected: Route? get() = routes.getOrNull(index)

    /** The key of the screen that the container shows. */
    val visibleScreen: String?
        get() = selected?.let { if (it.container != null) it.container.visibleScreen else it.key }

    internal companion object {
        fun read(document: JsonObject): Container = Container(
            kind = when (document.text("type") ?: throw MalformedState("type")) {
                "stack" -> Kind.STACK
                "tabs" -> Kind.TABS
                else -> Kind.OTHER
            },
            key = document.text("key") ?: throw MalformedState("key"),
            index = document.long("index")?.toInt() ?: 0,
            routes = (document["routes"] as? List<*> ?: throw MalformedState("routes"))
                .map { Route.read(it.asObject()) },
            transition = document.text("transition")
        )
    }
}

/** A screen of a stack, or a tab. */
data class Route(
    /** The key of the screen, or of the tab. */
    val key: String,
    /** The name of the screen's type, or of the tab. */
    val name: String,
    /** The title of a tab. */
    val title: String?,
    /** The badge of a tab. */
    val badge: String?,
    /** The picture of a tab, as an `image` element. */
    val image: JsonObject?,
    /** The name of the transition with which a screen appeared. */
    val transition: String?,
    /** The container inside, or null for a screen and for a tab that was never selected. */
    val container: Container?
) {
    internal companion object {
        fun read(document: JsonObject?): Route = Route(
            key = document?.text("key") ?: throw MalformedState("key"),
            name = document.text("name") ?: throw MalformedState("name"),
            title = document.text("title"),
            badge = document.text("badge")?.takeIf { it.isNotEmpty() },
            image = document.child("image"),
            transition = document.text("transition"),
            container = document.child("state")?.let { Container.read(it) }
        )
    }
}

/** A container above all others. */
data class Modal(
    /** The key of the modal. */
    val key: String,
    /** The way to present it. */
    val presentation: Presentation,
    /** Whether the user may swipe it down. */
    val isDismissible: Boolean,
    /** The name of the transition with which it appeared. */
    val transition: String?,
    /** The container inside. */
    val container: Container
) {
    /** The ways to present a modal. */
    enum class Presentation {
        /** A sheet, below which a part of the screen stays visible. */
        SHEET,

        /** A modal over the whole screen. */
        FULL_SCREEN,

        /** A screen that only asks a question, by a `confirm` element as its view. */
        ALERT,

        /** A presentation of a later version. */
        OTHER
    }

    internal companion object {
        fun read(document: JsonObject?): Modal = Modal(
            key = document?.text("key") ?: throw MalformedState("key"),
            presentation = when (document.text("presentation")) {
                "sheet", null -> Presentation.SHEET
                "fullScreen" -> Presentation.FULL_SCREEN
                "alert" -> Presentation.ALERT
                else -> Presentation.OTHER
            },
            isDismissible = document.bool("dismissible") ?: false,
            transition = document.text("transition"),
            container = Container.read(document.child("state") ?: throw MalformedState("state"))
        )
    }
}

/** The ways that lead away from the screen in front, and that are possible now. */
data class Gestures(
    /** The path of going back, or null if that is not possible. */
    val back: String?,
    /**
     * The path of going back to the app that the session is a part of, which ends it, or null if that is not possible.
     *
     * A tap that goes back does it where there is no other way back.
     */
    val leave: String?,
    /** The path of dismissing the modal in front, or null if that is not possible. */
    val dismiss: String?,
    /** The question to ask before a gesture that discards what the user has entered. */
    val question: Question?
) {
    internal companion object {
        fun read(document: JsonObject?): Gestures = Gestures(
            back = document?.text("back"),
            leave = document?.text("leave"),
            dismiss = document?.text("dismiss"),
            question = document?.child("confirm")?.let { confirm ->
                Question(
                    title = confirm.text("title").orEmpty(),
                    text = confirm.text("text"),
                    gestures = confirm.list("gestures").filterIsInstance<String>().toSet()
                )
            }
        )
    }
}

/** A question to ask before a gesture. */
data class Question(
    /** The question in a few words. */
    val title: String,
    /** The explanation of the question. */
    val text: String?,
    /** The names of the gestures before which to ask: `back`, `leave`, `dismiss`. */
    val gestures: Set<String>
)
