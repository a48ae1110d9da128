// @ts-check
// The question before a model is asked to translate: for how many blocks, and what that costs.

import { element } from "../../kit/dom.js";
import { button } from "../elements.js";

/**
 * @param {{
 *   state: () => import("./beside.js").TranslationState, onAsk: (keys: string[], again: boolean) => void,
 *   onClose: () => void,
 * }} options `onAsk` is called with the rows, none for all that is to be done
 */
export function makePriceQuestion({ state, onAsk, onClose }) {
  const box = element("div", "bl-beside-question");
  box.hidden = true;
  /** @type {string[] | null} */
  let keys = null; // the rows that it is about, once it is open

  function cancel() {
    keys = null;
    update();
  }
  function close() {
    cancel();
    onClose();
  }
  function update() {
    box.hidden = keys === null;
    if (keys === null) {
      box.replaceChildren();
      return;
    }
    const rows = keys;
    const { cost = "", proposals = {}, open: todo = 0 } = state();
    const number = rows.length || todo;
    const what = number === 1 ? "this block" : `${number.toLocaleString("en")} blocks`;
    const isAgain = rows.some((key) => ["ready", "stale"].includes(proposals[key]));
    const price = element("span", "", `Translate with AI: ${what}. ${cost || "Loading the price\u2026"}`);
    price.setAttribute("role", "status");
    const confirm = button({
      text: isAgain ? "Ask again (charged again)" : "Ask", className: "bl-main", onClick: () => {
        onAsk(rows, isAgain);
        close();
      },
    });
    const hasPrice = cost.startsWith("Costs") || cost.startsWith("The price");
    const hadFocus = box.contains(document.activeElement);
    const cancelling = button({ text: "Cancel", hint: "Escape", onClick: close });
    box.replaceChildren(price, ...(hasPrice ? [confirm] : []), cancelling);
    if (hadFocus) box.querySelector("button")?.focus();
  }

  return {
    element: box,
    update,
    cancel,
    close,
    isOpen: () => keys !== null,
    /** @param {string[]} rows none are all that is to be done */
    open(rows) {
      keys = rows;
      update();
      box.querySelector("button")?.focus();
    },
  };
}
