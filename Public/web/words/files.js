/** The kit's texts about files, by language. They are apart from the others because few screens need them. */
export const words = {
  en: { arrived: "Ready", coming: "Wait until the file has arrived.", lost: "The file could not be sent." },
  de: { arrived: "Bereit", coming: "Warten Sie, bis die Datei angekommen ist.", lost: "Die Datei konnte nicht gesendet werden." },
  ja: { arrived: "準備完了", coming: "ファイルの送信が終わるまでお待ちください。", lost: "ファイルを送信できませんでした。" },
};
