package androidx.compose.foundation.text.selection

import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Modifier

@Composable
fun SelectionContainer(modifier: Modifier = Modifier, content: @Composable() () -> Unit): Unit = stub()
