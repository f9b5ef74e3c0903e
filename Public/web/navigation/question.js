import { h } from "../render/dom.js";

/**
 * The question whether to discard what the user has entered: the application's own, if it has one for the gesture.
 * @param {{store: object, words: object}} app
 * @param {"back"|"dismiss"|"link"} gesture `link`: a link leads away, which the application asks about as about any gesture.
 * @param {() => void} discard Performs the gesture.
 */
export function discardQuestion({ store, words }, gesture, discard) {
  const { gestures, focus } = store.state;
  const isOwn = gesture === "link" ? gestures.confirm : gestures.confirm?.gestures?.includes(gesture);
  const own = isOwn ? gestures.confirm : { title: words.discardTitle, text: words.discardText };
  const close = () => store.change({ question: null });
  const closeAndDiscard = () => {
    close();
    discard();
  };
  return {
    id: "question",
    titleId: "question-title",
    screen: focus,
    title: own.title,
    text: own.text,
    actions: [
      { label: words.discard, role: "destructive", press: closeAndDiscard },
      { label: words.keepEditing, role: "cancel", press: close },
    ],
  };
}

/** The client's own question, unless its screen is no longer in front. @param {object} store @returns {object|null} */
export function questionOf({ question, state }) {
  return question && question.screen === state?.focus ? question : null;
}

/** Draws a question above everything else, like an alert of a screen. @param {object} question */
export function questionLayer({ id, titleId, title, text, actions }) {
  return h("div", { class: "alert-layer", key: id, leave: true },
    h("div", { class: "scrim" }),
    h("div", {
      class: "alert",
      role: "alertdialog",
      "aria-modal": "true",
      "aria-labelledby": titleId,
      "aria-describedby": text ? `${id}-text` : undefined,
    },
      h("h2", { class: "alert__title", id: titleId, tabindex: "-1" }, title),
      text && h("p", { class: "alert__text", id: `${id}-text` }, text),
      h("div", { class: "alert__actions" }, actions.map(({ label, role, press }) =>
        h("button", { key: label, class: `button button--${role}`, type: "button", on: { click: press } },
          h("span", { class: "button__label" }, label))))));
}
