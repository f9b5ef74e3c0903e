/**
 * The code in a text as people paste it: without spaces, hyphens and invisible characters, and with the digits of any script as
 * those of ASCII.
 * @param {string} text
 */
export function codeIn(text) {
  return text.replace(/[\p{White_Space}\p{Dash}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "").replace(/\p{Nd}/gu, digitOf);
}

/** A digit in ASCII. The digits of a script follow each other from its zero, and so do the scripts whose digits adjoin. */
function digitOf(character) {
  const point = character.codePointAt(0);
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
