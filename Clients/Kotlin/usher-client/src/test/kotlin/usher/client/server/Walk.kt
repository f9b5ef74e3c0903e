package usher.client.server

import java.util.concurrent.CompletableFuture
import usher.client.NavigationState
import usher.client.Outcome
import usher.client.Phase
import usher.client.Session
import usher.client.Tap
import usher.client.http.Transport

/** A tap without keys, which are others in another session. */
data class Choice(val kind: String, val name: String?, val payload: Any?) {
    /** The tap of a state that is this choice, or null if it is not possible there. */
    fun tap(state: NavigationState): Tap? = Walker.taps(state).firstOrNull { of(it, state) == this }

    companion object {
        fun of(tap: Tap, state: NavigationState): Choice = when (val action = tap.action) {
            is Tap.Action.Report -> Choice("report", action.output, action.payload)
            is Tap.Action.Back -> Choice("back", null, null)
            Tap.Action.Dismiss -> Choice("dismiss", null, null)
            is Tap.Action.Tab -> Choice("tab", null, state.navigation.tabs.indexOfFirst { it.key == action.key })
            is Tap.Action.Link -> Choice("link", action.url, null)
        }
    }
}

/**
 * A choice with its outcome, and the names of the screens in front then.
 *
 * @property isHurried Whether the next choice was made before this one had its outcome.
 */
data class WalkStep(val choice: Choice, val isHurried: Boolean, val outcome: String = "", val stack: String = "")

/** The result of a walk: its steps, and the state as the client has it after all patches and as the server has it. */
class FinishedWalk(val steps: List<WalkStep>, val client: NavigationState, val server: NavigationState)

/**
 * A walk through an application at random, or as another one before.
 *
 * @param server The server without a proxy.
 * @param isHurried Whether the user makes a second choice now and then before the first has its outcome.
 */
class Walk(
    private val app: String,
    private val server: String,
    proxy: String?,
    transport: Transport,
    private val count: Int,
    private val isHurried: Boolean,
    private val seed: Long
) {
    private val session = session(proxy ?: server, app, transport = transport)

    /** The finished walk, or null if the session was lost on the way. */
    fun performed(script: List<WalkStep>?): FinishedWalk? {
        session.open().wait()
        quiet()
        val walker = Walker(seed)
        val steps = ArrayList<WalkStep>()
        while (steps.size < count) {
            // The services of a launch show screens that report nothing.
            val display = session.display { it.phase != Phase.Open || Walker.taps(it.state!!).isNotEmpty() }
            if (display.phase != Phase.Open) return null
            val state = display.state!!
            val choices = if (script == null) chosen(walker, state, count - steps.size) else {
                script.drop(steps.size).take(if (script[steps.size].isHurried) 2 else 1)
            }
            val seen = stateOffering(choices[0].choice) ?: state
            // Two choices are both made on the state that the user saw before the first of them.
            val taps = choices.map { it.choice.tap(seen) }
            val outcomes = taps.map { it?.let { tap -> session.submit(tap) } }
            val ended = choices.mapIndexed { index, step ->
                val isWanted = if (step.outcome == "") index == 0 else step.outcome != "Outdated"
                step.copy(outcome = outcome(step.choice, taps[index], outcomes[index], isWanted))
            }
            val stack = session.names.joinToString(" ")
            steps += ended.map { it.copy(stack = stack) }
            // The taps that follow mean nothing on other screens.
            if (script != null && steps != script.take(steps.size)) break
        }
        return finished(steps)
    }

    private fun chosen(walker: Walker, state: NavigationState, left: Int): List<WalkStep> {
        val isPair = isHurried && walker.isHurried() && left > 1
        val taps = (0 until if (isPair) 2 else 1).mapNotNull { walker.step(state) }
        return taps.mapIndexed { index, tap -> WalkStep(Choice.of(tap, state), isPair && index == 0) }
    }

    /** The state that offers a choice, for which an effect in the background may have to be done first. */
    private fun stateOffering(choice: Choice): NavigationState? {
        repeat(100) {
            session.display.state?.takeIf { choice.tap(it) != null }?.let { return it }
            Thread.sleep(20)
        }
        return null
    }

    /**
     * The outcome of a choice, made again if it came too late because an effect had changed the screen, as a user would
     * do.
     */
    private fun outcome(choice: Choice, tap: Tap?, first: CompletableFuture<Outcome>?, isWanted: Boolean): String {
        if (tap == null || first == null) return "impossible"
        var outcome = first.wait()
        repeat(4) {
            if (outcome != Outcome.Outdated || !isWanted) return outcome.toString()
            val next = stateOffering(choice)?.let { choice.tap(it) }
            if (next == null || next.screen != tap.screen) return outcome.toString()
            outcome = session.perform(next)
        }
        return outcome.toString()
    }

    private fun finished(steps: List<WalkStep>): FinishedWalk? {
        quiet()
        if (session.display.phase != Phase.Open) return null
        val direct = session(server, app)
        for (attempt in 0 until 100) {
            direct.credential = session.credential
            val whole = direct.atServer()
            val client = session.display.state!!
            if (client.revision == whole.revision && !session.display.isPredicted) {
                session.close().wait()
                return FinishedWalk(steps, client, whole)
            }
            Thread.sleep(100)
        }
        throw IllegalStateException("$app: after ${steps.size} taps the client did not get to the state of the server.")
    }

    /** Waits until effects and timers of the server have brought nothing for some time. */
    private fun quiet() {
        var revision = -1L
        while (session.display.state!!.revision != revision) {
            revision = session.display.state!!.revision
            Thread.sleep(2_000)
        }
    }
}
