package usher.compose

import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.aspectRatio
import androidx.compose.foundation.layout.size
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.ArrowBack
import androidx.compose.material.icons.automirrored.filled.List
import androidx.compose.material.icons.automirrored.filled.MenuBook
import androidx.compose.material.icons.filled.Add
import androidx.compose.material.icons.filled.CalendarToday
import androidx.compose.material.icons.filled.Category
import androidx.compose.material.icons.filled.Check
import androidx.compose.material.icons.filled.ChevronRight
import androidx.compose.material.icons.filled.Close
import androidx.compose.material.icons.filled.CreditCard
import androidx.compose.material.icons.filled.Delete
import androidx.compose.material.icons.filled.Description
import androidx.compose.material.icons.filled.Edit
import androidx.compose.material.icons.filled.Email
import androidx.compose.material.icons.filled.Favorite
import androidx.compose.material.icons.filled.FilterList
import androidx.compose.material.icons.filled.Home
import androidx.compose.material.icons.filled.Image
import androidx.compose.material.icons.filled.Info
import androidx.compose.material.icons.filled.LocalOffer
import androidx.compose.material.icons.filled.Lock
import androidx.compose.material.icons.filled.Map
import androidx.compose.material.icons.filled.Notifications
import androidx.compose.material.icons.filled.Pause
import androidx.compose.material.icons.filled.Person
import androidx.compose.material.icons.filled.Place
import androidx.compose.material.icons.filled.PlayArrow
import androidx.compose.material.icons.filled.Remove
import androidx.compose.material.icons.filled.Schedule
import androidx.compose.material.icons.filled.Search
import androidx.compose.material.icons.filled.Settings
import androidx.compose.material.icons.filled.Share
import androidx.compose.material.icons.filled.ShoppingBag
import androidx.compose.material.icons.filled.ShoppingCart
import androidx.compose.material.icons.filled.Smartphone
import androidx.compose.material.icons.filled.Star
import androidx.compose.material.icons.filled.Warning
import androidx.compose.material3.Icon
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.vector.ImageVector
import androidx.compose.ui.semantics.clearAndSetSemantics
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.unit.dp
import usher.rendering.Picture
import usher.rendering.Pictures
import usher.rendering.Symbols

/** A picture in an aspect of width by height. */
@Composable
internal fun PictureView(picture: Picture, aspect: Double?, modifier: Modifier) {
    val app = LocalApp.current
    val sized = if (aspect == null) modifier else modifier.aspectRatio(aspect.toFloat())
    val address = Pictures.address(picture.url, app.model.server)
    when {
        picture.characters != null -> Characters(picture, sized, isLarge = true)
        address != null -> app.slots.picture(address, picture.alt, sized)
        else -> Box(modifier = sized, contentAlignment = Alignment.Center) {
            Symbol(picture.symbol ?: "photo", picture.alt)
        }
    }
}

/** A small picture beside a title. */
@Composable
internal fun Thumbnail(picture: Picture) {
    val app = LocalApp.current
    val address = Pictures.address(picture.url, app.model.server)
    when {
        picture.characters != null -> Characters(picture, Modifier, isLarge = false)
        address != null -> app.slots.picture(address, picture.alt, Modifier.size(40.dp))
        else -> Symbol(picture.symbol ?: "photo", picture.alt)
    }
}

/** Characters used as a picture. Screen readers get the alternative text instead. */
@Composable
private fun Characters(picture: Picture, modifier: Modifier, isLarge: Boolean) {
    val style = if (isLarge) MaterialTheme.typography.displayMedium else MaterialTheme.typography.titleLarge
    Text(
        picture.characters.orEmpty(),
        modifier = modifier.clearAndSetSemantics { if (picture.alt != null) contentDescription = picture.alt!! },
        style = style.inLanguage(picture.lang)
    )
}

/** A symbol. Without a description it is decoration. */
@Composable
internal fun Symbol(name: String, description: String?) {
    Icon(imageVector = vector(Symbols.icon(name)), contentDescription = description)
}

/** The vector of a Material icon by its name. */
private fun vector(icon: String): ImageVector = when (icon) {
    "Add" -> Icons.Filled.Add
    "ArrowBack" -> Icons.AutoMirrored.Filled.ArrowBack
    "CalendarToday" -> Icons.Filled.CalendarToday
    "Check" -> Icons.Filled.Check
    "ChevronRight" -> Icons.Filled.ChevronRight
    "Close" -> Icons.Filled.Close
    "CreditCard" -> Icons.Filled.CreditCard
    "Delete" -> Icons.Filled.Delete
    "Description" -> Icons.Filled.Description
    "Edit" -> Icons.Filled.Edit
    "Email" -> Icons.Filled.Email
    "Favorite" -> Icons.Filled.Favorite
    "FilterList" -> Icons.Filled.FilterList
    "Home" -> Icons.Filled.Home
    "Image" -> Icons.Filled.Image
    "Info" -> Icons.Filled.Info
    "List" -> Icons.AutoMirrored.Filled.List
    "LocalOffer" -> Icons.Filled.LocalOffer
    "Lock" -> Icons.Filled.Lock
    "Map" -> Icons.Filled.Map
    "MenuBook" -> Icons.AutoMirrored.Filled.MenuBook
    "Notifications" -> Icons.Filled.Notifications
    "Pause" -> Icons.Filled.Pause
    "Person" -> Icons.Filled.Person
    "Place" -> Icons.Filled.Place
    "PlayArrow" -> Icons.Filled.PlayArrow
    "Remove" -> Icons.Filled.Remove
    "Schedule" -> Icons.Filled.Schedule
    "Search" -> Icons.Filled.Search
    "Settings" -> Icons.Filled.Settings
    "Share" -> Icons.Filled.Share
    "ShoppingBag" -> Icons.Filled.ShoppingBag
    "ShoppingCart" -> Icons.Filled.ShoppingCart
    "Smartphone" -> Icons.Filled.Smartphone
    "Star" -> Icons.Filled.Star
    "Warning" -> Icons.Filled.Warning
    else -> Icons.Filled.Category
}
