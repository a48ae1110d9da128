// @ts-check
// One row of the block list: number, type, the beginning of the text, and how it stands.

import { element } from "../kit/dom.js";
import { worstOf } from "./findings.js";

export const ROW_HEIGHT = 44; // pixels; the style sheet has the same

/**
 * @typedef {import("./list_state.js").ListState} ListState
 * @typedef {{ place: number, count: number, isActive: boolean, isSelected: boolean }} RowPlace
 */

/**
 * An empty row for a block; `fill` shows the block as it is now.
 * @param {string} id
 * @param {(type: string) => string} nameOf
 * @param {(type: string) => string | undefined} glyphOf the sign of a known type
 */
export function makeRow(id, nameOf, glyphOf) {
  const row = element("div", "bl-row");
  row.setAttribute("role", "option");
  row.dataset.id = id;
  const grip = element("span", "bl-grip");
  const number = element("span", "bl-number");
  const chip = element("span", "bl-chip");
  const text = element("span", "bl-text");
  const kind = element("span", "bl-kind");
  const words = element("span", "bl-words");
  const finding = element("span", "bl-row-finding");
  const comments = element("span", "bl-row-comments");
  const mark = element("span", "bl-mark");
  for (const part of [grip, number, chip, finding, comments, mark]) part.setAttribute("aria-hidden", "true");
  text.append(words, kind);
  row.append(grip, number, chip, text, finding, comments, mark);

  let shown = ""; // what is written again, though it is the same, is laid out again

  /** @param {ListState} state @param {RowPlace} where */
  function fill(state, { place, count, isActive, isSelected }) {
    const [type, excerpt, problem] = state.card(id);
    const [sign, sentence] = saveState(state, id, problem);
    const worst = worstOf(state.findings(id));
    const open = state.comments[id] ?? 0;
    const { view, direction, language } = state;
    const now = JSON.stringify([
      view, place, count, isActive, isSelected, type, nameOf(type), excerpt, direction, language, sign, sentence, worst, open,
    ]);
    if (now === shown) return;
    shown = now;
    row.style.transform = `translateY(${place * ROW_HEIGHT}px)`;
    row.id = `${view}-${id}`;
    row.tabIndex = isActive ? 0 : -1;
    row.setAttribute("aria-selected", String(isSelected));
    row.setAttribute("aria-posinset", String(place + 1));
    row.setAttribute("aria-setsize", String(count));
    row.classList.toggle("bl-active", isActive);
    number.textContent = String(place + 1);
    chip.textContent = glyphOf(type) ?? "{ }";
    chip.dataset.type = glyphOf(type) ? type : "other";
    kind.textContent = nameOf(type);
    words.textContent = excerpt;
    words.dir = excerpt ? direction : "ltr";
    words.lang = language.toLowerCase();
    mark.dataset.sign = sign;
    mark.title = sentence;
    row.title = "";
    finding.textContent = worst.sign;
    finding.dataset.severity = worst.severity;
    finding.title = worst.sentence;
    const openText = open ? `${open} open comment${open === 1 ? "" : "s"}` : "";
    comments.textContent = open ? String(open) : "";
    comments.title = openText;
    row.setAttribute("aria-busy", String(sign === "saving"));
    row.setAttribute(
      "aria-label",
      [`Block ${place + 1}`, nameOf(type), excerpt, sentence, worst.sentence, openText].filter(Boolean).join(". "),
    );
  }
  return { element: row, fill };
}

/**
 * How a block stands: the sign of its mark, and a sentence.
 * @param {ListState} state
 * @param {string} id
 * @param {string} problem
 */
function saveState(state, id, problem) {
  if (state.refused.has(id) && state.drafts.has(id)) {
    return ["refused", "The last change was rejected; your text is kept here"];
  }
  if (state.refused.has(id)) return ["refused", "The last change was rejected and undone"];
  if (state.pending.has(id)) return ["saving", "Not saved yet"];
  if (state.drafts.has(id)) return ["draft", "Unsaved text here"];
  return problem ? ["problem", problem] : ["", ""];
}
