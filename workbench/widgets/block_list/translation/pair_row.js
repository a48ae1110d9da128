// @ts-check
// One row of a translation beside its source: both blocks, how it stands, and, where it is chosen, what can be done.

import { element } from "../../kit/dom.js";
import { button, showRendered } from "../elements.js";

/** @type {Record<string, string>} */
const STATES = {
  current: "", stale: "Out of date", missing: "Not translated yet", extra: "Only in the translation",
};
/** @type {Record<string, string>} */
const PROPOSALS = {
  writing: "Translating\u2026", ready: "Suggestion ready", stale: "Suggestion ready", failed: "No suggestion",
};

/**
 * How a row looks, as Python tells it (pairs.py, proposals.py); HTML is escaped or sanitised there.
 * @typedef {{
 *   kind?: string, source?: string, html?: string, changed?: string, note?: string,
 *   proposal?: { state?: string, problem?: string, difference?: string, html?: string, isSourceChanged?: boolean },
 * }} PairDetails
 *
 * @typedef {{ language: string, direction: string }} Direction
 * @typedef {{
 *   key: string, block: string, how: string, titles: [string, string], languages: [string, string], place: number,
 *   count: number, source: Direction, target: Direction, excerpt: string, isActive: boolean, isPending: boolean,
 *   canWrite: boolean, proposal: string,
 * }} PairView
 */

/**
 * @param {string} key
 * @param {{ accept: () => void, askModel: () => void, edit: () => void, replace: () => void, discard: () => void }} does
 */
export function makePairRow(key, does) {
  const row = element("div", "bl-pair");
  row.setAttribute("role", "article");
  row.dataset.key = key;
  const head = element("div", "bl-pair-head");
  const number = element("span", "bl-number");
  const kind = element("span", "bl-soft");
  const mark = element("span", "bl-pair-mark");
  head.append(number, kind, mark);
  const sides = element("div", "bl-pair-sides");
  const source = element("div", "bl-pair-side bl-rendered");
  const target = element("div", "bl-pair-side");
  const look = element("div", "bl-rendered");
  target.append(look);
  sides.append(source, target);
  const foot = element("div", "bl-pair-foot");
  row.append(head, sides, foot);
  /** @type {PairDetails} */
  let details = {};
  let isFilled = false;
  let isSeen = false;
  let shown = "";

  /** @param {PairView} view */
  function draw(view) {
    const now = JSON.stringify([view, details]);
    if (now === shown) return;
    shown = now;
    const { how, proposal, place, count, isActive, isPending } = view;
    const title = view.key === "title";
    const name = title ? "Title" : details.kind ?? "";
    row.dataset.state = how;
    row.classList.toggle("bl-active", isActive);
    row.tabIndex = isActive ? 0 : -1;
    number.textContent = title ? "" : String(place - 1);
    kind.textContent = name;
    const words = [STATES[how] ?? "", PROPOSALS[proposal] ?? "", isPending ? "Not saved yet" : ""].filter(Boolean);
    mark.textContent = words.join(" \u00b7 ");
    row.setAttribute("aria-posinset", String(place));
    row.setAttribute("aria-setsize", String(count));
    row.setAttribute("aria-label", [`${place} of ${count}`, name, ...words, view.excerpt].filter(Boolean).join(". "));
    drawSides(view, title);
    drawFoot(view);
  }
  /** @param {PairView} view @param {boolean} title */
  function drawSides(view, title) {
    if (title) {
      [source, look].forEach((side, at) => {
        side.textContent = view.titles[at];
        side.dir = "auto";
      });
      return;
    }
    if (!isFilled) {
      look.textContent = view.excerpt;
      look.dir = view.target.direction;
      return;
    }
    showRendered(source, details.source ?? "", view.source);
    showRendered(look, details.html ?? "", view.target);
    if (!details.source) source.replaceChildren(element("p", "bl-soft", "Nothing in the source."));
    if (!details.html) look.replaceChildren(element("p", "bl-soft", view.how === "missing" ? "Not translated yet." : "Empty."));
  }

  /** @param {PairView} view */
  function drawFoot(view) {
    const hadFocus = foot.contains(document.activeElement);
    const parts = view.isActive ? [...makeChange(view), ...makeProposal(view), makeWays(view)] : [];
    foot.replaceChildren(...parts);
    foot.hidden = parts.length === 0;
    if (hadFocus) row.focus({ preventScroll: true });
  }
  /** @param {PairView} view */
  function makeChange({ how, source: side }) {
    if (how !== "stale") return [];
    const name = element("p", "bl-pair-name", "What changed in the source");
    if (!details.changed) {
      return key === "title" || !isFilled ? [] : [element("p", "bl-soft", details.note ?? "")];
    }
    const words = element("div", "wb-words bl-help-difference");
    showRendered(words, details.changed, side);
    words.setAttribute("role", "group");
    words.setAttribute("aria-label", "What changed in the source: removed words are struck through, added words are underlined");
    return [name, words];
  }
  /** @param {PairView} view */
  function makeProposal({ proposal, target: side }) {
    const found = details.proposal;
    if (!proposal || !found) return [];
    if (proposal === "failed") return [element("p", "bl-problem", found.problem ?? "")];
    if (proposal === "writing") {
      return [element("p", "bl-soft", "It will be written and charged in any case. You can continue with other blocks.")];
    }
    const parts = [element("p", "bl-pair-name", "Proposed translation")];
    if (proposal === "stale") parts.push(element("p", "bl-changed", "This block has changed since you asked. Nothing is overwritten unless you choose to."));
    if (found.isSourceChanged) parts.push(element("p", "bl-changed", "The source has changed again since you asked, so the block stays marked if you accept this."));
    const words = element("div", found.difference ? "wb-words bl-help-difference" : "bl-rendered");
    showRendered(words, found.difference || found.html || "", side);
    words.classList.add("bl-pair-proposal");
    parts.push(words);
    return parts;
  }
  /** @param {PairView} view */
  function makeWays({ how, proposal, canWrite }) {
    const tools = element("div", "bl-save");
    /** @param {string} text @param {string} hint @param {() => void} onClick @param {boolean} [isMain] */
    const add = (text, hint, onClick, isMain) => {
      if (canWrite) tools.append(button({ text, hint, className: isMain ? "bl-main" : "", onClick }));
    };
    if (proposal === "ready") add("Accept", "A", does.accept, true);
    if (proposal === "stale") add("Replace the block", "", does.replace, true);
    const same = details.note ? "Mark as current" : "Mark as current";
    if (!proposal && how === "stale") add(same, "A", does.accept, true);
    if (how !== "extra" && proposal !== "writing") add(proposal ? "Ask again\u2026" : "Translate with AI\u2026", "G", does.askModel);
    if (key !== "title") add(how === "missing" ? "Write" : "Edit", "Enter", does.edit);
    if (proposal) add(proposal === "writing" ? "Stop waiting" : "Discard", "", does.discard);
    return tools;
  }

  return {
    element: row,
    version: "",
    isSeen: () => isSeen,
    /** @param {boolean} isNow */
    setSeen(isNow) { isSeen = isNow; },
    draw,
    /** @param {PairDetails} found @param {PairView} view */
    fill(found, view) {
      details = found;
      isFilled = true;
      draw(view);
    },
    /**
     * @param {HTMLElement | null} form the form that stands in place of the translation; null for none
     * @returns {boolean} whether it was not there before
     */
    showForm(form) {
      const isNew = form !== null && form.parentElement !== target;
      if (isNew) target.append(form);
      look.hidden = form !== null;
      foot.classList.toggle("bl-writing", form !== null);
      return isNew;
    },
  };
}
