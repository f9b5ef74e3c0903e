import { mount } from "./mount.js";

/** The attributes with which a view is mounted anew when they change. */
const ATTRIBUTES = ["server", "app", "name", "styles", "link"];

/**
 * Defines an element that shows an application, as {@link mount} does, as long as it is in the document.
 *
 * ```html
 * <usher-app server="https://shop.example" app="checkout"></usher-app>
 * ```
 *
 * Its attributes are `server`, `app`, `name`, `styles`, and `link` for a place to start at. Everything else that `mount` takes
 * is in its property `options`. What a view tells is a DOM event: `usher-screen`, `usher-ended` and `usher-failed`, with the
 * same `detail`.
 * @param {string} [tag] Its name.
 */
export function defineUsherApp(tag = "usher-app") {
  if (customElements.get(tag)) return;
  customElements.define(tag, class extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #mounted = null;
    #options = {};

    /** The options of {@link mount} that are no attributes. Another object mounts the view anew. */
    get options() {
      return this.#options;
    }

    set options(options) {
      this.#options = options;
      this.#mountAnew();
    }

    /** The mounted view, as long as the element is in the document. */
    get mounted() {
      return this.#mounted;
    }

    connectedCallback() {
      // A script may have set the property before the element was defined.
      if (Object.hasOwn(this, "options")) {
        const { options } = this;
        delete this.options;
        this.#options = options;
      }
      this.#mount();
    }

    disconnectedCallback() {
      this.#mounted?.unmount();
      this.#mounted = null;
    }

    attributeChangedCallback() {
      this.#mountAnew();
    }

    #mountAnew() {
      if (!this.#mounted) return;
      this.disconnectedCallback();
      this.#mount();
    }

    #mount() {
      const given = ATTRIBUTES.filter((name) => this.hasAttribute(name));
      const { link, ...named } = Object.fromEntries(given.map((name) => [name, this.getAttribute(name)]));
      if (getComputedStyle(this).display === "inline") this.style.setProperty("display", "block");
      this.#mounted = mount(this, { ...(link && { launch: { link } }), ...this.#options, ...named });
      for (const type of ["screen", "ended", "failed"]) {
        this.#mounted.on(type, (detail) => this.dispatchEvent(new CustomEvent(`usher-${type}`, { detail, bubbles: true })));
      }
    }
  });
}
