package example.items

import android.content.Intent
import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.material3.MaterialTheme
import androidx.lifecycle.ViewModelProvider
import coil.compose.AsyncImage
import usher.compose.Slots
import usher.compose.UsherApp

/** The whole app: one activity that shows the application `items` of a server. */
class MainActivity : ComponentActivity() {
    private val items get() = ViewModelProvider(this).get(ItemsViewModel::class.java)

    private val slots = Slots(
        views = itemViews,
        picture = { address, description, modifier -> AsyncImage(address, description, modifier) }
    )

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        // A link that the system has given is opened once.
        val link = if (savedInstanceState == null) getIntent().getDataString() else null
        setContent {
            MaterialTheme { UsherApp(items.model, slots, link) }
        }
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        intent.getDataString()?.let { items.model.openLink(it) }
    }

    override fun onStop() {
        super.onStop()
        items.model.session.store()
    }
}
