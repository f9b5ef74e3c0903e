/// The texts of the pages about problems in one language.
struct PageTexts: Sendable {
    var language: String
    var home: String
    var again: String
    /// The title and the text for each status, with those for any other status under 0.
    var byStatus: [Int: (String, String)]

    func text(of status: Int) -> (String, String) { byStatus[status] ?? byStatus[0] ?? ("\(status)", "") }

    static let english = PageTexts(
        language: "en",
        home: "Go to the start page",
        again: "Try again",
        byStatus: [
            0: ("This page can’t be shown", "Something went wrong. If it happens again, tell those who run this site."),
            400: (
                "This address can’t be read", "It has a character or a part that is not allowed. Check it for mistakes."
            ),
            404: ("There is no page here", "The address may be mistyped, or the page is gone."),
            405: ("This page can’t be opened like this", "The address is right, but it only takes visits and no data."),
            421: (
                "This name is not served here",
                "The server doesn’t know the name in the address. Check it for mistakes."
            ),
            429: ("Too many requests", "Wait a moment, then try again."),
            503: ("Not available at the moment", "The site is being updated or is very busy. Try again in a moment."),
        ]
    )
    static let german = PageTexts(
        language: "de",
        home: "Zur Startseite",
        again: "Erneut versuchen",
        byStatus: [
            0: (
                "Diese Seite lässt sich nicht anzeigen",
                "Etwas ist schiefgegangen. Wenn es wieder passiert, sagen Sie es dem Betreiber."
            ),
            400: (
                "Diese Adresse ist nicht lesbar",
                "Sie enthält ein Zeichen oder einen Teil, der nicht erlaubt ist. Prüfen Sie die Schreibweise."
            ),
            404: (
                "Hier gibt es keine Seite",
                "Die Adresse ist vielleicht falsch geschrieben, oder die Seite gibt es nicht mehr."
            ),
            405: (
                "So lässt sich diese Seite nicht öffnen",
                "Die Adresse stimmt, nimmt aber nur Besuche an und keine Daten."
            ),
            421: (
                "Diesen Namen gibt es hier nicht",
                "Der Server kennt den Namen in der Adresse nicht. Prüfen Sie die Schreibweise."
            ),
            429: ("Zu viele Anfragen", "Warten Sie einen Moment, und versuchen Sie es dann erneut."),
            503: (
                "Im Moment nicht verfügbar",
                "Die Website wird gerade aktualisiert oder ist stark belastet. Versuchen Sie es gleich noch einmal."
            ),
        ]
    )
    static let japanese = PageTexts(
        language: "ja",
        home: "スタートページへ",
        again: "もう一度試す",
        byStatus: [
            0: ("ページを表示できません", "問題が発生しました。繰り返す場合は、サイトの運営者にお知らせください。"),
            400: ("アドレスを読み取れません", "使用できない文字が含まれています。アドレスをご確認ください。"),
            404: ("ページが見つかりません", "アドレスが間違っているか、ページがなくなった可能性があります。"),
            405: ("この方法では開けません", "アドレスは正しいですが、データの送信は受け付けていません。"),
            421: ("このホスト名は使われていません", "アドレスのホスト名をサーバーが認識できません。アドレスをご確認ください。"),
            429: ("リクエストが多すぎます", "しばらく待ってから、もう一度お試しください。"),
            503: ("現在ご利用いただけません", "更新中か、混み合っています。しばらくしてからもう一度お試しください。"),
        ]
    )
    static let all = ["en": english, "de": german, "ja": japanese]
}
