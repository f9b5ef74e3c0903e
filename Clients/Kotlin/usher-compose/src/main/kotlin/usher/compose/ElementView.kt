package usher.compose

import androidx.compose.foundation.horizontalScroll
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.Spacer
import androidx.compose.foundation.layout.aspectRatio
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.heightIn
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.layout.width
import androidx.compose.foundation.lazy.LazyRow
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.text.selection.SelectionContainer
import androidx.compose.material3.Badge
import androidx.compose.material3.Card
import androidx.compose.material3.LinearProgressIndicator
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.IconButton
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.key
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.LiveRegionMode
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.heading
import androidx.compose.ui.semantics.liveRegion
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.semantics.stateDescription
import androidx.compose.ui.text.TextStyle
import androidx.compose.ui.text.font.FontFamily
import androidx.compose.ui.text.intl.LocaleList
import androidx.compose.ui.unit.dp
import usher.client.Message
import usher.client.json.asObject
import usher.rendering.Element
import usher.rendering.LiveRegion
import usher.rendering.Placed
import usher.rendering.Row
import usher.rendering.Step
import usher.rendering.liveRegion
import usher.rendering.symbol

/** An element of a screen, of any kind but a list, whose rows are items of the screen's column. */
@Composable
internal fun ElementView(screen: String, placed: Placed<Element>) {
    val (origin, element) = placed
    when (element) {
        is Element.Heading -> HeadingView(element)
        is Element.Text -> TextView(element)
        is Element.Image -> PictureView(element.picture, element.picture.aspect, Modifier.fillMaxWidth())
        is Element.Form -> FormView(screen, Placed(origin, element))
        is Element.Button, is Element.Toggle, is Element.Stepper -> ControlView(screen, origin, element)
        is Element.Search -> SearchView(screen, Placed(origin, element))
        is Element.Map -> MapView(screen, origin, element)
        is Element.Progress -> ProgressView(screen, Placed(origin, element))
        is Element.Empty -> EmptyView(screen, origin, element)
        is Element.Card -> CardView(screen, origin, element.row, Modifier.fillMaxWidth())
        is Element.Grid -> GridView(screen, Placed(origin, element))
        is Element.Hero -> HeroView(screen, Placed(origin, element))
        is Element.Gallery -> GalleryView(element)
        is Element.Options -> OptionsView(screen, Placed(origin, element))
        is Element.Timeline -> TimelineView(element)
        is Element.Properties -> PropertiesView(element.values)
        is Element.Unknown -> Text(LocalApp.current.formats.words.unknownElement)
        // They are drawn elsewhere: as items of the column, as an alert, and at the bottom edge.
        is Element.Rows, is Element.Confirm, is Element.Pinned -> Unit
    }
}

/** The style of a text in another language, for screen readers, fonts and hyphenation. */
internal fun TextStyle.inLanguage(lang: String?): TextStyle =
    if (lang == null) this else copy(localeList = LocaleList(lang))

@Composable
private fun HeadingView(element: Element.Heading) {
    val typography = MaterialTheme.typography
    val style = when (element.level) {
        1 -> typography.headlineSmall
        2 -> typography.titleLarge
        else -> typography.titleMedium
    }
    Text(element.text, modifier = Modifier.semantics { heading() }, style = style.inLanguage(element.lang))
}

@Composable
private fun TextView(element: Element.Text) {
    val typography = MaterialTheme.typography
    val style = when (element.style) {
        Element.Text.Style.BODY -> typography.bodyLarge
        Element.Text.Style.SECONDARY -> typography.bodyMedium
        Element.Text.Style.CAPTION -> typography.bodySmall
        Element.Text.Style.CODE -> typography.bodyLarge.copy(fontFamily = FontFamily.Monospace)
    }
    val content: @Composable() () -> Unit = {
        Column(verticalArrangement = Arrangement.spacedBy(8.dp)) {
            for (paragraph in element.paragraphs) Text(paragraph, style = style.inLanguage(element.lang))
        }
    }
    // A code is to be copied letter by letter.
    if (element.style == Element.Text.Style.CODE) SelectionContainer { content() } else content()
}

/** Messages about the screen or a form. */
@Composable
internal fun Messages(messages: List<Message>) {
    Column(verticalArrangement = Arrangement.spacedBy(8.dp)) {
        for (message in messages) {
            Row(
                modifier = Modifier.fillMaxWidth().semantics { liveRegion = message.liveRegion.mode },
                horizontalArrangement = Arrangement.spacedBy(8.dp)
            ) {
                Symbol(message.symbol, null)
                Text(message.text, modifier = Modifier.weight(1f), style = MaterialTheme.typography.bodyMedium)
            }
        }
    }
}

internal val LiveRegion.mode: LiveRegionMode
    get() = if (this == LiveRegion.ASSERTIVE) LiveRegionMode.Assertive else LiveRegionMode.Polite

@Composable
internal fun EmptyView(screen: String, origin: String, empty: Element.Empty) {
    Column(
        modifier = Modifier.fillMaxWidth().padding(24.dp),
        verticalArrangement = Arrangement.spacedBy(8.dp),
        horizontalAlignment = Alignment.CenterHorizontally
    ) {
        if (empty.symbol != null) Symbol(empty.symbol!!, null)
        Text(empty.title, style = MaterialTheme.typography.titleMedium)
        if (empty.text != null) Text(empty.text!!)
        empty.action?.let { ButtonView(screen, "$origin/action", it) }
    }
}

@Composable
private fun ProgressView(screen: String, placed: Placed<Element.Progress>) {
    val app = LocalApp.current
    val model = app.observe()
    val (origin, progress) = placed
    val words = app.formats.words
    val value = progress.value
    Column(verticalArrangement = Arrangement.spacedBy(4.dp)) {
        Row(verticalAlignment = Alignment.CenterVertically) {
            val percent = if (value != null && progress.output == null) " ${app.formats.percent(value)}" else ""
            Text((progress.label ?: words.loading) + percent, modifier = Modifier.weight(1f))
            progress.output?.let { output ->
                val setting = model.value(screen, origin)
                val isPaused = setting.shown(progress.isPaused) == true
                IconButton(onClick = { setting.pause(output, !isPaused) }) {
                    Symbol(if (isPaused) "play" else "pause", if (isPaused) words.play else words.pause)
                }
            }
        }
        if (value == null) LinearProgressIndicator(modifier = Modifier.fillMaxWidth())
        else LinearProgressIndicator(progress = { value.toFloat() }, modifier = Modifier.fillMaxWidth())
    }
}

/** Cards in lines of two. A window that is wide enough may have more. */
@Composable
private fun GridView(screen: String, placed: Placed<Element.Grid>) {
    val (origin, grid) = placed
    val empty = grid.empty
    if (grid.cards.isEmpty() && empty != null) return EmptyView(screen, "$origin/empty", empty)
    Column(verticalArrangement = Arrangement.spacedBy(12.dp)) {
        if (grid.header != null) SectionHeader(grid.header!!)
        for (line in grid.cards.chunked(2)) {
            Row(horizontalArrangement = Arrangement.spacedBy(12.dp)) {
                for (card in line) key(card.key) { CardView(screen, "$origin/${card.key}", card, Modifier.weight(1f)) }
                if (line.size == 1) Spacer(modifier = Modifier.weight(1f))
            }
        }
        grid.more?.let { ButtonView(screen, "$origin/more", it) }
    }
}

@Composable
internal fun CardView(screen: String, origin: String, row: Row, modifier: Modifier) {
    val app = LocalApp.current
    Card(modifier = modifier) {
        Column(modifier = pressable(screen, origin, row.report)) {
            Box {
                row.picture?.let { PictureView(it, it.aspect ?: 1.5, Modifier.fillMaxWidth()) }
                if (row.badge != null) Badge(modifier = Modifier.align(Alignment.TopEnd)) { Text(row.badge!!) }
            }
            Column(modifier = Modifier.padding(12.dp), verticalArrangement = Arrangement.spacedBy(4.dp)) {
                Text(row.title, style = MaterialTheme.typography.titleSmall.inLanguage(row.lang))
                if (row.subtitle != null) Text(row.subtitle!!, style = MaterialTheme.typography.bodySmall)
                if (row.price != null) Text(app.formats.money(row.price!!))
            }
        }
        if (row.control != null) {
            Box(modifier = Modifier.padding(12.dp)) { ControlView(screen, "$origin/control", row.control) }
        }
    }
}

@Composable
private fun HeroView(screen: String, placed: Placed<Element.Hero>) {
    val app = LocalApp.current
    val (origin, hero) = placed
    Column(verticalArrangement = Arrangement.spacedBy(8.dp)) {
        hero.picture?.let { PictureView(it, it.aspect ?: 4.0 / 3, Modifier.fillMaxWidth()) }
        Text(
            hero.title, modifier = Modifier.semantics { heading() },
            style = MaterialTheme.typography.headlineMedium.inLanguage(hero.lang)
        )
        if (hero.subtitle != null) Text(hero.subtitle!!, style = MaterialTheme.typography.titleMedium)
        Row(horizontalArrangement = Arrangement.spacedBy(8.dp)) {
            if (hero.price != null) Text(app.formats.money(hero.price!!), style = MaterialTheme.typography.titleLarge)
            if (hero.badge != null) Badge { Text(hero.badge!!) }
        }
        if (hero.text != null) Text(hero.text!!)
        hero.action?.let { ButtonView(screen, "$origin/action", it) }
    }
}

@Composable
private fun GalleryView(gallery: Element.Gallery) {
    val label = gallery.label.orEmpty()
    LazyRow(
        modifier = Modifier.heightIn(max = 240.dp).semantics { contentDescription = label },
        horizontalArrangement = Arrangement.spacedBy(8.dp)
    ) {
        items(gallery.pictures.size) { index ->
            PictureView(gallery.pictures[index], gallery.aspect ?: 1.0, Modifier.width(240.dp))
        }
    }
}

@Composable
private fun TimelineView(timeline: Element.Timeline) {
    val app = LocalApp.current
    val words = app.formats.words
    Column(verticalArrangement = Arrangement.spacedBy(12.dp)) {
        if (timeline.label != null) SectionHeader(timeline.label!!)
        for (step in timeline.steps) {
            val status = when (step.status) {
                Step.Status.DONE -> words.stepDone
                Step.Status.CURRENT -> words.stepCurrent
                Step.Status.UPCOMING -> words.stepUpcoming
            }
            Row(
                modifier = Modifier.semantics(mergeDescendants = true) { stateDescription = status },
                horizontalArrangement = Arrangement.spacedBy(12.dp)
            ) {
                when (step.status) {
                    Step.Status.DONE -> Symbol("checkmark", null)
                    Step.Status.CURRENT -> Symbol("clock", null)
                    Step.Status.UPCOMING -> Spacer(modifier = Modifier.size(24.dp))
                }
                Column {
                    Text(step.title, style = MaterialTheme.typography.titleSmall)
                    val small = MaterialTheme.typography.bodySmall
                    step.text?.let { Text(it, style = small) }
                    step.time?.let { Text(app.formats.dateAndTime(it), style = small) }
                }
            }
        }
    }
}

/** The app's map, or the markers as rows. */
@Composable
private fun MapView(screen: String, origin: String, map: Element.Map) {
    val app = LocalApp.current
    val model = app.observe()
    val slot = app.slots.map
    if (slot != null) {
        val modifier = Modifier.fillMaxWidth().aspectRatio(1.5f)
        return slot(map, { key, report -> model.report(screen, "$origin/$key", report) }, modifier)
    }
    Column {
        for (marker in map.markers) key(marker.key) {
            Row(
                modifier = pressable(screen, "$origin/${marker.key}", marker.report).padding(all = 12.dp),
                horizontalArrangement = Arrangement.spacedBy(12.dp)
            ) {
                Symbol("pin", null)
                Text(marker.title, modifier = Modifier.weight(1f))
                if (marker.isSelected) Symbol("checkmark", app.formats.words.selected)
            }
        }
    }
}

/** The properties of a screen without a view. */
@Composable
private fun PropertiesView(values: Map<String, Any?>) {
    val words = LocalApp.current.formats.words
    Column(verticalArrangement = Arrangement.spacedBy(8.dp)) {
        for ((name, value) in values) {
            Text(name, style = MaterialTheme.typography.labelLarge)
            val elements = (value as? List<*>)?.mapIndexed { index, each -> "${index + 1}" to each }?.toMap()
            val members = value.asObject() ?: elements
            when {
                value == null || value == "" || members?.isEmpty() == true -> Text(words.none)
                members != null -> Box(modifier = Modifier.padding(all = 8.dp)) { PropertiesView(members) }
                value is Boolean -> Text(if (value) words.yes else words.no)
                else -> Text(value.toString())
            }
        }
    }
}

/** Options in a line that scrolls. */
@Composable
internal fun OptionLine(content: @Composable() () -> Unit) {
    val modifier = Modifier.horizontalScroll(rememberScrollState())
    Row(modifier = modifier, horizontalArrangement = Arrangement.spacedBy(8.dp)) { content() }
}
