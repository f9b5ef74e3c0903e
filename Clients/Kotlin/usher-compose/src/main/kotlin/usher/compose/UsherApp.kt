package usher.compose

import androidx.activity.compose.BackHandler
import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.AlertDialog
import androidx.compose.material3.Button
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.IconButton
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.ModalBottomSheet
import androidx.compose.material3.SheetValue
import androidx.compose.material3.Surface
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.rememberModalBottomSheetState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.CompositionLocalProvider
import androidx.compose.runtime.DisposableEffect
import androidx.compose.runtime.key
import androidx.compose.runtime.remember
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalLayoutDirection
import androidx.compose.ui.semantics.LiveRegionMode
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.heading
import androidx.compose.ui.semantics.liveRegion
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.LayoutDirection
import androidx.compose.ui.unit.dp
import androidx.compose.ui.window.Dialog
import androidx.compose.ui.window.DialogProperties
import usher.client.Modal
import usher.rendering.AppAlert
import usher.rendering.AppModel
import usher.rendering.DiscardQuestion
import usher.rendering.Frame

/**
 * An application of an Usher server, as the whole content of a window.
 *
 * It opens the session while it is shown. The model must outlive changes of the configuration, for example in a
 * `ViewModel`.
 *
 * @param link The link to open at the start, such as that of a notification. Later ones are opened by
 *   [AppModel.openLink].
 */
@Composable
fun UsherApp(model: AppModel, slots: Slots, link: String? = null) {
    val app = remember(model) { AppState(model, slots) }
    DisposableEffect(model) {
        val registration = model.addListener { app.changed() }
        model.open(link)
        onDispose {
            registration.cancel()
            model.close()
        }
    }
    app.observe()
    val direction = if (model.isRightToLeft) LayoutDirection.Rtl else LayoutDirection.Ltr
    CompositionLocalProvider(LocalApp provides app, LocalLayoutDirection provides direction) {
        Surface(modifier = Modifier.fillMaxSize()) {
            Column {
                Box(modifier = Modifier.weight(1f)) {
                    when (val frame = model.frame) {
                        Frame.Opening -> Opening()
                        is Frame.Page -> Page(frame)
                        is Frame.App -> AppFrame(frame)
                    }
                }
                Notices()
            }
        }
    }
}

@Composable
private fun Opening() {
    val label = LocalApp.current.formats.words.loading
    val modifier = Modifier.fillMaxSize().semantics { contentDescription = label }
    Box(modifier = modifier, contentAlignment = Alignment.Center) { CircularProgressIndicator() }
}

/** A page in place of the app. */
@Composable
private fun Page(page: Frame.Page) {
    Column(
        modifier = Modifier.fillMaxSize().padding(24.dp),
        verticalArrangement = Arrangement.spacedBy(12.dp),
        horizontalAlignment = Alignment.CenterHorizontally
    ) {
        Symbol(page.symbol, null)
        Text(page.title, modifier = Modifier.semantics { heading() }, style = MaterialTheme.typography.headlineSmall)
        Text(page.text)
        for (action in page.actions) Button(onClick = action.press) { Text(action.label) }
    }
}

@Composable
private fun AppFrame(frame: Frame.App) {
    val app = LocalApp.current
    val model = app.observe()
    BackHandler(enabled = frame.question != null || frame.alert != null || model.canLeave) { model.leave() }
    ContainerView(frame.navigation, isModal = false)
    for ((index, modal) in frame.modals.withIndex()) {
        key(modal.key) { ModalView(modal, isInFront = index == frame.modals.size - 1) }
    }
    frame.alert?.let { ScreenAlert(it) }
    frame.question?.let { Discard(it) }
}

/** A sheet or a full screen. Only the state removes it, so that it stays when the user keeps on editing. */
@Composable
private fun ModalView(modal: Modal, isInFront: Boolean) {
    val model = LocalApp.current.observe()
    val mayDismiss = modal.isDismissible && isInFront && model.display.state?.gestures?.dismiss != null
    val content: @Composable() () -> Unit = {
        BackHandler(enabled = isInFront) { model.leave() }
        ContainerView(modal.container, isModal = true)
    }
    if (modal.presentation == Modal.Presentation.FULL_SCREEN) {
        Dialog(
            onDismissRequest = { model.leave() },
            properties = DialogProperties(dismissOnClickOutside = false, usePlatformDefaultWidth = false)
        ) {
            Surface(modifier = Modifier.fillMaxSize()) { content() }
        }
        return
    }
    val state = rememberModalBottomSheetState(skipPartiallyExpanded = true, confirmValueChange = { value ->
        if (value == SheetValue.Hidden && mayDismiss) model.dismiss()
        value != SheetValue.Hidden
    })
    ModalBottomSheet(onDismissRequest = { if (mayDismiss) model.dismiss() }, sheetState = state) { content() }
}

/** The question of a screen. It is closed by its actions alone, and the back button presses the one that cancels. */
@Composable
private fun ScreenAlert(alert: AppAlert) {
    val model = LocalApp.current.observe()
    val confirm = alert.confirm.element
    AlertDialog(
        onDismissRequest = { model.leave() },
        title = { Text(confirm.title, modifier = Modifier.semantics { heading() }) },
        text = { if (confirm.text != null) Text(confirm.text!!) },
        confirmButton = {
            Column {
                for ((index, action) in confirm.actions.withIndex()) {
                    ButtonView(alert.screen, "${alert.confirm.origin}/$index", action, isInAlert = true)
                }
            }
        },
        properties = DialogProperties(dismissOnClickOutside = false)
    )
}

/** The question before something is discarded. */
@Composable
private fun Discard(question: DiscardQuestion) {
    AlertDialog(
        onDismissRequest = question.keep,
        title = { Text(question.title, modifier = Modifier.semantics { heading() }) },
        text = { if (question.text != null) Text(question.text!!) },
        confirmButton = {
            TextButton(onClick = question.discard, colors = destructiveColors()) { Text(question.discardLabel) }
        },
        dismissButton = { TextButton(onClick = question.keep) { Text(question.keepLabel) } }
    )
}

/** The state of the connection, and the outcome of the last tap if it is not as wanted. */
@Composable
private fun Notices() {
    val app = LocalApp.current
    val model = app.observe()
    model.banner?.let { banner ->
        Line(banner.text, banner.isError) {
            if (banner.retryLabel != null) TextButton(onClick = { model.retry() }) { Text(banner.retryLabel!!) }
        }
    }
    model.notice?.let { notice ->
        Line(notice.text, notice.isError) {
            IconButton(onClick = { model.closeNotice() }) { Symbol("close", app.formats.words.close) }
        }
    }
    model.announcement?.let { text ->
        // It is for screen readers alone: they read a live region without a size, too.
        Box(modifier = Modifier.semantics {
            contentDescription = text
            liveRegion = LiveRegionMode.Polite
        }) {}
    }
}

@Composable
private fun Line(text: String, isError: Boolean, action: @Composable() () -> Unit) {
    val colors = MaterialTheme.colorScheme
    Row(
        modifier = Modifier.fillMaxWidth()
            .background(if (isError) colors.errorContainer else colors.secondaryContainer)
            .padding(horizontal = 16.dp, vertical = 8.dp)
            .semantics { liveRegion = if (isError) LiveRegionMode.Assertive else LiveRegionMode.Polite },
        horizontalArrangement = Arrangement.spacedBy(12.dp),
        verticalAlignment = Alignment.CenterVertically
    ) {
        Symbol(if (isError) "warning" else "info", null)
        Text(text, modifier = Modifier.weight(1f))
        action()
    }
}
