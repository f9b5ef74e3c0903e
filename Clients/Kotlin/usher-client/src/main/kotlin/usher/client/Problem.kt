package usher.client

import usher.client.http.HttpHead
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.MalformedJson
import usher.client.json.asObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.text

/** A problem that the server has reported instead of a result (RFC 9457). */
data class Problem(
    /** The status code. */
    val status: Int,
    /** All members of the problem, also unknown ones. */
    val document: JsonObject,
    /** The seconds after which the request may be repeated. */
    val retryAfter: Long?
) {
    /** The URI of the type, such as `/problems/stale-screen`. It is empty in a response without one. */
    val type: String get() = document.text("type").orEmpty().let { if (it == "about:blank") "" else it }

    /** The type of the problem, by which an app decides. */
    val kind: ProblemKind = ProblemKind.of(type)

    /** The problem in a few words. */
    val title: String get() = document.text("title") ?: "The server has responded with $status."

    /** The explanation, in the language of the session. */
    val detail: String? get() = document.text("detail")

    /** The reasons why a payload was rejected. */
    val violations: List<Violation>
        get() = document.children("errors").map {
            Violation(it.text("pointer").orEmpty(), it.text("code"), it.text("detail").orEmpty())
        }

    /** The state of the session as it is, which a stale request gets. */
    val state: NavigationState? = document.child("state")?.let { document ->
        try {
            NavigationState(document)
        } catch (malformed: MalformedState) {
            null
        }
    }

    /** The request that continues an expired session or starts its application again. */
    val resumption: Resumption?
        get() {
            val resume = document.child("resume") ?: return null
            val href = resume.text("href") ?: return null
            return if (resume.text("method") == "POST") Resumption(href, resume.child("body").orEmpty()) else null
        }

    /** A reason why a payload was rejected. */
    data class Violation(
        /** The JSON Pointer to the member of the payload. */
        val pointer: String,
        /** The stable name of the reason. */
        val code: String?,
        /** The reason in words. */
        val detail: String
    )

    /** A request that continues an expired session or starts its application again. */
    data class Resumption(
        /** The path of the request, which is a POST. */
        val href: String,
        /** The payload of the request. */
        val body: JsonObject
    ) {
        /** Whether the session goes on with its screens. Otherwise its application starts again. */
        val continuesSession: Boolean get() = "resume" in body || href.endsWith("/resume")
    }

    /**
     * Whether the session is gone for this device.
     *
     * The type says so and not the status, because a response may have lost its content, or be one of a proxy.
     */
    val losesSession: Boolean
        get() = kind == ProblemKind.UNAUTHORIZED || kind == ProblemKind.EXPIRED || kind == ProblemKind.UNREADABLE

    /**
     * Whether the same request may succeed later.
     *
     * After `credential-replaced` the response with the new token is on its way, and after `idempotency-key-in-use` an
     * earlier try of the same request is still running.
     */
    internal val isTransient: Boolean
        get() = kind == ProblemKind.CREDENTIAL_REPLACED || kind == ProblemKind.IDEMPOTENCY_KEY_IN_USE ||
            status in setOf(429, 502, 503, 504)

    internal companion object {
        /** Reads the problem in a response, whose content may be anything, because a proxy may have sent it. */
        fun read(head: HttpHead, body: ByteArray): Problem {
            val document = try {
                Json.parse(String(body, Charsets.UTF_8)).asObject()
            } catch (malformed: MalformedJson) {
                null
            }
            val seconds = head.field("Retry-After")?.toLongOrNull()
            return Problem(head.status, document.orEmpty(), seconds?.coerceAtLeast(0))
        }
    }
}

/**
 * The types of problems that the contract knows, as `GET /problems` of a server lists them.
 *
 * Types are only added within version 1, so one that this version of the library does not know is [UNKNOWN].
 */
enum class ProblemKind(private val slug: String) {
    /** Sold out. */
    OUT_OF_STOCK("out-of-stock"),

    /** The request is malformed. */
    MALFORMED_REQUEST("malformed-request"),

    /** A cross-site request was rejected. */
    CROSS_SITE("cross-site"),

    /** There is no resource at this path. */
    NOT_FOUND("not-found"),

    /** The method is not allowed at this path. */
    METHOD_NOT_ALLOWED("method-not-allowed"),

    /** A precondition of the request failed. */
    PRECONDITION_FAILED("precondition-failed"),

    /** The body is too large. */
    BODY_TOO_LARGE("body-too-large"),

    /** The request target is too long. */
    TARGET_TOO_LONG("target-too-long"),

    /** The server does not serve this host. */
    MISDIRECTED_REQUEST("misdirected-request"),

    /** Too many requests. */
    TOO_MANY_REQUESTS("too-many-requests"),

    /** The header is too large. */
    HEADER_TOO_LARGE("header-too-large"),

    /** Internal server error. */
    INCIDENT("incident"),

    /** The method or the transfer coding is not supported. */
    NOT_IMPLEMENTED("not-implemented"),

    /** The service is temporarily unavailable. */
    UNAVAILABLE("unavailable"),

    /** The HTTP version is not supported. */
    VERSION_NOT_SUPPORTED("http-version-not-supported"),

    /** The body is not valid JSON. */
    MALFORMED_JSON("malformed-json"),

    /** Unknown session or invalid credential. */
    UNAUTHORIZED("unauthorized"),

    /** The operators' token is missing or wrong. */
    OPERATOR_TOKEN_REQUIRED("operator-token-required"),

    /** The session has a new credential. */
    CREDENTIAL_REPLACED("credential-replaced"),

    /** The token of the user is not valid. */
    IDENTITY_REJECTED("identity-rejected"),

    /** The session belongs to a guest. */
    ACCOUNT_REQUIRED("account-required"),

    /** Unknown application. */
    UNKNOWN_APPLICATION("unknown-app"),

    /** Unknown session. */
    UNKNOWN_SESSION("unknown-session"),

    /** The revision is not in the history. */
    UNKNOWN_REVISION("unknown-revision"),

    /** Only JSON is available. */
    NOT_ACCEPTABLE("not-acceptable"),

    /** The screen is not in focus. */
    STALE_SCREEN("stale-screen"),

    /** The tab is not visible. */
    STALE_TAB("stale-tab"),

    /** The screen is waiting for an effect. */
    BUSY("busy"),

    /** The first request with this idempotency key is still running. */
    IDEMPOTENCY_KEY_IN_USE("idempotency-key-in-use"),

    /** The session has ended. */
    ENDED("session-ended"),

    /** The session has expired. */
    EXPIRED("session-expired"),

    /** The session has not expired. */
    NOT_EXPIRED("session-not-expired"),

    /** The hand-off can't be used. */
    HANDOFF_UNUSABLE("handoff-unusable"),

    /** The session can no longer be restored. */
    UNREADABLE("session-unreadable"),

    /** The state has changed. */
    REVISION_MISMATCH("revision-mismatch"),

    /** The body must be JSON. */
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type"),

    /** The screen has no such output. */
    UNKNOWN_OUTPUT("unknown-output"),

    /** The output is disabled at the moment. */
    OUTPUT_UNAVAILABLE("output-unavailable"),

    /** The payload does not match the schema. */
    INVALID_PAYLOAD("invalid-payload"),

    /** Unknown link. */
    UNKNOWN_LINK("unknown-link"),

    /** The application rejected the request. */
    REJECTED("rejected"),

    /** The idempotency key was already used for another request. */
    IDEMPOTENCY_KEY_REUSED("idempotency-key-reused"),

    /** The idempotency key is too short. */
    IDEMPOTENCY_KEY_TOO_SHORT("idempotency-key-too-short"),

    /** Too many sessions. */
    TOO_MANY_SESSIONS("too-many-sessions"),

    /** Too many effects are waiting. */
    EFFECT_QUEUE_FULL("effect-queue-full"),

    /** The upload has another number of bytes. */
    UPLOAD_OFFSET("upload-offset"),

    /** A type that this version of the library does not know. [Problem.type] is its URI. */
    UNKNOWN("");

    internal companion object {
        private val kinds = values().associateBy { "/problems/${it.slug}" }

        fun of(type: String): ProblemKind = kinds[type] ?: UNKNOWN
    }
}
