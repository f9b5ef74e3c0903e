/** The characters that separate or decorate the digits of a code, as the server knows them: white space, punctuation, marks, and what is not seen. */
const SEPARATORS = /[\p{White_Space}\p{Dash}\p{P}\p{M}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The code in a text as people paste it: without separators, and with the digits of any script as ASCII digits.
 * @param {string} text
 */
export function normalizedCode(text) {
  return text.replace(SEPARATORS, "").replace(/\p{Nd}/gu, digitOf);
}

/**
 * A digit in ASCII. The digits of a script follow each other from its zero, and scripts with adjoining digits follow each other
 * in the same way.
 */
function digitOf(character) {
  const point = character.codePointAt(0);
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
