package androidx.compose.material.icons.filled

import androidx.compose.material.icons.Icons
import androidx.compose.runtime.stub
import androidx.compose.ui.graphics.vector.ImageVector

val Icons.Filled.ShoppingBag: ImageVector get() = stub()

val Icons.Filled.Notifications: ImageVector get() = stub()

val Icons.Filled.CalendarToday: ImageVector get() = stub()

val Icons.Filled.CreditCard: ImageVector get() = stub()

val Icons.Filled.ShoppingCart: ImageVector get() = stub()

val Icons.Filled.Check: ImageVector get() = stub()

val Icons.Filled.Schedule: ImageVector get() = stub()

val Icons.Filled.Close: ImageVector get() = stub()

val Icons.Filled.Description: ImageVector get() = stub()

val Icons.Filled.Email: ImageVector get() = stub()

val Icons.Filled.FilterList: ImageVector get() = stub()

val Icons.Filled.Settings: ImageVector get() = stub()

val Icons.Filled.Favorite: ImageVector get() = stub()

val Icons.Filled.Home: ImageVector get() = stub()

val Icons.Filled.Info: ImageVector get() = stub()

val Icons.Filled.Lock: ImageVector get() = stub()

val Icons.Filled.Map: ImageVector get() = stub()

val Icons.Filled.Remove: ImageVector get() = stub()

val Icons.Filled.Edit: ImageVector get() = stub()

val Icons.Filled.Person: ImageVector get() = stub()

val Icons.Filled.Smartphone: ImageVector get() = stub()

val Icons.Filled.Image: ImageVector get() = stub()

val Icons.Filled.Place: ImageVector get() = stub()

val Icons.Filled.Add: ImageVector get() = stub()

val Icons.Filled.Search: ImageVector get() = stub()

val Icons.Filled.Share: ImageVector get() = stub()

val Icons.Filled.Star: ImageVector get() = stub()

val Icons.Filled.LocalOffer: ImageVector get() = stub()

val Icons.Filled.Delete: ImageVector get() = stub()

val Icons.Filled.Warning: ImageVector get() = stub()

val Icons.Filled.ChevronRight: ImageVector get() = stub()

val Icons.Filled.Pause: ImageVector get() = stub()

val Icons.Filled.PlayArrow: ImageVector get() = stub()

val Icons.Filled.Category: ImageVector get() = stub()

val Icons.Filled.ArrowDropDown: ImageVector get() = stub()

val Icons.Filled.Visibility: ImageVector get() = stub()

val Icons.Filled.VisibilityOff: ImageVector get() = stub()
