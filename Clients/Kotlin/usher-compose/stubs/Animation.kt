package androidx.compose.animation

import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier

class ContentTransform

class EnterTransition {
    companion object {
        val None: EnterTransition = stub()
    }
}

class ExitTransition {
    companion object {
        val None: ExitTransition = stub()
    }
}

interface AnimatedContentScope

interface AnimatedContentTransitionScope<S> {
    val initialState: S
    val targetState: S
}

infix fun EnterTransition.togetherWith(exit: ExitTransition): ContentTransform = stub()

fun fadeIn(): EnterTransition = stub()

fun fadeOut(): ExitTransition = stub()

fun slideInHorizontally(initialOffsetX: (fullWidth: Int) -> Int = { -it / 2 }): EnterTransition = stub()

fun slideOutHorizontally(targetOffsetX: (fullWidth: Int) -> Int = { -it / 2 }): ExitTransition = stub()

@Composable
fun <S> AnimatedContent(
    targetState: S,
    modifier: Modifier = Modifier,
    transitionSpec: AnimatedContentTransitionScope<S>.() -> ContentTransform = stub(),
    contentAlignment: Alignment = stub(),
    label: String = "AnimatedContent",
    contentKey: (targetState: S) -> Any? = { it },
    content: @Composable AnimatedContentScope.(targetState: S) -> Unit
): Unit = stub()
