package androidx.compose.foundation.layout

import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.Dp

object Arrangement {
    interface Horizontal

    interface Vertical

    interface HorizontalOrVertical : Horizontal, Vertical

    val Center: HorizontalOrVertical = stub()
    val SpaceBetween: HorizontalOrVertical = stub()
    val Start: Horizontal = stub()
    val Top: Vertical = stub()

    fun spacedBy(space: Dp): HorizontalOrVertical = stub()
}

interface PaddingValues

fun PaddingValues(all: Dp): PaddingValues = stub()

fun PaddingValues(horizontal: Dp = stub(), vertical: Dp = stub()): PaddingValues = stub()

interface ColumnScope {
    fun Modifier.weight(weight: Float, fill: Boolean = true): Modifier

    fun Modifier.align(alignment: Alignment.Horizontal): Modifier
}

interface RowScope {
    fun Modifier.weight(weight: Float, fill: Boolean = true): Modifier

    fun Modifier.align(alignment: Alignment.Vertical): Modifier
}

interface BoxScope {
    fun Modifier.align(alignment: Alignment): Modifier
}

@Composable
fun Column(
    modifier: Modifier = Modifier,
    verticalArrangement: Arrangement.Vertical = Arrangement.Top,
    horizontalAlignment: Alignment.Horizontal = stub(),
    content: @Composable ColumnScope.() -> Unit
): Unit = stub()

@Composable
fun Row(
    modifier: Modifier = Modifier,
    horizontalArrangement: Arrangement.Horizontal = Arrangement.Start,
    verticalAlignment: Alignment.Vertical = stub(),
    content: @Composable RowScope.() -> Unit
): Unit = stub()

@Composable
fun Box(
    modifier: Modifier = Modifier,
    contentAlignment: Alignment = stub(),
    propagateMinConstraints: Boolean = false,
    content: @Composable BoxScope.() -> Unit
): Unit = stub()

@Composable
fun Spacer(modifier: Modifier): Unit = stub()

fun Modifier.padding(all: Dp): Modifier = stub()

fun Modifier.padding(horizontal: Dp = stub(), vertical: Dp = stub()): Modifier = stub()

fun Modifier.padding(paddingValues: PaddingValues): Modifier = stub()

fun Modifier.fillMaxWidth(fraction: Float = 1f): Modifier = stub()

fun Modifier.fillMaxSize(fraction: Float = 1f): Modifier = stub()

fun Modifier.size(size: Dp): Modifier = stub()

fun Modifier.width(width: Dp): Modifier = stub()

fun Modifier.heightIn(min: Dp = stub(), max: Dp = stub()): Modifier = stub()

fun Modifier.aspectRatio(ratio: Float, matchHeightConstraintsFirst: Boolean = false): Modifier = stub()

fun Modifier.imePadding(): Modifier = stub()

fun Modifier.safeDrawingPadding(): Modifier = stub()
