package usher.rendering

import java.math.BigDecimal
import java.text.NumberFormat
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.format.DateTimeFormatter
import java.time.format.FormatStyle
import java.util.Currency
import java.util.Locale
import usher.client.instant

/**
 * Writes values in the language of the session, with the region of the user if that is the user's language, and times
 * in the time zone that the session was started with.
 *
 * @param language the language of the state, as a tag of BCP 47, or null for an application with one language.
 * @param user the language and region of the user.
 */
class Formats(
    language: String?,
    user: Locale = Locale.getDefault(),
    private val zone: ZoneId = ZoneId.systemDefault()
) {
    /** The language and region of values. */
    val locale: Locale = language?.let { Locale.forLanguageTag(it) }?.takeIf { it.language != user.language } ?: user

    /** The client's own texts. */
    val words: Words = Words.of(language ?: user.language)

    /** A price, with as many digits after the point as its currency has: two for EUR, none for JPY, three for KWD. */
    fun money(price: Price): String {
        val currency = try {
            Currency.getInstance(price.currency)
        } catch (unknown: IllegalArgumentException) {
            return "${price.amount} ${price.currency}"
        }
        val digits = Math.max(currency.defaultFractionDigits, 0)
        val format = NumberFormat.getCurrencyInstance(locale)
        format.currency = currency
        format.minimumFractionDigits = digits
        format.maximumFractionDigits = digits
        return format.format(BigDecimal.valueOf(price.amount, digits))
    }

    /** A part of a whole in percent. */
    fun percent(part: Double): String = NumberFormat.getPercentInstance(locale).format(part)

    /** A number without a fraction that it does not have. */
    fun number(value: Double): String = NumberFormat.getNumberInstance(locale).format(tidy(value))

    /** A day and a time, of a text as RFC 3339 writes it. */
    fun dateAndTime(time: String): String =
        write(time, DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT))

    /** A day, of a text as RFC 3339 writes it. */
    fun date(time: String): String = write(time, DateTimeFormatter.ofLocalizedDate(FormatStyle.SHORT))

    /** A time of a day, of a text as RFC 3339 writes it. */
    fun timeOfDay(time: String): String = write(time, DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT))

    /**
     * The time until an instant in the form "0:42", as a date if it is more than a day away, or null if no time is
     * left.
     *
     * @param now the time of the server.
     */
    fun timeUntil(time: String?, now: Instant): String? {
        val end = time?.let { instant(it) } ?: return null
        val left = (Duration.between(now, end).toMillis() + 999) / 1_000
        if (left <= 0) return null
        if (left > 86_400) return date(time)
        val hours = left / 3_600
        val minutes = left / 60 % 60
        val seconds = left % 60
        val rest = String.format("%02d", seconds)
        return if (hours > 0) String.format("%d:%02d:%s", hours, minutes, rest) else "$minutes:$rest"
    }

    private fun write(time: String, format: DateTimeFormatter): String =
        instant(time)?.let { format.withLocale(locale).format(it.atZone(zone)) } ?: time

    companion object {
        /** Rounds away floating-point errors, so that 0.1 + 0.2 is 0.3. */
        fun tidy(value: Double): Double = BigDecimal(value).round(java.math.MathContext(12)).toDouble()
    }
}
