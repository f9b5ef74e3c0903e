// The words of a view, which need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.navigator ??= { language: "en-GB" };
const { Language } = await import("../../Public/web/language.js");

function following(own) {
  let changes = 0;
  const language = new Language(() => (changes += 1), own);
  const until = async (count) => {
    while (changes < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { language, until };
}

test("a view speaks the language of the state once it has its words", async () => {
  const { language, until } = following();
  language.follow({ language: "de-AT", direction: "ltr" });
  assert.equal(language.words.search, "Search");
  await until(1);
  assert.equal(language.words.search, "Suchen");
  assert.equal(language.tag, "de-AT");
  language.follow({});
  assert.equal(language.words.search, "Search");
});

test("two views have words of their own", async () => {
  const [one, other] = [following(), following()];
  one.language.follow({ language: "de" });
  await one.until(1);
  assert.deepEqual([one.language.words.search, other.language.words.search], ["Suchen", "Search"]);
});

test("words of the application come first, also in a language that the kit does not have", async () => {
  const { language, until } = following({ de: { search: "Finden" }, fr: { search: "Chercher" } });
  language.follow({ language: "de" });
  await until(1);
  assert.deepEqual([language.words.search, language.words.back], ["Finden", "Zurück"]);
  language.follow({ language: "fr-CH" });
  assert.deepEqual([language.words.search, language.words.back], ["Chercher", "Back"]);
  language.follow({ language: "ar", direction: "rtl" });
  assert.deepEqual([language.words.search, language.direction, language.tag], ["Search", "rtl", "ar"]);
});

test("an unknown language is English", () => {
  const { language } = following();
  language.follow({ language: "constructor" });
  assert.equal(language.words.search, "Search");
});
