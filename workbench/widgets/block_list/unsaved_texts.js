// @ts-check
// Texts that were begun and not saved, other than the one that is being written: where they are, and the way there.

import { element } from "../kit/dom.js";
import { button, excerptOf } from "./elements.js";

const MOST_LOST = 3; // texts without a block that are named at a time
const MOST_PLACES = 5;

/**
 * @param {{
 *   pane: ReturnType<typeof import("./block_pane.js").makeBlockPane>,
 *   onContinue: (id: string) => void, onRescue: (id: string) => void,
 * }} options `onRescue` puts a text whose block is gone into a new block
 */
export function makeUnsavedTexts({ pane, onContinue, onRescue }) {
  const { drafts } = pane;
  const box = element("div", "bl-unsaved");
  box.setAttribute("role", "status");
  let shown = "";

  /**
   * @param {string[]} order
   * @param {boolean} isOrderKnown
   */
  function update(order, isOrderKnown) {
    const ids = [...drafts.ids()];
    const here = ids.filter((id) => order.includes(id) && id !== pane.writing());
    const gone = isOrderKnown ? ids.filter((id) => !order.includes(id)) : [];
    const places = here.map((id) => order.indexOf(id) + 1);
    const now = JSON.stringify([here, gone, drafts.problem(), places]);
    if (now === shown) return;
    shown = now;
    box.replaceChildren();
    if (drafts.problem()) box.append(element("p", "bl-problem", drafts.problem()));
    if (here.length) {
      const text = `You have unsaved text in ${listed(places)}. It is kept in this browser.`;
      box.append(makeLine(text, [["Continue writing", () => onContinue(here[here.length - 1])]]));
    }
    for (const id of gone.slice(0, MOST_LOST)) {
      const words = excerptOf(drafts.get(id)?.content);
      const text = `Your text was not saved, and its block has been deleted: \u201c${words}\u201d`;
      const ways = /** @type {[string, () => void][]} */ ([
        ["Insert as a new block", () => onRescue(id)], ["Discard", () => drafts.drop(id)],
      ]);
      box.append(makeLine(text, ways));
    }
  }
  return { element: box, update };
}

/** @param {number[]} places */
function listed(places) {
  const ordered = [...places].sort((one, other) => one - other);
  const some = ordered.slice(0, MOST_PLACES).join(", ");
  return `${ordered.length === 1 ? "block" : "blocks"} ${some}${ordered.length > MOST_PLACES ? " \u2026" : ""}`;
}

/**
 * A sentence, and what can be done about it.
 * @param {string} text
 * @param {[name: string, onClick: () => void][]} ways
 */
export function makeLine(text, ways) {
  const line = element("div", "bl-changed");
  const words = element("span", "", text);
  words.dir = "auto";
  line.append(words, ...ways.map(([name, onClick]) => button({ text: name, onClick })));
  return line;
}
