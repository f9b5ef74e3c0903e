package usher.client

import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor

fun transfer(from: String, session: Session, token: String): CompletableFuture<Any?> {
    val launch = SessionLaunch(input = mapOf("iban" to from), identity = token, isEmbedded = true)
    return session.start(launch).thenCompose {
        val result = CompletableFuture<Any?>()
        session.addListener(Executor { it.run() }) { display ->
            if (display.phase == Phase.Ended) result.complete(display.state?.result)
        }
        result
    }
}
