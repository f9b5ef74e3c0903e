package usher.compose

import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.selection.selectable
import androidx.compose.foundation.selection.selectableGroup
import androidx.compose.foundation.selection.toggleable
import androidx.compose.foundation.shape.CircleShape
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.material3.Badge
import androidx.compose.material3.BadgedBox
import androidx.compose.material3.Button
import androidx.compose.material3.ButtonDefaults
import androidx.compose.material3.ButtonColors
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.FilterChip
import androidx.compose.material3.IconButton
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.OutlinedButton
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.runtime.Composable
import androidx.compose.runtime.key
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.semantics.LiveRegionMode
import androidx.compose.ui.semantics.Role as SemanticRole
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.liveRegion
import androidx.compose.ui.semantics.role
import androidx.compose.ui.semantics.selected
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.text.input.ImeAction
import androidx.compose.ui.unit.dp
import usher.rendering.Element
import usher.rendering.Option
import usher.rendering.Placed
import usher.rendering.Role

/** A button, a toggle or a stepper, also at the end of a row. */
@Composable
internal fun ControlView(screen: String, origin: String, element: Element?) {
    when (element) {
        is Element.Button -> ButtonView(screen, origin, element)
        is Element.Toggle -> ToggleView(screen, origin, element)
        is Element.Stepper -> StepperView(screen, origin, element)
        else -> Unit
    }
}

@Composable
internal fun destructiveColors(): ButtonColors =
    ButtonDefaults.textButtonColors(contentColor = MaterialTheme.colorScheme.error)

@Composable
internal fun ButtonView(screen: String, origin: String, button: Element.Button, isInAlert: Boolean = false) {
    val model = LocalApp.current.observe()
    val state = model.state(screen, origin, button)
    val press = { model.press(screen, origin, button) }
    val modifier = Modifier.semantics { button.isSelected?.let { selected = it } }
    val label: @Composable() () -> Unit = {
        Row(horizontalArrangement = Arrangement.spacedBy(8.dp), verticalAlignment = Alignment.CenterVertically) {
            if (button.symbol != null) Symbol(button.symbol!!, null)
            Text(state.label)
            if (button.badge != null) Badge { Text(button.badge!!) }
            if (state.isPending) CircularProgressIndicator(modifier = Modifier.size(16.dp))
        }
    }
    when {
        button.role == Role.DESTRUCTIVE ->
            TextButton(press, modifier, state.isEnabled, colors = destructiveColors()) { label() }
        isInAlert -> TextButton(press, modifier, state.isEnabled) { label() }
        button.role == Role.PRIMARY -> Button(press, modifier, state.isEnabled) { label() }
        else -> OutlinedButton(press, modifier, state.isEnabled) { label() }
    }
}

/** A button in the bar: only its symbol, if it has one. */
@Composable
internal fun BarButton(screen: String, origin: String, button: Element.Button) {
    val model = LocalApp.current.observe()
    val state = model.state(screen, origin, button)
    val symbol = button.symbol ?: return ButtonView(screen, origin, button, isInAlert = true)
    val description = if (button.badge == null) button.label else "${button.label}, ${button.badge}"
    IconButton(
        onClick = { model.press(screen, origin, button) },
        modifier = Modifier.semantics {
            contentDescription = description
            button.isSelected?.let { selected = it }
        },
        enabled = state.isEnabled
    ) {
        BadgedBox(badge = { if (button.badge != null) Badge { Text(button.badge!!) } }) { Symbol(symbol, null) }
    }
}

@Composable
private fun ToggleView(screen: String, origin: String, toggle: Element.Toggle) {
    val model = LocalApp.current.observe()
    val setting = model.value(screen, origin)
    val isOn = setting.shown(toggle.value) == true
    val isEnabled = setting.isUnconfirmed || model.looksAvailable(screen, toggle.output)
    Column {
        Row(
            modifier = Modifier.toggleable(isOn, isEnabled, SemanticRole.Switch) { setting.toggle(toggle, it) },
            horizontalArrangement = Arrangement.spacedBy(12.dp),
            verticalAlignment = Alignment.CenterVertically
        ) {
            Text(toggle.label)
            Switch(checked = isOn, onCheckedChange = null, enabled = isEnabled)
        }
        if (toggle.help != null) Text(toggle.help!!, style = MaterialTheme.typography.bodySmall)
    }
}

@Composable
private fun StepperView(screen: String, origin: String, stepper: Element.Stepper) {
    val app = LocalApp.current
    val model = app.observe()
    val setting = model.value(screen, origin)
    val isEnabled = setting.isUnconfirmed || model.looksAvailable(screen, stepper.output)
    val words = app.formats.words
    Row(
        modifier = Modifier.semantics { contentDescription = stepper.label },
        verticalAlignment = Alignment.CenterVertically
    ) {
        IconButton(onClick = { setting.step(stepper, -1) }, enabled = isEnabled && setting.canStep(stepper, -1)) {
            Symbol("minus", "${words.decrease}: ${stepper.label}")
        }
        Text(
            app.formats.number(setting.shown(stepper.value) as Double),
            modifier = Modifier.semantics { liveRegion = LiveRegionMode.Polite }
        )
        IconButton(onClick = { setting.step(stepper, 1) }, enabled = isEnabled && setting.canStep(stepper, 1)) {
            Symbol("plus", "${words.increase}: ${stepper.label}")
        }
    }
}

/** A search. It stays open to type while its output is away, because a keyboard that goes would be in the way. */
@Composable
internal fun SearchView(screen: String, placed: Placed<Element.Search>) {
    val app = LocalApp.current
    val model = app.observe()
    val (origin, search) = placed
    val setting = model.value(screen, origin)
    val text = setting.shown(search.value) as String
    val words = app.formats.words
    val label = search.placeholder ?: words.search
    OutlinedTextField(
        value = text,
        onValueChange = { setting.search(search, it) },
        modifier = Modifier.fillMaxWidth().semantics { contentDescription = label },
        readOnly = !setting.isUnconfirmed && !model.looksAvailable(screen, search.output),
        placeholder = { Text(label) },
        leadingIcon = { Symbol("search", null) },
        trailingIcon = {
            if (text != "") IconButton(onClick = { setting.search(search, "") }) { Symbol("close", words.clear) }
        },
        keyboardOptions = KeyboardOptions(imeAction = ImeAction.Search),
        keyboardActions = KeyboardActions(onSearch = { setting.search(search, text, isFinal = true) }),
        singleLine = true
    )
}

/** Segments, chips and swatches. */
@Composable
internal fun OptionsView(screen: String, placed: Placed<Element.Options>) {
    val model = LocalApp.current.observe()
    val (origin, options) = placed
    val chosen = options.options.filter { model.isChosen(screen, origin, options, it) }
    Column(modifier = if (options.several) Modifier else Modifier.selectableGroup()) {
        val isSwatches = options.style == Element.Options.Style.SWATCHES
        Text(
            if (isSwatches && chosen.isNotEmpty()) "${options.label}: ${chosen[0].label}" else options.label,
            style = MaterialTheme.typography.labelLarge
        )
        OptionLine {
            for (option in options.options) key(option.key) {
                val isChosen = option in chosen
                val isEnabled = option.report?.let { model.looksAvailable(screen, it.output) } == true
                val choose = { model.choose(screen, origin, options, option) }
                if (isSwatches) Swatch(option, isChosen, isEnabled, choose)
                else Chip(option, options.several, isChosen, isEnabled, choose)
            }
        }
    }
}

@Composable
private fun Chip(option: Option, several: Boolean, isChosen: Boolean, isEnabled: Boolean, choose: () -> Unit) {
    FilterChip(
        selected = isChosen,
        onClick = choose,
        label = { Text(if (option.badge == null) option.label else "${option.label} (${option.badge})") },
        modifier = Modifier.semantics { if (!several) role = SemanticRole.RadioButton },
        enabled = isEnabled,
        leadingIcon = slot(option.picture != null) { Thumbnail(option.picture!!) }
    )
}

/** A color of a product. Its name is for screen readers, and the chosen one is named beside the label. */
@Composable
private fun Swatch(option: Option, isChosen: Boolean, isEnabled: Boolean, choose: () -> Unit) {
    val words = LocalApp.current.formats.words
    Box(
        modifier = Modifier.size(48.dp)
            .background(color(option.color), CircleShape)
            .selectable(selected = isChosen, enabled = isEnabled, role = SemanticRole.RadioButton, onClick = choose)
            .semantics { contentDescription = option.label },
        contentAlignment = Alignment.Center
    ) {
        if (isChosen) Symbol("checkmark", words.selected)
    }
}

/** The color of a text such as `#3366cc`. */
private fun color(text: String?): Color =
    text?.removePrefix("#")?.toLongOrNull(16)?.let { Color(0xFF000000 or it) } ?: Color.Transparent
