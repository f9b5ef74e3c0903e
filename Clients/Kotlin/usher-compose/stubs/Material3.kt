package androidx.compose.material3

import androidx.compose.foundation.layout.BoxScope
import androidx.compose.foundation.layout.ColumnScope
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.foundation.layout.RowScope
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.graphics.Shape
import androidx.compose.ui.graphics.vector.ImageVector
import androidx.compose.ui.text.TextStyle
import androidx.compose.ui.text.input.VisualTransformation
import androidx.compose.ui.window.DialogProperties

@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY)
annotation class ExperimentalMaterial3Api

class ColorScheme {
    val primary: Color = stub()
    val error: Color = stub()
    val errorContainer: Color = stub()
    val secondaryContainer: Color = stub()
    val surfaceVariant: Color = stub()
    val onSurfaceVariant: Color = stub()
}

class Typography {
    val headlineMedium: TextStyle = stub()
    val headlineSmall: TextStyle = stub()
    val titleLarge: TextStyle = stub()
    val titleMedium: TextStyle = stub()
    val titleSmall: TextStyle = stub()
    val bodyLarge: TextStyle = stub()
    val bodyMedium: TextStyle = stub()
    val bodySmall: TextStyle = stub()
    val labelLarge: TextStyle = stub()
    val displayMedium: TextStyle = stub()
}

object MaterialTheme {
    val colorScheme: ColorScheme
        @Composable get() = stub()
    val typography: Typography
        @Composable get() = stub()
}

@Composable
fun MaterialTheme(content: @Composable() () -> Unit): Unit = stub()

@Composable
fun Surface(
    modifier: Modifier = Modifier,
    shape: Shape = stub(),
    color: Color = stub(),
    content: @Composable() () -> Unit
): Unit = stub()

@Composable
fun Text(
    text: String,
    modifier: Modifier = Modifier,
    color: Color = Color.Unspecified,
    maxLines: Int = Int.MAX_VALUE,
    style: TextStyle = stub()
): Unit = stub()

@Composable
fun Icon(
    imageVector: ImageVector,
    contentDescription: String?,
    modifier: Modifier = Modifier,
    tint: Color = stub()
): Unit = stub()

@Composable
fun Scaffold(
    modifier: Modifier = Modifier,
    topBar: @Composable() () -> Unit = {},
    bottomBar: @Composable() () -> Unit = {},
    snackbarHost: @Composable() () -> Unit = {},
    content: @Composable() (PaddingValues) -> Unit
): Unit = stub()

@ExperimentalMaterial3Api
@Composable
fun TopAppBar(
    title: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    navigationIcon: @Composable() () -> Unit = {},
    actions: @Composable RowScope.() -> Unit = {}
): Unit = stub()

@Composable
fun NavigationBar(modifier: Modifier = Modifier, content: @Composable RowScope.() -> Unit): Unit = stub()

@Composable
fun RowScope.NavigationBarItem(
    selected: Boolean,
    onClick: () -> Unit,
    icon: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    label: @Composable() (() -> Unit)? = null,
    alwaysShowLabel: Boolean = true
): Unit = stub()

@Composable
fun Badge(modifier: Modifier = Modifier, content: @Composable() (RowScope.() -> Unit)? = null): Unit = stub()

@Composable
fun BadgedBox(
    badge: @Composable BoxScope.() -> Unit,
    modifier: Modifier = Modifier,
    content: @Composable BoxScope.() -> Unit
): Unit =
    stub()

class ButtonColors

object ButtonDefaults {
    @Composable
    fun buttonColors(
        containerColor: Color = Color.Unspecified,
        contentColor: Color = Color.Unspecified
    ): ButtonColors = stub()

    @Composable
    fun textButtonColors(
        containerColor: Color = Color.Unspecified,
        contentColor: Color = Color.Unspecified
    ): ButtonColors = stub()
}

@Composable
fun Button(
    onClick: () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    colors: ButtonColors = stub(),
    content: @Composable RowScope.() -> Unit
): Unit = stub()

@Composable
fun OutlinedButton(
    onClick: () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    content: @Composable RowScope.() -> Unit
): Unit = stub()

@Composable
fun TextButton(
    onClick: () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    colors: ButtonColors = stub(),
    content: @Composable RowScope.() -> Unit
): Unit = stub()

@Composable
fun IconButton(
    onClick: () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    content: @Composable() () -> Unit
): Unit =
    stub()

@Composable
fun Switch(
    checked: Boolean,
    onCheckedChange: ((Boolean) -> Unit)?,
    modifier: Modifier = Modifier,
    enabled: Boolean = true
): Unit = stub()

@Composable
fun Checkbox(
    checked: Boolean,
    onCheckedChange: ((Boolean) -> Unit)?,
    modifier: Modifier = Modifier,
    enabled: Boolean = true
): Unit = stub()

@Composable
fun Card(modifier: Modifier = Modifier, content: @Composable ColumnScope.() -> Unit): Unit = stub()

@Composable
fun FilterChip(
    selected: Boolean,
    onClick: () -> Unit,
    label: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    leadingIcon: @Composable() (() -> Unit)? = null,
    trailingIcon: @Composable() (() -> Unit)? = null
): Unit = stub()

@Composable
fun ListItem(
    headlineContent: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    overlineContent: @Composable() (() -> Unit)? = null,
    supportingContent: @Composable() (() -> Unit)? = null,
    leadingContent: @Composable() (() -> Unit)? = null,
    trailingContent: @Composable() (() -> Unit)? = null
): Unit = stub()

@Composable
fun OutlinedTextField(
    value: String,
    onValueChange: (String) -> Unit,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    readOnly: Boolean = false,
    label: @Composable() (() -> Unit)? = null,
    placeholder: @Composable() (() -> Unit)? = null,
    leadingIcon: @Composable() (() -> Unit)? = null,
    trailingIcon: @Composable() (() -> Unit)? = null,
    supportingText: @Composable() (() -> Unit)? = null,
    isError: Boolean = false,
    visualTransformation: VisualTransformation = VisualTransformation.None,
    keyboardOptions: KeyboardOptions = stub(),
    keyboardActions: KeyboardActions = stub(),
    singleLine: Boolean = false,
    minLines: Int = 1
): Unit = stub()

@Composable
fun CircularProgressIndicator(modifier: Modifier = Modifier): Unit = stub()

@Composable
fun LinearProgressIndicator(modifier: Modifier = Modifier): Unit = stub()

@Composable
fun LinearProgressIndicator(progress: () -> Float, modifier: Modifier = Modifier): Unit = stub()

@Composable
fun HorizontalDivider(modifier: Modifier = Modifier): Unit = stub()

@Composable
fun AlertDialog(
    onDismissRequest: () -> Unit,
    confirmButton: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    dismissButton: @Composable() (() -> Unit)? = null,
    title: @Composable() (() -> Unit)? = null,
    text: @Composable() (() -> Unit)? = null,
    properties: DialogProperties = stub()
): Unit = stub()

enum class SheetValue { Hidden, Expanded, PartiallyExpanded }

@ExperimentalMaterial3Api
class SheetState

@ExperimentalMaterial3Api
@Composable
fun rememberModalBottomSheetState(
    skipPartiallyExpanded: Boolean = false,
    confirmValueChange: (SheetValue) -> Boolean = { true }
): SheetState = stub()

@ExperimentalMaterial3Api
@Composable
fun ModalBottomSheet(
    onDismissRequest: () -> Unit,
    modifier: Modifier = Modifier,
    sheetState: SheetState = stub(),
    dragHandle: @Composable() (() -> Unit)? = stub(),
    content: @Composable ColumnScope.() -> Unit
): Unit = stub()

@Composable
fun DropdownMenu(
    expanded: Boolean,
    onDismissRequest: () -> Unit,
    modifier: Modifier = Modifier,
    content: @Composable ColumnScope.() -> Unit
): Unit = stub()

@Composable
fun DropdownMenuItem(
    text: @Composable() () -> Unit,
    onClick: () -> Unit,
    modifier: Modifier = Modifier
): Unit = stub()

@ExperimentalMaterial3Api
interface DatePickerState {
    val selectedDateMillis: Long?
}

@ExperimentalMaterial3Api
@Composable
fun rememberDatePickerState(initialSelectedDateMillis: Long? = null): DatePickerState = stub()

@ExperimentalMaterial3Api
@Composable
fun DatePicker(state: DatePickerState, modifier: Modifier = Modifier): Unit = stub()

@ExperimentalMaterial3Api
@Composable
fun DatePickerDialog(
    onDismissRequest: () -> Unit,
    confirmButton: @Composable() () -> Unit,
    modifier: Modifier = Modifier,
    dismissButton: @Composable() (() -> Unit)? = null,
    content: @Composable ColumnScope.() -> Unit
): Unit = stub()
