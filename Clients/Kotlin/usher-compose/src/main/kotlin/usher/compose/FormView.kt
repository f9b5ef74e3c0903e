package usher.compose

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.selection.toggleable
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.ArrowDropDown
import androidx.compose.material.icons.filled.Visibility
import androidx.compose.material.icons.filled.VisibilityOff
import androidx.compose.material3.Button
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.DatePicker
import androidx.compose.material3.DatePickerDialog
import androidx.compose.material3.DropdownMenu
import androidx.compose.material3.DropdownMenuItem
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.rememberDatePickerState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.key
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.autofill.ContentType
import androidx.compose.ui.semantics.LiveRegionMode
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.semantics.contentType
import androidx.compose.ui.semantics.error
import androidx.compose.ui.semantics.liveRegion
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.text.input.ImeAction
import androidx.compose.ui.text.input.KeyboardCapitalization
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.text.input.PasswordVisualTransformation
import androidx.compose.ui.text.input.VisualTransformation
import androidx.compose.ui.unit.dp
import java.time.Instant
import java.time.LocalDate
import java.time.ZoneOffset
import java.time.format.DateTimeParseException
import usher.rendering.Element
import usher.rendering.Field
import usher.rendering.FormModel
import usher.rendering.Input
import usher.rendering.Keyboard
import usher.rendering.Placed
import usher.rendering.Typing

/** A form. Its values and messages are those of its [FormModel]. */
@Composable
internal fun FormView(screen: String, placed: Placed<Element.Form>) {
    val form = LocalApp.current.observe().form(screen, placed)
    Column(verticalArrangement = Arrangement.spacedBy(12.dp)) {
        Messages(form.generalMessages)
        for (field in form.fields) key(field.name) { FieldView(form, field, isLast = field === form.fields.last()) }
        Button(onClick = { form.submit() }, enabled = form.isEnabled && !form.isPending) {
            Text(form.submitLabel)
            if (form.isPending) CircularProgressIndicator(modifier = Modifier.size(16.dp))
        }
    }
}

@Composable
private fun FieldView(form: FormModel, field: Field, isLast: Boolean) {
    when (field.input) {
        Input.TOGGLE -> ToggleField(form, field)
        Input.CHOICE -> ChoiceField(form, field)
        Input.DATE -> DateField(form, field)
        else -> TextField(form, field, isLast)
    }
}

/** The label of a field, which says so if it may stay empty. */
@Composable
private fun label(form: FormModel, field: Field): String =
    if (form.isRequired(field) == false) "${field.label} (${LocalApp.current.formats.words.optional})" else field.label

/** The help of a field, its messages, and the room that is left in it. */
@Composable
private fun Notes(form: FormModel, field: Field) {
    val words = LocalApp.current.formats.words
    Column {
        if (field.help != null) Text(field.help!!)
        form.charactersLeft(field)?.let { left ->
            Text(
                if (left < 0) words.charactersOver(-left) else words.charactersLeft(left),
                modifier = Modifier.semantics { liveRegion = LiveRegionMode.Polite }
            )
        }
        Messages(form.messages(field))
    }
}

@Composable
private fun TextField(form: FormModel, field: Field, isLast: Boolean) {
    val typing = form.typing(field)
    var isShown by remember(field.name) { mutableStateOf(false) }
    val isHidden = typing.isHidden && !isShown
    val messages = form.messages(field)
    val placeholder = field.placeholder
    OutlinedTextField(
        value = form.text(field),
        onValueChange = { form.set(field, it) },
        modifier = Modifier.fillMaxWidth().semantics {
            contentType(typing.autofill)?.let { contentType = it }
            messages.firstOrNull { it.asksOfUser }?.let { error(it.text) }
        },
        enabled = form.isEnabled,
        label = { Text(label(form, field)) },
        placeholder = slot(placeholder != null) { Text(placeholder.orEmpty()) },
        trailingIcon = slot(typing.isHidden) {
            IconButton(onClick = { isShown = !isShown }) {
                Icon(
                    imageVector = if (isShown) Icons.Filled.VisibilityOff else Icons.Filled.Visibility,
                    contentDescription = LocalApp.current.formats.words.showPassword
                )
            }
        },
        supportingText = { Notes(form, field) },
        isError = messages.any { it.asksOfUser },
        visualTransformation = if (isHidden) PasswordVisualTransformation() else VisualTransformation.None,
        keyboardOptions = options(typing, isLast),
        keyboardActions = KeyboardActions(onDone = { form.submit() }),
        singleLine = !typing.isMultiline,
        minLines = if (typing.isMultiline) 4 else 1
    )
}

private fun options(typing: Typing, isLast: Boolean) = KeyboardOptions(
    capitalization = if (typing.isProse) KeyboardCapitalization.Sentences else KeyboardCapitalization.None,
    autoCorrectEnabled = typing.isProse,
    keyboardType = when (typing.keyboard) {
        Keyboard.TEXT -> KeyboardType.Text
        Keyboard.EMAIL -> KeyboardType.Email
        Keyboard.PHONE -> KeyboardType.Phone
        Keyboard.PASSWORD -> KeyboardType.Password
        Keyboard.DIGITS -> KeyboardType.Number
        Keyboard.DECIMAL -> KeyboardType.Decimal
    },
    imeAction = if (typing.isMultiline) ImeAction.Default else if (isLast) ImeAction.Done else ImeAction.Next
)

/** The hint of autofill for a token of HTML's `autocomplete`. */
private fun contentType(token: String?): ContentType? = when (token?.split(' ')?.lastOrNull()) {
    "username" -> ContentType.Username
    "current-password" -> ContentType.Password
    "new-password" -> ContentType.NewPassword
    "email" -> ContentType.EmailAddress
    "tel" -> ContentType.PhoneNumber
    "one-time-code" -> ContentType.SmsOtpCode
    "name" -> ContentType.PersonFullName
    "postal-code" -> ContentType.PostalCode
    "street-address", "address-line1" -> ContentType.AddressStreet
    "address-level2" -> ContentType.AddressLocality
    "country", "country-name" -> ContentType.AddressCountry
    "cc-number" -> ContentType.CreditCardNumber
    else -> null
}

@Composable
private fun ToggleField(form: FormModel, field: Field) {
    val isOn = form.isOn(field)
    Column {
        Row(
            modifier = Modifier.toggleable(isOn, form.isEnabled, Role.Switch) { form.set(field, it) },
            horizontalArrangement = Arrangement.spacedBy(12.dp),
            verticalAlignment = Alignment.CenterVertically
        ) {
            Text(field.label, modifier = Modifier.weight(1f))
            Switch(checked = isOn, onCheckedChange = null, enabled = form.isEnabled)
        }
        Notes(form, field)
    }
}

@Composable
private fun ChoiceField(form: FormModel, field: Field) {
    var isOpen by remember(field.name) { mutableStateOf(false) }
    val words = LocalApp.current.formats.words
    Box {
        OutlinedTextField(
            value = form.chosen(field)?.label ?: field.placeholder ?: words.choose,
            onValueChange = {},
            modifier = Modifier.fillMaxWidth(),
            enabled = form.isEnabled,
            readOnly = true,
            label = { Text(label(form, field)) },
            trailingIcon = {
                IconButton(onClick = { isOpen = true }, enabled = form.isEnabled) {
                    Icon(imageVector = Icons.Filled.ArrowDropDown, contentDescription = words.choose)
                }
            },
            supportingText = { Notes(form, field) },
            isError = form.messages(field).any { it.asksOfUser }
        )
        DropdownMenu(expanded = isOpen, onDismissRequest = { isOpen = false }) {
            for (choice in field.choices) {
                DropdownMenuItem(text = { Text(choice.label) }, onClick = {
                    isOpen = false
                    form.set(field, choice.value.toString())
                })
            }
        }
    }
}

/** A day, which is typed or picked. The payload has it as RFC 3339 writes a full date. */
@Composable
private fun DateField(form: FormModel, field: Field) {
    var isOpen by remember(field.name) { mutableStateOf(false) }
    val words = LocalApp.current.formats.words
    OutlinedTextField(
        value = form.text(field),
        onValueChange = { form.set(field, it) },
        modifier = Modifier.fillMaxWidth(),
        enabled = form.isEnabled,
        label = { Text(label(form, field)) },
        placeholder = { Text(field.placeholder ?: "2026-11-24") },
        trailingIcon = {
            IconButton(onClick = { isOpen = true }, enabled = form.isEnabled) { Symbol("calendar", words.choose) }
        },
        supportingText = { Notes(form, field) },
        isError = form.messages(field).any { it.asksOfUser },
        keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Number),
        singleLine = true
    )
    if (!isOpen) return
    val state = rememberDatePickerState(initialSelectedDateMillis = millis(form.text(field)))
    DatePickerDialog(
        onDismissRequest = { isOpen = false },
        confirmButton = {
            TextButton(onClick = {
                isOpen = false
                state.selectedDateMillis?.let { form.set(field, day(it)) }
            }) { Text(words.choose) }
        },
        dismissButton = { TextButton(onClick = { isOpen = false }) { Text(words.close) } }
    ) {
        DatePicker(state = state)
    }
}

/** The start of a day in UTC, with which the picker counts. */
private fun millis(day: String): Long? = try {
    LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli()
} catch (malformed: DateTimeParseException) {
    null
}

private fun day(millis: Long): String = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate().toString()
