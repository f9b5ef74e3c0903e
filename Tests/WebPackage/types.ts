// A program in TypeScript with the kit, which Scripts/checks/web-kit.sh compiles with the types that are made from its comments.

import { defineUsherApp, element, h, mount, readTheme, symbol } from "@usher/web";
import type { Context, ElementRenderer, Mounted, Theme } from "@usher/web";
import { contrast, problemsOf } from "@usher/web/types/theme/theme.js";
import { Session } from "@usher/client";

const theme: Theme = readTheme({ name: "Fjord", radius: 4, colors: { light: { accent: "#7a1f5c" } } });
const rating: ElementRenderer = ({ stars, output }: { stars: number; output: string }, context: Context) =>
  h("button", { type: "button", on: { click: () => context.report(output, stars) } }, symbol("star"), String(stars));

const mounted: Mounted = mount(document.body, {
  server: "https://shop.example",
  app: "checkout",
  launch: { input: { cart: 5 }, embedded: true },
  theme,
  elements: { rating },
  screens: { thanks: (screen, context) => [h("p", {}, screen.title), element({ kind: "button", output: "done", label: "Done" }, context.at("done"))] },
  words: { en: { send: "Go" } },
});
export const stop: () => void = mounted.on("ended", ({ result }) => console.log(result));
mount(document.body, { session: new Session({ server: "https://shop.example" }), navigation: "embedded" });
// @ts-expect-error There is no such event.
mounted.on("closed", () => {});
// @ts-expect-error A view is embedded, or has the page.
mount(document.body, { navigation: "window" });

defineUsherApp("fjord-checkout");
console.log(contrast("#ffffff", "#000000"), problemsOf({ scheme: "dark" }).length);
mounted.unmount();
