import { showErrorPage } from "./web/error-page.js";

/** Says which browsers can show the page. @param {object} supported The first version of each. */
export function showUnsupportedBrowser(supported) {
  const texts = {
    en: ["This browser is too old for this page", "The page needs one of these, or a later version: ", "Update your browser, then open the page again."],
    de: ["Dieser Browser ist zu alt für diese Seite", "Die Seite braucht einen von diesen oder eine neuere Version: ", "Aktualisieren Sie den Browser und öffnen Sie die Seite dann noch einmal."],
    ja: ["このブラウザーは古いため、このページを表示できません", "次のいずれか、またはそれ以降のバージョンが必要です：", "ブラウザーを更新してから、もう一度ページを開いてください。"],
  };
  const language = (navigator.language || "en").toLowerCase().split("-")[0];
  const [title, before, after] = texts[language] || texts.en;
  document.documentElement.lang = texts[language] ? language : "en";
  const list = Object.keys(supported).map((name) => `${name} ${supported[name]}`).join(", ");
  document.title = title;
  showErrorPage(document.getElementById("app"), title, `${before}${list}. ${after}`, []).focus();
}
