// @ts-check
// What a block quotes from sources: title, place and quote; a button opens the passage below it.

import { element } from "../kit/dom.js";
import { button } from "./elements.js";

const PAUSE = 400; // milliseconds that a block is looked at before its sources are asked for

/** @type {Record<string, [sign: string, name: string]>} */
const STATES = {
  verified: ["\u2713", "Supported by the passage"],
  corrected: ["\u2713", "Quoted from the passage"],
  unverified: ["?", "Not found in the passage"],
};

/**
 * @typedef {{ source: string, passage: string, title: string, place: string, quote: string, state: string }} BlockQuote
 */

/** @param {string} text */
function userText(text) {
  const made = element("bdi", "", text);
  made.dir = "auto";
  return made;
}

/**
 * @param {BlockQuote[]} quotes
 * @param {import("./list_state.js").Ask} ask
 */
export function makeQuoteList(quotes, ask) {
  const box = element("section", "bl-quotes");
  box.setAttribute("aria-label", "From sources");
  const list = element("ul");
  for (const quote of quotes) list.append(makeQuote(quote, ask));
  box.append(element("div", "bl-soft", "From sources"), list);
  setTimeout(() => {
    if (box.isConnected) markChanged(list, quotes, ask);
  }, PAUSE);
  return box;
}

/**
 * Say beside each quote where its source has another version by now, or is gone; one question for each source.
 * @param {HTMLElement} list
 * @param {BlockQuote[]} quotes
 * @param {import("./list_state.js").Ask} ask
 */
async function markChanged(list, quotes, ask) {
  for (const source of new Set(quotes.map((cited) => cited.source))) {
    const { passage, quote } = quotes.find((cited) => cited.source === source) ?? quotes[0];
    // oxlint-disable-next-line no-await-in-loop -- a block has few sources, and each answer is shown when it comes
    const answer = await ask("passage", { source, passage, quote });
    const note = answer.isGone ? "Source deleted" : answer.note ? "The source has a newer version" : "";
    for (const [place, cited] of quotes.entries()) {
      if (note && cited.source === source) {
        list.children[place].querySelector(".bl-quote-head")?.append(element("span", "bl-quote-changed", note));
      }
    }
  }
}

/**
 * @param {BlockQuote} quote
 * @param {import("./list_state.js").Ask} ask
 */
function makeQuote(quote, ask) {
  const [sign, name] = STATES[quote.state] ?? STATES.unverified;
  const item = element("li", "bl-quote");
  item.dataset.state = quote.state;
  const mark = element("span", "bl-quote-sign", sign);
  mark.setAttribute("aria-hidden", "true");
  const where = element("span", "bl-quote-where");
  where.append(userText(quote.title), ", ", userText(quote.place));
  const head = element("div", "bl-quote-head");
  const passage = element("blockquote", "bl-passage");
  passage.hidden = true;
  passage.tabIndex = 0; // a long one is scrolled by keys
  passage.setAttribute("role", "region");
  passage.setAttribute("aria-label", `Passage: ${quote.title}, ${quote.place}`);
  const open = button({
    text: "Open the passage", className: "bl-quote-open", label: `Open the passage: ${quote.title}, ${quote.place}`, onClick: toggle,
  });
  open.setAttribute("aria-expanded", "false");
  head.append(mark, where, element("span", "bl-soft", name));
  item.append(head);
  if (quote.quote) {
    const words = element("q", "bl-quote-words", quote.quote);
    words.dir = "auto";
    item.append(words);
  }
  item.append(open, passage);

  async function toggle() {
    const isOpen = passage.hidden;
    passage.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || passage.dataset.state === "read") return;
    passage.replaceChildren(element("p", "bl-soft", "Reading\u2026"));
    const answer = await ask("passage", { source: quote.source, passage: quote.passage, quote: quote.quote });
    passage.replaceChildren(...(answer.problem ? [element("p", "bl-problem", answer.problem)] : shown(answer)));
    if (!answer.problem) passage.dataset.state = "read";
  }
  return item;
}

/** @param {{ parts: string[], heading: string, note: string }} passage */
function shown({ parts: [before, quote, after], heading, note }) {
  const nodes = [];
  if (note) nodes.push(element("p", "bl-problem", note));
  if (heading) {
    const above = element("p", "bl-soft");
    above.append(userText(heading));
    nodes.push(above);
  }
  const text = element("p");
  text.dir = "auto";
  text.append(before, ...(quote ? [element("mark", "", quote)] : []), after);
  nodes.push(text);
  return nodes;
}
