package androidx.compose.runtime

import kotlin.reflect.KProperty

@Target(
    AnnotationTarget.FUNCTION,
    AnnotationTarget.TYPE,
    AnnotationTarget.TYPE_PARAMETER,
    AnnotationTarget.PROPERTY_GETTER
)
annotation class Composable

interface State<out T> {
    val value: T
}

interface MutableState<T> : State<T> {
    override var value: T
}

fun <T> mutableStateOf(value: T): MutableState<T> = stub()

operator fun <T> State<T>.getValue(thisObj: Any?, property: KProperty<*>): T = value

operator fun <T> MutableState<T>.setValue(thisObj: Any?, property: KProperty<*>, value: T) {
    this.value = value
}

@Composable
fun <T> remember(calculation: () -> T): T = stub()

@Composable
fun <T> remember(key1: Any?, calculation: () -> T): T = stub()

@Composable
fun <T> key(vararg keys: Any?, block: @Composable() () -> T): T = stub()

class DisposableEffectScope {
    fun onDispose(onDisposeEffect: () -> Unit): DisposableEffectResult = stub()
}

interface DisposableEffectResult

@Composable
fun DisposableEffect(key1: Any?, effect: DisposableEffectScope.() -> DisposableEffectResult): Unit = stub()

@Composable
fun SideEffect(effect: () -> Unit): Unit = stub()

abstract class CompositionLocal<T> {
    val current: T
        @Composable get() = stub()
}

abstract class ProvidableCompositionLocal<T> : CompositionLocal<T>() {
    infix fun provides(value: T): ProvidedValue<T> = stub()
}

class ProvidedValue<T>

fun <T> staticCompositionLocalOf(defaultFactory: () -> T): ProvidableCompositionLocal<T> = stub()

@Composable
fun CompositionLocalProvider(vararg values: ProvidedValue<*>, content: @Composable() () -> Unit): Unit = stub()

/** These declarations are for the compiler alone. */
fun stub(): Nothing = throw UnsupportedOperationException()
