extension Words {
    /// The words in German.
    public static let german = Words(
        back: "Zurück",
        close: "Schließen",
        loading: "Wird geladen",
        optional: "optional",
        showCharacters: "Zeichen anzeigen",
        showPassword: "Passwort anzeigen",
        selected: "ausgewählt",
        yes: "Ja",
        no: "Nein",
        none: "Keine Angabe",
        choose: "Auswählen …",
        search: "Suchen",
        decrease: "Weniger",
        increase: "Mehr",
        map: "Karte",
        moreRows: "Mehr anzeigen",
        rowsFailed: "Die Zeilen können zurzeit nicht gelesen werden.",
        play: "Abspielen",
        pause: "Anhalten",
        sentAtOnce: "Mit der letzten Ziffer wird er abgeschickt.",
        send: "Senden",
        unknownElement: "Dieser Inhalt kann nicht angezeigt werden. Aktualisiere die App, um ihn zu sehen.",
        stepDone: "erledigt",
        stepCurrent: "läuft",
        stepUpcoming: "steht noch bevor",
        fieldMissing: "Bitte fülle dieses Feld aus.",
        fieldInvalid: "Prüfe das Format und versuche es noch einmal.",
        reconnecting: "Verbindung verloren. Wird wieder verbunden …",
        unreachable: """
            Der Server ist nicht erreichbar. Deine letzte Eingabe wird gesendet, sobald die \
            Verbindung wieder da ist.
            """,
        connected: "Die Verbindung ist wieder da.",
        offline: "Keine Verbindung",
        offlineText: "Die App erreicht den Server nicht. Sie öffnet sich, sobald die Verbindung wieder da ist.",
        tryAgain: "Noch einmal versuchen",
        movedOn: "Das hat sich inzwischen geändert. Hier ist der neueste Stand.",
        needsConnection: "Dafür wird eine Verbindung gebraucht. Versuche es noch einmal, wenn du online bist.",
        sessionExpired: "Deine Sitzung ist abgelaufen",
        sessionUnreadable: "Deine Sitzung kann nicht wiederhergestellt werden",
        sessionKept: """
            Du kannst dort weitermachen, wo du aufgehört hast. Wenn du angemeldet warst, melde dich \
            wieder an. Schritte, die ein Passwort oder einen Code brauchen, beginnen von vorn.
            """,
        goOn: "Weiter",
        sessionLost: """
            Daten in deinem Konto bleiben erhalten. Geöffnete Seiten und Text, den du nicht gesendet \
            hast, sind weg.
            """,
        accessEnded: "Dieses Gerät hat keinen Zugriff mehr",
        accessEndedText: """
            Ein anderes Gerät hat sich in dieser Sitzung angemeldet oder dieses entfernt. Du kannst \
            hier neu beginnen.
            """,
        discardTitle: "Text verwerfen?",
        discardText: "Du hast noch nicht gesendet, was du hier eingegeben hast.",
        discard: "Verwerfen",
        keepEditing: "Weiter bearbeiten",
        ended: "Sitzung beendet",
        endedText: "Danke. Du kannst jederzeit neu beginnen.",
        startAgain: "Neu beginnen",
        cannotStart: "Die App kann nicht gestartet werden",
        storageFailed: "Der Speicher dieses Geräts kann zurzeit nicht gelesen werden.",
        noState: "Die Antwort kommt nicht vom Server der App.",
        charactersLeft: { "noch \($0) Zeichen" },
        charactersOver: { "\($0) Zeichen zu viel" },
        fieldTooShort: { "Mindestens \($0) Zeichen." },
        fieldTooSmall: { "Mindestens \($0)." },
        fieldTooGreat: { "Höchstens \($0)." },
        results: { "\($0) Treffer" },
        failed: {
            $0.map { "Das hat nicht funktioniert. \($0)" } ?? "Das hat nicht funktioniert. Es wurde nichts geändert."
        }
    )
}
