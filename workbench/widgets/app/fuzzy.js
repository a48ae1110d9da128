// @ts-check
// Ranks texts by how well they match what was typed: words first, then letters in their order, then words with two
// letters swapped. Decision 155 compares it with libraries.

const LONG = 4; // letters of a word in which two may be swapped

/** @param {string} text */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * How well a word matches a text: 0 for not at all.
 * @param {string} word
 * @param {string} text
 * @returns {number}
 */
function scoreWord(word, text) {
  const at = text.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return text[at - 1] === " " ? 6 : 4;
  return hasLetters(word, text) ? 2 : hasSwapped(word, text) ? 1 : 0;
}

/**
 * Whether a text has the letters of a word in their order, close to each other.
 * @param {string} word
 * @param {string} text
 */
function hasLetters(word, text) {
  let from = 0;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next < 0) return false;
    if (from > 0) gaps += next - from;
    from = next + 1;
  }
  return gaps <= word.length * 2;
}

/**
 * Whether a text has a word but for two letters next to each other that were swapped.
 * @param {string} word
 * @param {string} text
 */
function hasSwapped(word, text) {
  if (word.length < LONG) return false;
  for (let place = 1; place < word.length; place += 1) {
    if (text.includes(`${word.slice(0, place - 1)}${word[place]}${word[place - 1]}${word.slice(place + 1)}`)) return true;
  }
  return false;
}

/**
 * The entries that match every word that was typed, the best first; all of them where nothing was typed.
 * @template {{ text: string, where: string }} Entry
 * @param {string} query
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export function rank(query, entries) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const scored = entries.map((entry, index) => {
    const text = plain(entry.text);
    const scores = words.map((word) => scoreWord(word, text) || (plain(entry.where).startsWith(word) ? 1 : 0));
    const score = scores.every(Boolean) ? scores.reduce((sum, one) => sum + one, 1) - text.length / 1000 : 0;
    return { entry, index, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => (words.length ? other.score - one.score : 0) || one.index - other.index)
    .map(({ entry }) => entry);
}
