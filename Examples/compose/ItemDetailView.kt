package example.items

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import usher.compose.NativeScreen
import usher.compose.NativeViews

/** The screens that the app draws itself. */
val itemViews = NativeViews().add("itemDetail", version = 1) { screen -> ItemDetailView(screen) }

/** The app's own view of an item, with the types that `usher types items --language kotlin` writes. */
@Composable
fun ItemDetailView(screen: NativeScreen) {
    val shown = Screens.decode(screen.name, screen.props) as? ItemDetailScreen ?: return
    val item = shown.props.item
    Column(modifier = Modifier.padding(24.dp), verticalArrangement = Arrangement.spacedBy(12.dp)) {
        Text(item.title, style = MaterialTheme.typography.headlineMedium)
        if (item.category != null) Text(item.category, style = MaterialTheme.typography.titleMedium)
        if (item.note != null) Text(item.note)
    }
}
