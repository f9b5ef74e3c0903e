package usher.client.server

import usher.client.Container
import usher.client.NavigationState
import usher.client.Route
import usher.client.Screen
import usher.client.Tap
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.asObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.long
import usher.client.json.text

/** A user who taps at random, in the same way for the same seed. */
class Walker(seed: Long) {
    private val random = java.util.Random(seed)

    /** The next tap, or null if the state offers none. */
    fun step(state: NavigationState): Tap? = taps(state).let { if (it.isEmpty()) null else it[random.nextInt(it.size)] }

    /** Whether the user is in a hurry now and then. */
    fun isHurried(): Boolean = random.nextInt(5) == 0

    companion object {
        /**
         * Outputs with an effect that depends on the time, such as messages with codes and limits of tries, or on other
         * sessions of the account.
         */
        private val leftOut = setOf(
            "resend", "addPhone", "phoneSelected", "changePhone", "forgotPassword", "changePassword", "endSession",
            "endOtherSessions", "setUpAuthenticator", "removeAuthenticator", "makeRecoveryCodes", "removePhone",
            "security", "signUp"
        )

        /**
         * Applications that save the cart of a user in the background. Their screens after a login depend on the pace
         * of the taps, so the user stays a guest there.
         */
        private val withoutLogin = setOf("market", "shop")

        /** Values that fields take, so that most forms are accepted. */
        private val values = mapOf(
            "username" to "demo", "login" to "demo", "password" to "demo-password", "name" to "Ada", "title" to "Lamp",
            "address" to "Linienstraße 12", "street" to "Linienstraße 12", "note" to "Brass",
            "phone" to "+491705550001"
        )

        /** The taps that a state offers, always in the same order. */
        fun taps(state: NavigationState): List<Tap> {
            val front = state.front
            val reports = if (front == null) emptyList() else reports(front.view, front)
                .filter { (output, _) -> output !in leftOut && front.output(output) != null }
                .map { (output, payload) ->
                    val isSecret = Json.write(payload).contains("demo-password")
                    Tap.report(output, payload, front.key).copy(isSecret = isSecret)
                }
                .filter { !it.isSecret || state.app !in withoutLogin }
            // Pages that turn by a timer are left at once.
            reports.firstOrNull { (it.action as Tap.Action.Report).output == "skip" }?.let { return listOf(it) }
            val taps = ArrayList(reports)
            if (state.gestures.back != null) repeat(2) { taps += Tap.back().copy(isConfirmed = true) }
            if (state.gestures.dismiss != null) taps += Tap.dismiss.copy(isConfirmed = true)
            if (state.modals.isEmpty()) taps += state.navigation.tabs.map { Tap.tab(it.key) }
            return taps
        }

        private fun reports(value: Any?, screen: Screen): List<Pair<String, Any?>> {
            if (value is List<*>) return value.flatMap { reports(it, screen) }
            val members = value.asObject()
            if (members == null || "enabledAt" in members || "disabled" in members) return emptyList()
            val output = members.text("output")
            val schema = output?.let { screen.output(it)?.schema }
            return when (if (output == null) null else members.text("kind")) {
                "form" -> listOf(output!! to form(members.children("fields"), schema))
                "search" -> listOf("a", "").map { output!! to member(it, "query", schema) }
                "toggle" -> listOf(output!! to control(members, members["value"] != true, schema))
                "stepper" -> {
                    val number = members.long("value") ?: 0
                    val next = if (number < members.long("max") ?: 0) number + 1 else number - 1
                    listOf(output!! to control(members, next, schema))
                }
                else -> {
                    val inner = members.toSortedMap().filterKeys { it != "payload" && it != "fallback" }
                    val own = if (output == null) emptyList() else listOf(output to members["payload"])
                    own + inner.values.flatMap { reports(it, screen) }
                }
            }
        }

        private fun control(members: JsonObject, value: Any?, schema: JsonObject?): Any? {
            val name = members.text("member") ?: return member(value, "value", schema)
            return members.child("payload").orEmpty() + (name to value)
        }

        private fun member(value: Any?, name: String, schema: JsonObject?): Any? {
            if (schema?.text("type") != "object") return value
            val names = schema.child("properties").orEmpty().keys
            return mapOf((names.singleOrNull() ?: name) to value)
        }

        private fun form(fields: List<JsonObject>, schema: JsonObject?): Any? {
            val entries = fields.map { it.text("name").orEmpty() to value(it) }
            return if (schema?.text("type") == "object") entries.toMap() else entries.firstOrNull()?.second
        }

        private fun value(field: JsonObject): Any? = when (field.text("input")) {
            "toggle" -> field["value"] == true
            "choice" -> field["value"] ?: field.children("choices").firstOrNull()?.get("value")
            "oneTimeCode" -> "000000"
            else -> values[field.text("name")] ?: field["value"] ?: "Walk"
        }
    }
}

/** The tabs in front. */
val Container.tabs: List<Route>
    get() = if (kind == Container.Kind.TABS) routes else selected?.container?.tabs.orEmpty()
