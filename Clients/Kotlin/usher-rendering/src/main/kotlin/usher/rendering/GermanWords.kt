package usher.rendering

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
