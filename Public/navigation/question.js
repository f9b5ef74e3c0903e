import { h } from "../render/dom.js";
import { words } from "../words.js";

/**
 * The question whether to dismiss the modal in front although that discards typed text: the application's own, if it has one.
 * @param {object} app
 */
export function discardQuestion({ store, session }) {
  const { confirm } = store.state.gestures;
  const own = confirm?.gestures?.includes("dismiss") ? confirm : { title: words.discardTitle, text: words.discardText };
  const close = () => store.change({ question: null });
  const discard = () => {
    close();
    session.dismiss();
  };
  return {
    id: "question",
    titleId: "question-title",
    modal: modalInFront(store.state),
    title: own.title,
    text: own.text,
    actions: [
      { label: words.discard, role: "destructive", press: discard },
      { label: words.keepEditing, role: "cancel", press: close },
    ],
  };
}

/** The client's own question, unless its modal is no longer in front. @param {object} app @returns {object|null} */
export function questionOf({ store: { question, state } }) {
  return question && state && question.modal === modalInFront(state) ? question : null;
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

function modalInFront({ modals = [] }) {
  return modals.at(-1)?.key;
}
