package usher.compose

import androidx.compose.animation.AnimatedContent
import androidx.compose.animation.ContentTransform
import androidx.compose.animation.EnterTransition
import androidx.compose.animation.ExitTransition
import androidx.compose.animation.fadeIn
import androidx.compose.animation.fadeOut
import androidx.compose.animation.slideInHorizontally
import androidx.compose.animation.slideOutHorizontally
import androidx.compose.animation.togetherWith
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.material3.Badge
import androidx.compose.material3.BadgedBox
import androidx.compose.material3.NavigationBar
import androidx.compose.material3.NavigationBarItem
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.key
import androidx.compose.runtime.remember
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalLayoutDirection
import androidx.compose.ui.unit.LayoutDirection
import usher.client.Container
import usher.client.Route
import usher.rendering.Motion
import usher.rendering.Motions
import usher.rendering.picture

/** A stack or tabs, at any depth. A kind of a later version shows what it has in front. */
@Composable
internal fun ContainerView(container: Container, isModal: Boolean) {
    key(container.key) {
        if (container.kind == Container.Kind.TABS) TabsView(container, isModal) else StackView(container, isModal)
    }
}

/** The screen in front of a stack, which moves as the keys of the stack say. */
@Composable
private fun StackView(stack: Container, isModal: Boolean) {
    val motions = remember { Motions() }
    val motion = motions.next(stack)
    val toStart = if (LocalLayoutDirection.current == LayoutDirection.Rtl) 1 else -1
    AnimatedContent(
        targetState = stack,
        modifier = Modifier.fillMaxSize(),
        transitionSpec = { transform(motion, toStart) },
        contentKey = { it.selected?.key }
    ) { shown ->
        shown.selected?.let { RouteView(it, shown.routes.getOrNull(shown.index - 1), shown.index == 0, isModal) }
    }
}

private fun transform(motion: Motion, toStart: Int): ContentTransform = when (motion) {
    Motion.NONE -> EnterTransition.None togetherWith ExitTransition.None
    Motion.FADE -> fadeIn() togetherWith fadeOut()
    Motion.PUSH -> slideInHorizontally { -toStart * it } togetherWith slideOutHorizontally { toStart * it / 3 }
    Motion.POP -> slideInHorizontally { toStart * it / 3 } togetherWith slideOutHorizontally { -toStart * it }
}

@Composable
private fun RouteView(route: Route, below: Route?, isRoot: Boolean, isModal: Boolean) {
    val container = route.container
    if (container != null) ContainerView(container, isModal) else ScreenView(route.key, below?.key, isRoot, isModal)
}

/** Tabs with their bar, unless the screen in front hides it. */
@Composable
private fun TabsView(tabs: Container, isModal: Boolean) {
    val app = LocalApp.current
    val model = app.observe()
    val front = tabs.visibleScreen?.let { model.screenModel(it) }
    Column {
        Box(modifier = Modifier.weight(1f)) {
            tabs.selected?.let { key(it.key) { RouteView(it, null, isRoot = true, isModal = isModal) } }
        }
        if (front?.hidesTabs != true) {
            NavigationBar {
                for (route in tabs.routes) {
                    NavigationBarItem(
                        selected = route.key == tabs.selected?.key,
                        onClick = { model.select(route.key) },
                        icon = { TabIcon(route) },
                        label = { Text(route.title ?: route.name, maxLines = 1) }
                    )
                }
            }
        }
    }
}

@Composable
private fun TabIcon(route: Route) {
    val image = route.image
    BadgedBox(badge = { if (route.badge != null) Badge { Text(route.badge!!) } }) {
        if (image == null) Symbol("list", null) else Thumbnail(picture(image))
    }
}
