package usher.rendering

/**
 * The client's own texts, in English. An app overrides what it says in another way, or adds a language.
 *
 * Every other text comes with the state.
 */
open class Words {
    open val back = "Back"
    open val close = "Close"
    open val loading = "Loading"
    open val stepDone = "done"
    open val stepCurrent = "in progress"
    open val stepUpcoming = "still to come"
    open val optional = "optional"
    open val showPassword = "Show password"
    open val selected = "selected"
    open val yes = "Yes"
    open val no = "No"
    open val none = "None"
    open val choose = "Choose…"
    open val search = "Search"
    open val clear = "Clear"
    open val decrease = "Decrease"
    open val increase = "Increase"
    open val map = "Map"
    open val moreRows = "Show more"
    open val rowsFailed = "The rows can’t be read at the moment."
    open val play = "Play"
    open val pause = "Pause"
    open val send = "Send"
    open val unknownElement = "This content can’t be shown. Update the app to get the latest version."
    open val fieldMissing = "This field is required."
    open val fieldInvalid = "Check the format and try again."
    open val reconnecting = "Connection lost. Reconnecting…"
    open val unreachable = "Can’t reach the server. Your last action will be sent when the connection is back."
    open val offline = "You’re offline"
    open val offlineText = "The app can’t reach the server. It opens as soon as the connection is back."
    open val tryAgain = "Try again"
    open val movedOn = "This changed in the meantime. Here’s the latest version."
    open val sessionExpired = "Your session has expired"
    open val sessionUnreadable = "Your session can’t be restored"
    open val sessionKept = "You can go on where you stopped. If you were logged in, log in again. " +
        "Steps that need a password or a code start again."
    open val sessionGone = "Data in your account is kept. Open screens and text that you hadn’t sent are gone."
    open val sessionTaken = "This device is logged out"
    open val sessionTakenText = "Another device has logged in to this session, or ended the access of this one."
    open val goOn = "Continue"
    open val discardTitle = "Discard your text?"
    open val discardText = "You haven’t sent what you typed here."
    open val discard = "Discard"
    open val keepEditing = "Keep editing"
    open val ended = "Session ended"
    open val endedText = "Thank you. You can start again at any time."
    open val startAgain = "Start again"
    open val cannotStart = "Can’t start the app"

    open fun charactersLeft(left: Int): String = if (left == 1) "1 character left" else "$left characters left"

    open fun charactersOver(over: Int): String = if (over == 1) "1 character too many" else "$over characters too many"

    open fun results(count: Int): String = if (count == 1) "1 result" else "$count results"

    open fun failed(detail: String?): String =
        if (detail == null) "That didn’t work. Nothing was changed." else "That didn’t work. $detail"

    /** The words of a language, or the English ones. */
    companion object {
        private val languages = mapOf("de" to GermanWords(), "ja" to JapaneseWords())
        private val english = Words()

        fun of(language: String?): Words = languages[language.orEmpty().substringBefore('-')] ?: english
    }
}

/** The texts in German. */
open class GermanWords : Words() {
    override val back = "Zurück"
    override val close = "Schließen"
    override val loading = "Wird geladen"
    override val stepDone = "erledigt"
    override val stepCurrent = "läuft"
    override val stepUpcoming = "steht noch bevor"
    override val optional = "optional"
    override val showPassword = "Passwort anzeigen"
    override val selected = "ausgewählt"
    override val yes = "Ja"
    override val no = "Nein"
    override val none = "Keine Angabe"
    override val choose = "Auswählen …"
    override val search = "Suchen"
    override val clear = "Löschen"
    override val decrease = "Weniger"
    override val increase = "Mehr"
    override val map = "Karte"
    override val moreRows = "Mehr anzeigen"
    override val rowsFailed = "Die Zeilen können zurzeit nicht gelesen werden."
    override val play = "Abspielen"
    override val pause = "Anhalten"
    override val send = "Senden"
    override val unknownElement =
        "Dieser Inhalt kann nicht angezeigt werden. Aktualisiere die App, um die neueste Version zu bekommen."
    override val fieldMissing = "Bitte fülle dieses Feld aus."
    override val fieldInvalid = "Prüfe das Format und versuche es noch einmal."
    override val reconnecting = "Verbindung verloren. Wird wieder verbunden …"
    override val unreachable =
        "Der Server ist nicht erreichbar. Deine letzte Eingabe wird gesendet, sobald die Verbindung wieder da ist."
    override val offline = "Keine Verbindung"
    override val offlineText =
        "Die App erreicht den Server nicht. Sie öffnet sich, sobald die Verbindung wieder da ist."
    override val tryAgain = "Noch einmal versuchen"
    override val movedOn = "Das hat sich inzwischen geändert. Hier ist der neueste Stand."
    override val sessionExpired = "Deine Sitzung ist abgelaufen"
    override val sessionUnreadable = "Deine Sitzung kann nicht wiederhergestellt werden"
    override val sessionKept =
        "Du kannst dort weitermachen, wo du aufgehört hast. Wenn du angemeldet warst, melde dich wieder an. " +
        "Schritte, die ein Passwort oder einen Code brauchen, beginnen von vorn."
    override val sessionGone =
        "Daten in deinem Konto bleiben erhalten. Geöffnete Seiten und Text, den du nicht gesendet hast, sind weg."
    override val sessionTaken = "Dieses Gerät ist abgemeldet"
    override val sessionTakenText =
        "Ein anderes Gerät hat sich in dieser Sitzung angemeldet oder den Zugang dieses Geräts beendet."
    override val goOn = "Weiter"
    override val discardTitle = "Text verwerfen?"
    override val discardText = "Du hast noch nicht gesendet, was du hier eingegeben hast."
    override val discard = "Verwerfen"
    override val keepEditing = "Weiter bearbeiten"
    override val ended = "Sitzung beendet"
    override val endedText = "Danke. Du kannst jederzeit neu beginnen."
    override val startAgain = "Neu beginnen"
    override val cannotStart = "Die App kann nicht gestartet werden"

    override fun charactersLeft(left: Int): String = "noch $left Zeichen"

    override fun charactersOver(over: Int): String = "$over Zeichen zu viel"

    override fun results(count: Int): String = "$count Treffer"

    override fun failed(detail: String?): String =
        if (detail == null) "Das hat nicht funktioniert. Es wurde nichts geändert."
        else "Das hat nicht funktioniert. $detail"
}

/** The texts in Japanese. */
open class JapaneseWords : Words() {
    override val back = "戻る"
    override val close = "閉じる"
    override val loading = "読み込み中"
    override val stepDone = "完了"
    override val stepCurrent = "進行中"
    override val stepUpcoming = "これから"
    override val optional = "任意"
    override val showPassword = "パスワードを表示"
    override val selected = "選択中"
    override val yes = "はい"
    override val no = "いいえ"
    override val none = "なし"
    override val choose = "選択してください"
    override val search = "検索"
    override val clear = "クリア"
    override val decrease = "減らす"
    override val increase = "増やす"
    override val map = "地図"
    override val moreRows = "もっと見る"
    override val rowsFailed = "行を現在読み込めません。"
    override val play = "再生"
    override val pause = "一時停止"
    override val send = "送信"
    override val unknownElement = "この内容を表示できません。アプリを更新して、最新のバージョンにしてください。"
    override val fieldMissing = "この項目を入力してください。"
    override val fieldInvalid = "形式を確認して、もう一度お試しください。"
    override val reconnecting = "接続が切れました。再接続しています…"
    override val unreachable = "サーバーに接続できません。接続が回復すると、最後の操作が送信されます。"
    override val offline = "オフラインです"
    override val offlineText = "サーバーに接続できません。接続が回復すると、アプリが開きます。"
    override val tryAgain = "もう一度試す"
    override val movedOn = "内容が更新されました。最新の状態を表示しています。"
    override val sessionExpired = "セッションの有効期限が切れました"
    override val sessionUnreadable = "セッションを復元できません"
    override val sessionKept = "中断したところから続けられます。ログインしていた場合は、もう一度ログインしてください。" +
        "パスワードやコードが必要な手順は最初からになります。"
    override val sessionGone = "アカウントのデータは保存されています。開いていた画面と未送信の文章は失われました。"
    override val sessionTaken = "この端末はログアウトしました"
    override val sessionTakenText = "別の端末がこのセッションにログインしたか、この端末のアクセスを終了しました。"
    override val goOn = "続ける"
    override val discardTitle = "入力内容を破棄しますか？"
    override val discardText = "ここに入力した内容はまだ送信されていません。"
    override val discard = "破棄"
    override val keepEditing = "編集を続ける"
    override val ended = "セッションが終了しました"
    override val endedText = "ご利用ありがとうございました。いつでもまた始められます。"
    override val startAgain = "もう一度始める"
    override val cannotStart = "アプリを起動できません"

    override fun charactersLeft(left: Int): String = "あと${left}文字"

    override fun charactersOver(over: Int): String = "${over}文字超過"

    override fun results(count: Int): String = "${count}件"

    override fun failed(detail: String?): String =
        if (detail == null) "操作できませんでした。変更はありません。" else "操作できませんでした。$detail"
}
