package androidx.compose.foundation.lazy

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier

interface LazyItemScope

interface LazyListScope {
    fun item(key: Any? = null, contentType: Any? = null, content: @Composable LazyItemScope.() -> Unit)

    fun items(
        count: Int,
        key: ((index: Int) -> Any)? = null,
        contentType: (index: Int) -> Any? = { null },
        itemContent: @Composable LazyItemScope.(index: Int) -> Unit
    )
}

class LazyListState

@Composable
fun rememberLazyListState(
    initialFirstVisibleItemIndex: Int = 0,
    initialFirstVisibleItemScrollOffset: Int = 0
): LazyListState =
    stub()

@Composable
fun LazyColumn(
    modifier: Modifier = Modifier,
    state: LazyListState = stub(),
    contentPadding: PaddingValues = stub(),
    reverseLayout: Boolean = false,
    verticalArrangement: Arrangement.Vertical = stub(),
    horizontalAlignment: Alignment.Horizontal = stub(),
    content: LazyListScope.() -> Unit
): Unit = stub()

@Composable
fun LazyRow(
    modifier: Modifier = Modifier,
    state: LazyListState = stub(),
    contentPadding: PaddingValues = stub(),
    reverseLayout: Boolean = false,
    horizontalArrangement: Arrangement.Horizontal = stub(),
    verticalAlignment: Alignment.Vertical = stub(),
    content: LazyListScope.() -> Unit
): Unit = stub()
