package androidx.compose.foundation

import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.graphics.Shape
import androidx.compose.ui.semantics.Role

fun Modifier.clickable(
    enabled: Boolean = true,
    onClickLabel: String? = null,
    role: Role? = null,
    onClick: () -> Unit
): Modifier = stub()

fun Modifier.background(color: Color, shape: Shape = stub()): Modifier = stub()

class ScrollState

@Composable
fun rememberScrollState(initial: Int = 0): ScrollState = stub()

fun Modifier.horizontalScroll(state: ScrollState, enabled: Boolean = true): Modifier = stub()
