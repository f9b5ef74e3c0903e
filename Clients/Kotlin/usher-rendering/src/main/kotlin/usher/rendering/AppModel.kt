package usher.rendering

import java.time.ZoneId
import java.util.Locale
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import usher.client.Connection
import usher.client.Display
import usher.client.EventLoop
import usher.client.Message
import usher.client.Modal
import usher.client.NavigationState
import usher.client.Outcome
import usher.client.Phase
import usher.client.ProblemKind
import usher.client.Question
import usher.client.RowSource
import usher.client.RowsDisplay
import usher.client.RowsModel
import usher.client.Screen
import usher.client.Session
import usher.client.SessionError
import usher.client.Tap
import usher.client.http.Cancellable
import usher.client.json.JsonObject

/**
 * An application as a user sees it: what to draw, and what each press does.
 *
 * It has no view of its own, so the same model is behind every view. All of its functions are called on one thread,
 * that of the loop, which is the main thread of an app. Its listener is called there after each change.
 *
 * ```kotlin
 * val model = AppModel(session, mainLoop, server = "https://shop.example")
 * model.addListener { draw(model.frame) }
 * model.open()
 * ```
 *
 * @param session The session, which the model opens and closes.
 * @param loop The thread of the views and its clock.
 * @param server The address of the server, for pictures.
 * @param user The language and region of the user.
 * @param zone The time zone of the session, as in its [usher.client.ClientDescription].
 */
class AppModel(
    val session: Session,
    internal val loop: EventLoop,
    val server: String,
    private val user: Locale = Locale.getDefault(),
    private val zone: ZoneId = ZoneId.systemDefault()
) {
    /** Everything about the session that the user sees. */
    var display: Display = session.display
        private set

    /** The way in which values and the client's own texts are written. */
    var formats = Formats(null, user, zone)
        private set

    /** The notice about the outcome of the last tap. */
    var notice: Notice? = null
        private set

    /**
     * A text for screen readers about a change that moves no focus and is no message, such as the number of results.
     */
    var announcement: String? = null
        private set

    private var question: DiscardQuestion? = null
    private var failure: SessionError? = null

    /** Whether a session is being opened, started or resumed. */
    private var isBeginning = false
    private var listeners: List<() -> Unit> = emptyList()
    private var registration: Cancellable? = null
    private var tick: Cancellable? = null

    /** The parts whose taps have no outcome yet, by screen and place. */
    private var pending: List<String> = emptyList()

    /** The outputs that each screen had when it was in front last. */
    private var offers: Map<String, Set<String>> = emptyMap()
    private var screens: Map<String, ScreenModel> = emptyMap()
    private val forms = HashMap<String, FormModel>()
    private val values = HashMap<String, ValueModel>()
    private val rows = HashMap<String, RowsModel>()

    /** The sources whose rows were asked for last. A drawing after a failure does not ask again. */
    private val sources = HashMap<String, RowSource>()
    private var searchResults: Pair<String, Int?>? = null
    private val executor = Executor { action -> loop.execute { action.run() } }

    /** Calls a listener after each change. */
    fun addListener(listener: () -> Unit): Cancellable {
        listeners = listeners + listener
        return object : Cancellable {
            override fun cancel() {
                listeners = listeners - listener
            }
        }
    }

    /** Opens the session and shows it. */
    fun open(link: String? = null) {
        if (registration == null) registration = session.addListener(executor) { show(it) }
        begin { session.open(link) }
    }

    /** Stops showing the session, and stores it for the next [open]. */
    fun close() {
        registration?.cancel()
        registration = null
        tick?.cancel()
        session.close()
    }

    /** What the window shows. */
    val frame: Frame
        get() {
            val words = formats.words
            val state = display.state
            val phase = display.phase
            val failure = failure
            return when {
                failure != null -> Frame.Page(
                    words.cannotStart, describe(failure), "warning",
                    listOf(Frame.Page.Action(words.tryAgain) { again { session.open() } })
                )
                phase is Phase.Expired -> {
                    val isKept = phase.problem.resumption?.continuesSession == true
                    val isUnreadable = phase.problem.kind == ProblemKind.UNREADABLE
                    val label = if (isKept) words.goOn else words.startAgain
                    Frame.Page(
                        if (isUnreadable) words.sessionUnreadable else words.sessionExpired,
                        if (isKept) words.sessionKept else words.sessionGone, "info",
                        listOf(Frame.Page.Action(label) { again { session.resume() } })
                    )
                }
                phase is Phase.Gone -> Frame.Page(
                    words.sessionTaken, words.sessionTakenText, "lock",
                    listOf(Frame.Page.Action(words.startAgain) { again { session.start() } })
                )
                phase == Phase.Ended -> Frame.Page(
                    words.ended, words.endedText, "checkmark",
                    listOf(Frame.Page.Action(words.startAgain) { again { session.start() } })
                )
                state == null && display.connection != Connection.ONLINE -> Frame.Page(
                    words.offline, words.offlineText, "warning",
                    listOf(Frame.Page.Action(words.tryAgain) { session.retry() })
                )
                state == null || phase == Phase.Closed -> Frame.Opening
                else -> app(state)
            }
        }

    /** The line about the connection, while there is something to show below it. */
    val banner: ConnectionBanner?
        get() {
            val words = formats.words
            if (display.state == null || display.phase != Phase.Open) return null
            return when (display.connection) {
                Connection.ONLINE -> null
                Connection.RECONNECTING -> ConnectionBanner(words.reconnecting, isError = false, retryLabel = null)
                Connection.UNREACHABLE -> ConnectionBanner(words.unreachable, true, words.tryAgain)
            }
        }

    /** Whether texts run from right to left. Maps and pictures are not mirrored. */
    val isRightToLeft: Boolean get() = display.state?.isRightToLeft == true

    /** Whether the server is working for the screen in front. */
    val isWorking: Boolean get() = display.state?.isBusy == true || pending.isNotEmpty()

    /** A screen as it is drawn. */
    fun screenModel(key: String): ScreenModel? = screens[key]

    /** The model of a form, which lives as long as its screen. */
    fun form(screen: String, placed: Placed<Element.Form>): FormModel =
        forms.getOrPut("$screen ${placed.origin}") { FormModel(this, screen, placed.origin, placed.element) }

    /** The model of a value that is set by a control, which lives as long as its screen. */
    fun value(screen: String, origin: String): ValueModel =
        values.getOrPut("$screen $origin") { ValueModel(this, screen, origin) }

    /** The rows beside the state of a list, of which the first page is read by this. */
    fun rows(screen: String, list: Element.Rows): RowsDisplay? {
        val source = this.screen(screen)?.let { RowSource.of(list.source ?: return null, it) } ?: return null
        val name = "$screen ${source.name}"
        val model = rows.getOrPut(name) { RowsModel(session, executor) { changed() } }
        if (sources.put(name, source) != source) model.show(source)
        return model.display
    }

    /** Reads the next page of such a list, or again a page that has failed. */
    fun moreRows(screen: String, list: Element.Rows) {
        val source = this.screen(screen)?.let { RowSource.of(list.source ?: return, it) } ?: return
        rows["$screen ${source.name}"]?.more()
    }

    /** The rows of a page, as elements. */
    fun rows(display: RowsDisplay): List<Row> = display.rows.mapIndexed { index, document -> row(document, index) }

    /**
     * Whether a control that reports an output looks as if it could: it can, or its screen is covered or waits for an
     * effect.
     */
    fun looksAvailable(screen: String, output: String): Boolean {
        val state = display.state ?: return false
        val isInFront = state.focus == screen && !state.isBusy
        return isAvailable(screen, output) || !isInFront && offers[screen]?.contains(output) ?: true
    }

    /** Whether an output can be reported now. */
    fun isAvailable(screen: String, output: String): Boolean = screen(screen)?.output(output) != null

    /** Whether a part of a screen has caused a tap that has no outcome yet. */
    fun isPending(screen: String, origin: String): Boolean = "$screen $origin" in pending

    /** The state of a button. */
    fun state(screen: String, origin: String, button: Element.Button): ButtonState {
        val left = formats.timeUntil(button.enabledAt, session.serverTime)
        return ButtonState(
            label = if (left == null) button.label else "${button.label} · $left",
            isEnabled = !button.isDisabled && left == null && looksAvailable(screen, button.output),
            isPending = isPending(screen, origin)
        )
    }

    /** Presses a button, unless it is disabled. A second press before the first has its outcome is ignored. */
    fun press(screen: String, origin: String, button: Element.Button) {
        if (!state(screen, origin, button).isEnabled) return
        report(screen, origin, Report(button.output, button.payload, button.link))
    }

    /** Presses a row, a card, an option or a marker. */
    fun report(screen: String, origin: String, report: Report) {
        if (!isAvailable(screen, report.output)) return
        val tap = Tap.report(report.output, report.payload, screen)
        perform(tap.copy(repetition = Tap.Repetition.IS_IGNORED, control = origin), origin)
    }

    /** The option that is drawn as chosen: that of the user until the response has come. */
    fun isChosen(screen: String, origin: String, options: Element.Options, option: Option): Boolean {
        val pressed = options.options.firstOrNull { isPending(screen, "$origin/${it.key}") }
        return when {
            pressed == option -> !options.several || !option.isSelected
            options.several -> option.isSelected
            else -> option.isSelected && pressed == null
        }
    }

    /** Chooses an option. One that is chosen already is not reported again, unless several can be. */
    fun choose(screen: String, origin: String, options: Element.Options, option: Option) {
        if (!options.several && isChosen(screen, origin, options, option)) return
        option.report?.let { report(screen, "$origin/${option.key}", it) }
    }

    /**
     * Whether the screen in front has a control for going back, to the screen below or to the app that the session is a
     * part of.
     */
    val canGoBack: Boolean
        get() = display.state?.gestures?.let { it.back != null || it.leave != null } == true

    /** Whether the user can leave the screen in front: by going back, closing a modal, or cancelling an alert. */
    val canLeave: Boolean get() = canGoBack || display.state?.gestures?.dismiss != null

    /** Whether the system may show where a gesture back leads, before the user has decided: nothing has to be asked. */
    val canPreviewBack: Boolean
        get() = display.state?.gestures.let { it?.back != null && it.question?.gestures?.contains("back") != true }

    /** What the back button of the system does: closes a question, cancels an alert, goes back, or closes the modal. */
    fun leave() {
        val question = question
        val alert = (frame as? Frame.App)?.alert
        val cancel = alert?.confirm?.element?.cancel
        when {
            question != null -> question.keep()
            alert != null && cancel != null -> {
                val index = alert.confirm.element.actions.indexOf(cancel)
                press(alert.screen, "${alert.confirm.origin}/$index", cancel)
            }
            canGoBack -> back()
            else -> dismiss()
        }
    }

    /**
     * Goes back by one screen, or to the screen of a key. From the first screen it leads to the app that the session is
     * a part of.
     */
    fun back(to: String? = null) = gesture("back", Tap.back(to))

    /**
     * Closes the modal in front. Text that goes with it comes back on no other screen, so the user is asked about that,
     * too.
     */
    fun dismiss() {
        val state = display.state ?: return
        val modal = state.modals.lastOrNull()
        if (state.gestures.dismiss == null || modal == null) return
        val isTyped = screensOf(modal).any { key -> forms.values.any { it.screen == key && it.isEdited } }
        val own = state.gestures.question?.takeIf { "dismiss" in it.gestures }
        if (isTyped) ask("dismiss", Tap.dismiss, own) else gesture("dismiss", Tap.dismiss)
    }

    /** Selects a tab. The selected one again goes to its root. */
    fun select(tab: String) = perform(Tap.tab(tab), "tab $tab")

    /** Opens a link, which can lead away from anything that the user has entered. */
    fun openLink(url: String) {
        val own = display.state?.gestures?.question
        val isTyped = forms.values.any { it.isEdited } || own != null
        if (isTyped) ask("link", Tap.link(url), own) else perform(Tap.link(url), "link")
    }

    /** Closes the notice. */
    fun closeNotice() {
        notice = null
        changed()
    }

    /** Sends lost requests again at once. */
    fun retry() = session.retry()

    internal fun screen(key: String): Screen? = display.state?.screens?.get(key)

    internal fun schema(screen: String, output: String): JsonObject? = screen(screen)?.output(output)?.schema

    /** Sends a tap, and tells the outcome to the user if it is not as wanted. */
    internal fun perform(tap: Tap, origin: String, isForm: Boolean = false, done: (Outcome) -> Unit = {}) {
        val name = "${tap.screen ?: display.state?.focus} $origin"
        pending = pending + name
        notice = null
        session.submit(tap).thenAccept { outcome ->
            loop.execute {
                // The display of the session may be newer than the one that was shown last.
                show(session.display)
                pending = pending - name
                take(outcome, isForm)
                done(outcome)
                changed()
            }
        }
        changed()
    }

    internal fun changed() {
        for (listener in listeners) listener()
    }

    private fun take(outcome: Outcome, isForm: Boolean) {
        val words = formats.words
        notice = when (outcome) {
            Outcome.Outdated -> Notice(words.movedOn, isError = false)
            Outcome.Offline -> Notice(words.unreachable, isError = true)
            is Outcome.Refused ->
                // The reasons are shown at the fields.
                if (isForm && outcome.problem.violations.isNotEmpty()) null
                else Notice(words.failed(outcome.problem.detail), isError = true)
            else -> notice
        }
    }

    private fun gesture(name: String, tap: Tap) = perform(tap, name) { outcome ->
        if (outcome is Outcome.Unconfirmed) ask(name, tap, outcome.question)
    }

    /** Asks the question of the application, if it has one, before a tap that discards something. */
    private fun ask(gesture: String, tap: Tap, own: Question?) {
        val words = formats.words
        question = DiscardQuestion(
            screen = display.state?.focus,
            title = own?.title ?: words.discardTitle,
            text = if (own == null) words.discardText else own.text,
            discardLabel = words.discard,
            keepLabel = words.keepEditing,
            discard = {
                question = null
                perform(tap.copy(isConfirmed = true), gesture)
            },
            keep = {
                question = null
                changed()
            }
        )
        changed()
    }

    /** Begins by a button of a page. A second press is ignored, because it would start a second session. */
    private fun again(start: () -> CompletableFuture<Unit>) {
        if (!isBeginning) begin(start)
    }

    private fun begin(start: () -> CompletableFuture<Unit>) {
        isBeginning = true
        failure = null
        notice = null
        start().whenComplete { _, error ->
            loop.execute {
                isBeginning = false
                val reason = error as? SessionError ?: error?.cause as? SessionError
                if (reason != null && reason !is SessionError.Cancelled) failure = reason
                show(session.display)
            }
        }
        changed()
    }

    private fun describe(failure: SessionError): String =
        (failure as? SessionError.OfServer)?.problem?.let { it.detail ?: it.title } ?: failure.message.orEmpty()

    private fun show(new: Display) {
        val before = display.state
        display = new
        val state = new.state
        if (state != null && state !== before) take(state, before)
        changed()
    }

    private fun take(state: NavigationState, before: NavigationState?) {
        if (state.language != before?.language || before == null) formats = Formats(state.language, user, zone)
        if (state.id != before?.id) {
            // Keys are unique within one session only.
            screens = emptyMap()
            forms.clear()
            values.clear()
            rows.clear()
            sources.clear()
            offers = emptyMap()
            pending = emptyList()
            question = null
        }
        screens = state.screens.mapValues { (key, screen) ->
            screens[key]?.takeIf { it.screen === screen } ?: ScreenModel(screen, elements(screen))
        }
        for (models in listOf(forms, values, rows, sources)) {
            models.keys.removeAll { it.substringBefore(' ') !in state.screens }
        }
        offers = offers.filterKeys { it in state.screens }
        val front = state.front
        if (front != null && !state.isBusy) offers = offers + (front.key to front.outputs.map { it.name }.toSet())
        for (screen in screens.values) for (form in screen.forms) {
            val model = form(screen.key, form)
            model.update(form.element)
            model.ofScreen = screen.messages(form)
        }
        if (question?.screen != state.focus) question = null
        announce(state)
        scheduleTick()
    }

    private fun elements(screen: Screen): List<Element> =
        screen.view?.map { Element.read(it) } ?: GenericView.elements(screen)

    private fun app(state: NavigationState): Frame.App {
        val alert = state.focus?.let { key -> screens[key]?.confirm?.let { AppAlert(key, it) } }
        val modals = state.modals.filter { it.presentation != Modal.Presentation.ALERT || alert == null }
        return Frame.App(state.navigation, modals, alert, question)
    }

    private fun screensOf(modal: Modal): List<String> = modal.container.let { container ->
        container.routes.flatMap { route -> route.container?.routes?.map { it.key } ?: listOf(route.key) }
    }

    /** Announces the number of results of a search if it has changed. */
    private fun announce(state: NavigationState) {
        val key = state.focus ?: return
        val count = screens[key]?.searchResults
        val before = searchResults
        val isChange = before?.first == key && before.second != count
        announcement = if (count != null && isChange) formats.words.results(count) else null
        searchResults = key to count
    }

    /** Draws again each second while a button counts down. */
    private fun scheduleTick() {
        tick?.cancel()
        tick = null
        val isCounting = display.state?.front?.let { screens[it.key] }?.all.orEmpty().any { (_, element) ->
            buttons(element).any { formats.timeUntil(it.enabledAt, session.serverTime) != null }
        }
        if (!isCounting) return
        tick = loop.schedule(1_000) {
            changed()
            scheduleTick()
        }
    }

    private fun buttons(element: Element): List<Element.Button> = when (element) {
        is Element.Button -> listOf(element)
        is Element.Confirm -> element.actions
        is Element.Hero -> listOfNotNull(element.action)
        is Element.Empty -> listOfNotNull(element.action)
        is Element.Pinned -> listOfNotNull(element.control as? Element.Button)
        is Element.Card -> listOfNotNull(element.row.control as? Element.Button)
        is Element.Grid -> listOfNotNull(element.more) + element.cards.mapNotNull { it.control as? Element.Button }
        is Element.Rows -> listOfNotNull(element.more) +
            element.sections.flatMap { section -> section.rows.mapNotNull { it.control as? Element.Button } }
        else -> emptyList()
    }
}

/** The state of a button. */
data class ButtonState(val label: String, val isEnabled: Boolean, val isPending: Boolean)

/** The politeness of a message for screen readers. */
enum class LiveRegion { POLITE, ASSERTIVE }

/** Urgent messages interrupt a screen reader. */
val Message.liveRegion: LiveRegion get() = if (asksOfUser) LiveRegion.ASSERTIVE else LiveRegion.POLITE

/** The symbol of a message. */
val Message.symbol: String
    get() = when (level) {
        Message.Level.ERROR, Message.Level.WARNING -> "warning"
        Message.Level.SUCCESS -> "checkmark"
        Message.Level.INFO, Message.Level.OTHER -> "info"
    }
