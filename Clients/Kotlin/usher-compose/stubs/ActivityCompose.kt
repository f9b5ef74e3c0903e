package androidx.activity.compose

import androidx.activity.ComponentActivity
import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub

@Composable
fun BackHandler(enabled: Boolean = true, onBack: () -> Unit): Unit = stub()

fun ComponentActivity.setContent(content: @Composable() () -> Unit): Unit = stub()
