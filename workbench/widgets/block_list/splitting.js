// @ts-check
// What a text block becomes when it is split at the caret or joined with the one before it, and where a key does that. Pure.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const BEGINS_A_BLOCK = /^(\s{4}|\t| {0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||`{3}|~{3}|\$\$|<|\[\^))/;
const IS_LINES = /^ {0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||`{3}|~{3}|\$\$|\[\^)/;

/**
 * A text as two: line breaks and spaces around the caret separate nothing any more.
 * @param {string} markdown
 * @param {number} start of what is selected, which goes
 * @param {number} end
 * @returns {[first: string, second: string]}
 */
export function splitText(markdown, start, end) {
  return [markdown.slice(0, start).trimEnd(), markdown.slice(end).replace(/^\s*\n/, "").replace(/^[ \t]+/, "")];
}

/**
 * Two texts as one, and where the second begins in it. Words go on in the same line, unless a list, a table, a heading or
 * code ends or begins there.
 * @param {string} first
 * @param {string} second
 * @returns {{ markdown: string, place: number }}
 */
export function joinTexts(first, second) {
  const lines = first.trimEnd().split("\n");
  const isApart = Boolean(first && second) && (IS_LINES.test(lines[lines.length - 1]) || BEGINS_A_BLOCK.test(second));
  const before = isApart ? `${first.replace(/\n+$/, "")}\n\n` : first;
  return { markdown: before + second, place: before.length };
}

/**
 * The content of two text blocks as one: the text, and the sources of both.
 * @param {Record<string, any>} first
 * @param {Record<string, any>} second
 * @returns {{ content: Record<string, any>, place: number }}
 */
export function joinContents(first, second) {
  const { markdown, place } = joinTexts(first.markdown ?? "", second.markdown ?? "");
  const sources = [first.sources, second.sources].filter(Array.isArray).flat();
  return { content: { ...second, ...first, markdown, ...(sources.length ? { sources } : {}) }, place };
}

/**
 * Whether Enter at this place is the second one: the caret is alone in an empty line below text, and not within code or a
 * formula, where lines are empty as well.
 * @param {string} markdown
 * @param {number} at
 */
export function isSecondEnter(markdown, at) {
  const before = markdown.slice(0, at);
  const rest = markdown.slice(at);
  if (!/\S[^\n]*\n$/.test(before) || !/^[ \t]*(\n|$)/.test(rest)) return false;
  let fence = "";
  for (const line of before.split("\n")) {
    const [, marks = ""] = FENCE.exec(line) ?? [];
    if (!fence) fence = marks;
    else if (marks[0] === fence[0] && marks.length >= fence.length) fence = "";
  }
  return !fence && (before.split("$$").length - 1) % 2 === 0;
}
