package usher.compose

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.imePadding
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.LazyListScope
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.HorizontalDivider
import androidx.compose.material3.IconButton
import androidx.compose.material3.LinearProgressIndicator
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Surface
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.key
import androidx.compose.runtime.remember
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.heading
import androidx.compose.ui.semantics.paneTitle
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import usher.client.RowsDisplay
import usher.rendering.Element
import usher.rendering.Placed
import usher.rendering.Row as RowElement
import usher.rendering.ScreenModel

/**
 * A screen: its bar, its messages, its elements, and the control at its bottom edge; or the app's own view of it.
 *
 * @param below The key of the screen below it in its stack.
 */
@Composable
internal fun ScreenView(screen: String, below: String?, isRoot: Boolean, isModal: Boolean) {
    val app = LocalApp.current
    val model = app.observe()
    // A screen that has left the state is still drawn while it moves away.
    val kept = remember(screen) { Kept() }
    kept.screen = model.screenModel(screen) ?: kept.screen
    val shown = kept.screen ?: return
    val own = app.slots.views[shown.screen.name]
    Scaffold(
        modifier = Modifier.semantics { paneTitle = shown.title },
        topBar = { if (!shown.hidesBar) Bar(shown, below, isRoot, isModal) },
        bottomBar = { shown.pinned?.let { PinnedView(screen, it) } }
    ) { padding ->
        if (own != null) {
            Column(modifier = Modifier.padding(padding)) { own(NativeScreen(app, shown.screen)) }
        } else {
            Elements(shown, padding)
        }
    }
}

private class Kept {
    var screen: ScreenModel? = null
}

@Composable
private fun Bar(shown: ScreenModel, below: String?, isRoot: Boolean, isModal: Boolean) {
    val app = LocalApp.current
    val model = app.observe()
    val words = app.formats.words
    val state = model.display.state
    val isInFront = state?.focus == shown.key
    Column {
        TopAppBar(
            title = {
                if (!shown.repeatsTitle) Text(shown.title, modifier = Modifier.semantics { heading() }, maxLines = 1)
            },
            navigationIcon = {
                Row {
                    // A covered screen keeps its button, so that nothing jumps when it is in front again.
                    if (if (isInFront) model.canGoBack else !isRoot) {
                        val title = below?.let { model.screenModel(it)?.title }
                        IconButton(onClick = { model.back() }, enabled = isInFront) {
                            Symbol("back", if (title == null) words.back else "${words.back}: $title")
                        }
                    }
                    for ((origin, button) in shown.leading) key(origin) { BarButton(shown.key, origin, button) }
                }
            },
            actions = {
                for ((origin, button) in shown.trailing) key(origin) { BarButton(shown.key, origin, button) }
                if (isModal && isInFront && state?.gestures?.dismiss != null) {
                    IconButton(onClick = { model.dismiss() }) { Symbol("close", words.close) }
                }
            }
        )
        if (isInFront && model.isWorking) LinearProgressIndicator(modifier = Modifier.fillMaxWidth())
    }
}

@Composable
private fun Elements(shown: ScreenModel, padding: PaddingValues) {
    val model = LocalApp.current.observe()
    // Rows beside the state are asked for here, because the content of a lazy column is built later.
    val sources = shown.elements.mapNotNull { (origin, element) ->
        (element as? Element.Rows)?.let { list ->
            model.rows(shown.key, list)?.let { origin to Source(it, model.rows(it)) }
        }
    }.toMap()
    LazyColumn(
        modifier = Modifier.padding(padding).fillMaxSize().imePadding(),
        state = key(shown.key) { rememberLazyListState() },
        contentPadding = PaddingValues(all = 16.dp),
        verticalArrangement = Arrangement.spacedBy(12.dp)
    ) {
        if (shown.banner.isNotEmpty()) item(key = "messages") { Messages(shown.banner) }
        for (placed in shown.elements) {
            val (origin, element) = placed
            if (element is Element.Rows) rows(shown.key, Placed(origin, element), sources[origin])
            else item(key = origin) { ElementView(shown.key, placed) }
        }
    }
}

/** The rows of a list, each an item of the lazy column, so that a list of any length scrolls. */
private fun LazyListScope.rows(screen: String, placed: Placed<Element.Rows>, source: Source?) {
    val (origin, list) = placed
    if (source != null) return sourceRows(screen, placed, source)
    val empty = list.empty
    if (list.isEmpty && empty != null) return item(key = "$origin empty") { EmptyView(screen, "$origin/empty", empty) }
    for (section in list.sections) {
        if (section.header != null) item(key = "$origin ${section.key} header") { SectionHeader(section.header!!) }
        items(section.rows.size, key = { "$origin ${section.key} ${section.rows[it].key}" }) { index ->
            val row = section.rows[index]
            RowView(screen, "$origin/${section.key}/${row.key}", row)
            if (list.isGrouped && index < section.rows.size - 1) HorizontalDivider()
        }
        if (section.footer != null) {
            item(key = "$origin ${section.key} footer") {
                Text(section.footer!!, style = MaterialTheme.typography.bodySmall)
            }
        }
    }
    list.more?.let { more -> item(key = "$origin more") { ButtonView(screen, "$origin/more", more) } }
}

/** The rows of a source, and what asks for the next page when the user comes to the end. */
private fun LazyListScope.sourceRows(screen: String, placed: Placed<Element.Rows>, source: Source) {
    val (origin, list) = placed
    val (display, rows) = source
    val empty = list.empty
    if (rows.isEmpty() && !display.isLoading && !display.hasMore && empty != null) {
        return item(key = "$origin empty") { EmptyView(screen, "$origin/empty", empty) }
    }
    items(rows.size, key = { "$origin ${rows[it].key}" }) { index ->
        RowView(screen, "$origin/section/${rows[index].key}", rows[index])
    }
    if (display.hasMore) item(key = "$origin next") { NextRows(screen, list, display) }
}

/** The rows of a list that are beside the state. */
private data class Source(val display: RowsDisplay, val rows: List<RowElement>)

@Composable
private fun NextRows(screen: String, list: Element.Rows, source: RowsDisplay) {
    val app = LocalApp.current
    val words = app.formats.words
    Column(modifier = Modifier.fillMaxWidth(), horizontalAlignment = Alignment.CenterHorizontally) {
        when {
            source.isLoading -> CircularProgressIndicator()
            source.failure != null -> {
                Text(words.rowsFailed)
                TextButton(onClick = { app.model.moreRows(screen, list) }) { Text(words.tryAgain) }
            }
            else -> TextButton(onClick = { app.model.moreRows(screen, list) }) { Text(words.moreRows) }
        }
    }
}

@Composable
internal fun SectionHeader(text: String) {
    Text(text, modifier = Modifier.semantics { heading() }, style = MaterialTheme.typography.titleSmall)
}

/** The main control, below what scrolls. */
@Composable
private fun PinnedView(screen: String, placed: Placed<Element.Pinned>) {
    val app = LocalApp.current
    val (origin, pinned) = placed
    Surface(modifier = Modifier.fillMaxWidth()) {
        Row(
            modifier = Modifier.padding(horizontal = 16.dp, vertical = 8.dp),
            horizontalArrangement = Arrangement.spacedBy(12.dp),
            verticalAlignment = Alignment.CenterVertically
        ) {
            Column(modifier = Modifier.weight(1f)) {
                if (pinned.title != null) Text(pinned.title!!)
                pinned.price?.let { Text(app.formats.money(it), style = MaterialTheme.typography.titleMedium) }
            }
            ControlView(screen, "$origin/control", pinned.control)
        }
    }
}
