/** The characters that are not seen, or change how others are shown, as the server escapes them in its log: all white space but U+0020, too. */
const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text with an escape such as `\u{202E}` for each character that is not seen, so that nothing in it disguises the rest. */
export function escaped(text) {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** The JSON of a value in which each character that is not seen is escaped, so that it is the same JSON. */
export function escapedJSON(value) {
  const unit = (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(INVISIBLE, (character) => character.split("").map(unit).join(""));
}
