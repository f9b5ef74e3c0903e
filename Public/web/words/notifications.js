/** The kit's texts about notifications, by language. They are apart from the others because the dialog that shows them is. */
export const words = {
  en: {
    on: "This browser tells you what happens while you are away.", turnOff: "Turn notifications off",
    off: "This browser can tell you what happens while you are away.", turnOn: "Turn notifications on",
    blocked: "This browser blocks notifications of this site. You can allow them in its settings.",
  },
  de: {
    on: "Dieser Browser sagt dir, was geschieht, während du weg bist.", turnOff: "Mitteilungen ausschalten",
    off: "Dieser Browser kann dir sagen, was geschieht, während du weg bist.", turnOn: "Mitteilungen einschalten",
    blocked: "Dieser Browser blockiert Mitteilungen dieser Website. Du kannst sie in seinen Einstellungen erlauben.",
  },
  ja: {
    on: "離れている間の出来事を、このブラウザーでお知らせします。", turnOff: "通知をオフにする",
    off: "離れている間の出来事を、このブラウザーでお知らせできます。", turnOn: "通知をオンにする",
    blocked: "このブラウザーは、このサイトの通知をブロックしています。ブラウザーの設定で許可できます。",
  },
};
