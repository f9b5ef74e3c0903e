package usher.compose

import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.material3.Badge
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.ListItem
import androidx.compose.material3.Text
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.size
import androidx.compose.material3.MaterialTheme
import androidx.compose.runtime.Composable
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.semantics.selected
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import usher.rendering.Report
import usher.rendering.Row as RowElement

/** A row of a list. */
@Composable
internal fun RowView(screen: String, origin: String, row: RowElement) {
    val app = LocalApp.current
    val model = app.observe()
    val isSelected = row.isSelected
    val modifier = pressable(screen, origin, row.report).semantics { if (isSelected != null) selected = isSelected }
    ListItem(
        headlineContent = { Text(row.title, style = MaterialTheme.typography.bodyLarge.inLanguage(row.lang)) },
        modifier = modifier.fillMaxWidth(),
        supportingContent = slot(row.subtitle != null || row.time != null) {
            Column {
                if (row.subtitle != null) Text(row.subtitle!!)
                if (row.time != null) Text(app.formats.dateAndTime(row.time!!))
            }
        },
        leadingContent = slot(row.picture != null) { Thumbnail(row.picture!!) },
        trailingContent = {
            Row(verticalAlignment = Alignment.CenterVertically) {
                if (row.price != null) Text(app.formats.money(row.price!!))
                if (row.badge != null) Badge { Text(row.badge!!) }
                when {
                    row.control != null -> ControlView(screen, "$origin/control", row.control)
                    model.isPending(screen, origin) -> CircularProgressIndicator(modifier = Modifier.size(24.dp))
                    else -> Accessory(row)
                }
            }
        }
    )
}

@Composable
private fun Accessory(row: RowElement) {
    val words = LocalApp.current.formats.words
    when {
        row.accessory == RowElement.Accessory.DISCLOSURE -> Symbol("forward", null)
        row.accessory == RowElement.Accessory.DETAIL -> Symbol("info", null)
        row.isSelected == true || row.accessory == RowElement.Accessory.CHECKMARK && row.isSelected != false ->
            Symbol("checkmark", words.selected)
    }
}

/** A modifier for a part that reports an output when it is pressed. A part without a report is no button. */
@Composable
internal fun pressable(screen: String, origin: String, report: Report?): Modifier {
    val model = LocalApp.current.observe()
    if (report == null) return Modifier
    return Modifier.clickable(
        enabled = model.looksAvailable(screen, report.output),
        role = Role.Button,
        onClick = { model.report(screen, origin, report) }
    )
}
