package coil.compose

import androidx.compose.runtime.Composable
import androidx.compose.runtime.stub
import androidx.compose.ui.Modifier

@Composable
fun AsyncImage(model: Any?, contentDescription: String?, modifier: Modifier = Modifier): Unit = stub()
