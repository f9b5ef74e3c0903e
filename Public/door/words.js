/** The texts that the script adds, and the page's own in other languages than English. */
const tables = {
  en: {
    tryAgain: "Try again",
    unreachable: "The server can’t be reached.",
    copy: "Copy",
    copied: "Copied",
    inspector: "The inspector",
    inspectorText: "all sessions of this server, from inside",
    stepStart: "Start an application. The response is its state, with a token.",
    stepLook: "Look at the screen in focus.",
    stepOutputs: "These are the things that the user can do there.",
    stepReport: "Report one of them; the next state says where it leads.",
    stepBack: "Go back, if the state allows it.",
    stepFollow: "Follow the session as a stream of events.",
  },
  de: {
    headline: "Navigation als Ressource",
    lead: "Usher hält die Navigation einer App auf dem Server, als Baum von Koordinatoren mit Stapeln, Tabs und modalen Ansichten. Ein Client zeichnet den Zustand und meldet, was der Benutzer tut. Wohin es geht, entscheidet er nie.",
    apps: "Anwendungen auf diesem Server",
    loading: "Wird geladen …",
    walk: "Dasselbe von Hand",
    walkText: "Jeder Client genügt. Dieser Gang startet eine Anwendung, sieht sich den ersten Bildschirm an, meldet eine Ausgabe und geht zurück; er braucht curl und jq.",
    more: "Genauer hinsehen",
    contract: "Der Vertrag",
    contractText: "OpenAPI 3.1, aus den Typen der Anwendungen dieses Servers",
    problems: "Probleme",
    problemsText: "jeder Fehler, und was dagegen hilft",
    list: "Die Anwendungen als JSON",
    listText: "Namen, Titel, Bildschirme, Ausgaben und Schemas",
    docs: "Anleitungen für Autoren und Betreiber sind im Ordner Documentation des Pakets.",
    tryAgain: "Erneut versuchen",
    unreachable: "Der Server ist nicht erreichbar.",
    copy: "Kopieren",
    copied: "Kopiert",
    inspector: "Der Inspektor",
    inspectorText: "alle Sitzungen dieses Servers von innen",
    stepStart: "Eine Anwendung starten. Die Antwort ist ihr Zustand, mit einem Token.",
    stepLook: "Den Bildschirm im Fokus ansehen.",
    stepOutputs: "Das kann der Benutzer dort tun.",
    stepReport: "Eines davon melden; der nächste Zustand sagt, wohin es führt.",
    stepBack: "Zurückgehen, wenn der Zustand es erlaubt.",
    stepFollow: "Der Sitzung als Strom von Ereignissen folgen.",
  },
  ja: {
    headline: "ナビゲーションをリソースに",
    lead: "Usher は、アプリのナビゲーションを、スタック、タブ、モーダルを持つコーディネーターのツリーとしてサーバーに保持します。クライアントは状態を描画し、ユーザーの操作を報告するだけで、行き先を決めることはありません。",
    apps: "このサーバーのアプリケーション",
    loading: "読み込み中…",
    walk: "手作業で試す",
    walkText: "どんなクライアントでも使えます。アプリケーションを開始し、最初の画面を見て、出力を報告し、戻ります。curl と jq が必要です。",
    more: "さらに詳しく",
    contract: "API 仕様",
    contractText: "このサーバーのアプリケーションの型から作られた OpenAPI 3.1",
    problems: "問題の一覧",
    problemsText: "すべてのエラーとその対処法",
    list: "アプリケーション一覧（JSON）",
    listText: "名前、タイトル、画面、出力、スキーマ",
    docs: "開発者と運用者向けのガイドは、パッケージの Documentation フォルダーにあります。",
    tryAgain: "再試行",
    unreachable: "サーバーに接続できません。",
    copy: "コピー",
    copied: "コピーしました",
    inspector: "インスペクター",
    inspectorText: "このサーバーのすべてのセッションを内側から見る",
    stepStart: "アプリケーションを開始します。応答はトークン付きの状態です。",
    stepLook: "フォーカスのある画面を見ます。",
    stepOutputs: "ユーザーがそこでできることです。",
    stepReport: "そのひとつを報告します。次の状態が行き先を示します。",
    stepBack: "状態が許すなら、戻ります。",
    stepFollow: "イベントのストリームとしてセッションを追います。",
  },
};

const language = navigator.language.toLowerCase().split("-")[0];

/** The texts in the user's language. */
export const words = { ...tables.en, ...tables[language] };

/** Translates the texts of the page. @param {Document} page @returns {string} The language that it has now. */
export function translate(page) {
  if (!(language in tables)) return "en";
  for (const element of page.querySelectorAll("[data-text]")) {
    const text = words[element.dataset.text];
    if (text) element.textContent = text;
  }
  return language;
}
