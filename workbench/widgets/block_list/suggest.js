// @ts-check
// Help with a block: a menu of what a model may do with it, how long it has been writing, and its proposal beside the
// block. All of it is Python's; this script shows it and says what a person wants.

import { element } from "../kit/dom.js";
import { button, field, showRendered } from "./elements.js";

const PATIENCE = 3000; // milliseconds until it is said that the notebook does not answer
const NO_ANSWER = "The notebook isn't responding: a cell may be running, or its kernel was stopped.";
const PAID_AGAIN = "another suggestion, charged again";
const UNSAVED = "Save or discard your changes to this block, then ask for help.";

/**
 * A proposal as Python tells it (suggestions.py); `difference` and `html` are escaped or sanitised there.
 * @typedef {{
 *   found: boolean, state: string, action: string, name: string, instruction: string, seconds: number, problem: string,
 *   isNew?: boolean, difference?: string, html?: string, findings?: { severity: string, message: string }[],
 *   meanwhile?: string, by?: string,
 * }} Proposal
 *
 * What a person can do with it.
 * @typedef {[name: string, onClick: () => void, hint?: string]} Way
 */

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {{
 *   ask: import("./list_state.js").Ask, send: import("./list_state.js").Act,
 *   getState: () => import("./list_state.js").ListState, isLost: () => boolean, acknowledged: () => number,
 *   focusList: () => void, reveal: (id: string) => void,
 * }} options
 */
export function makeSuggest(model, { ask, send, getState, isLost, acknowledged, focusList, reveal }) {
  const box = element("section", "bl-help");
  box.setAttribute("aria-label", "Help with this block");
  box.hidden = true;
  const line = element("div", "bl-unsaved");
  line.setAttribute("role", "status");
  /** @type {string | null} */
  let current = null; // the block that is shown
  let isOpen = false; // whether the menu is
  let instruction = "";
  let shown = "";
  let round = 0;
  let timer = 0;
  let request = 0; // what was asked for and is not acknowledged yet

  /** @param {string} id */
  const stateOf = (id) => model.get("proposals")[id] ?? "";
  /** @param {string | null} id */
  const placeOf = (id) => (id === null ? 0 : getState().order.indexOf(id) + 1);

  function close() {
    isOpen = false;
    draw();
    focusList();
  }

  // The menu

  async function open() {
    if (current === null) return;
    isOpen = true;
    draw();
    box.querySelector("button")?.focus();
    const mine = round;
    const late = setTimeout(() => sayReason(mine, NO_ANSWER), isLost() ? 0 : PATIENCE);
    const offer = await ask("help", {});
    clearTimeout(late);
    if (mine !== round || !isOpen) return;
    showMenu(offer);
  }
  /** @param {number} mine @param {string} reason */
  function sayReason(mine, reason) {
    if (mine === round && isOpen) showMenu({ reason, cost: "", actions: [] });
  }

  /** @param {{ reason: string, cost: string, actions: [wire: string, name: string][] }} offer */
  function showMenu({ reason, cost, actions }) {
    const why = reason || (current !== null && getState().drafts.has(current) ? UNSAVED : "");
    const head = makeHead("Help with this block");
    if (why) {
      const sentence = element("p", "bl-problem", why);
      sentence.setAttribute("role", "status");
      box.replaceChildren(head, sentence);
      if (box.contains(document.activeElement)) head.querySelector("button")?.focus();
      return;
    }
    const how = element("input");
    how.type = "text";
    how.maxLength = 1000;
    how.value = instruction;
    how.dir = "auto";
    how.placeholder = "Such as: for people who are new to it";
    how.addEventListener("input", () => { instruction = how.value; });
    const choices = element("div", "bl-help-actions");
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", "What AI can do with this block");
    for (const [action, name] of actions) choices.append(button({ text: name, onClick: () => start(action) }));
    const price = element("p", "bl-soft bl-help-cost", model.get("cost") || cost || "Loading the price\u2026");
    price.setAttribute("role", "status");
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(head, price, choices, field("Instructions (optional)", how));
    if (hadFocus) choices.querySelector("button")?.focus();
  }

  /** @param {string} title */
  function makeHead(title) {
    const head = element("div", "bl-help-head");
    head.append(
      element("strong", "", title),
      button({ icon: "close", label: "Close", hint: "Escape", className: "bl-icon", onClick: close }),
    );
    return head;
  }

  /** @param {string} action @param {boolean} [again] */
  function start(action, again = false) {
    if (current === null) return;
    isOpen = false;
    request = send("suggest", { id: current, action, instruction, again }) ?? 0;
    const busy = element("p", "bl-soft", "Asking\u2026");
    busy.tabIndex = -1;
    box.replaceChildren(busy);
    busy.focus();
  }

  // The proposal

  async function showProposal() {
    const id = current;
    const mine = ++round;
    clearInterval(timer);
    /** @type {Proposal} */
    const proposal = await ask("proposed", { id });
    if (mine !== round || id === null) return;
    if (!proposal.found) {
      draw();
      return;
    }
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(...makeProposal(id, proposal));
    if (hadFocus) box.querySelector("button")?.focus();
  }
  /** @param {string} id @param {Proposal} proposal */
  function makeProposal(id, proposal) {
    instruction = proposal.instruction;
    if (proposal.state === "writing") return makeProgress(id, proposal);
    if (proposal.state === "failed") {
      const sentence = element("p", "bl-problem", proposal.problem);
      return [element("strong", "", `${proposal.name}: no suggestion`), sentence, makeLine([
        ["Try again", () => start(proposal.action)], ["Close", () => choose(id, "discard")],
      ])];
    }
    return makeReady(id, proposal);
  }
  /** @param {string} id @param {Proposal} proposal */
  function makeProgress(id, { name, seconds }) {
    const began = Date.now() - seconds * 1000;
    const progress = element("p", "bl-help-progress");
    const count = element("span", "", "");
    count.setAttribute("aria-hidden", "true"); // a second is no news to a screen reader
    const tell = () => { count.textContent = `, ${Math.round((Date.now() - began) / 1000)} s`; };
    tell();
    timer = setInterval(tell, 1000);
    progress.append(element("span", "", `${name}: writing`), count);
    return [progress, makeLine([["Stop waiting", () => choose(id, "discard")]]),
      element("p", "bl-soft", "It is still being written and charged; ask for the same again to see it at no extra cost.")];
  }
  /** @param {string} id @param {Proposal} proposal */
  function makeReady(id, proposal) {
    const { name, isNew, difference = "", html = "", findings = [], meanwhile = "", by } = proposal;
    const state = getState();
    const parts = [element("strong", "", isNew ? `${name}: a new block after this one` : `${name}: what would change`)];
    if (meanwhile) {
      const what = `${by || "Someone"} ${meanwhile} this block since you asked. Nothing is overwritten unless you choose to.`;
      const warning = element("p", "bl-changed", what);
      parts.push(warning);
    }
    const look = element("div", "bl-rendered");
    showRendered(look, html, state);
    if (difference) {
      const words = element("div", "wb-words bl-help-difference");
      showRendered(words, difference, state);
      words.tabIndex = 0;
      words.setAttribute("role", "group");
      words.setAttribute("aria-label", "Removed words are struck through, added words are underlined");
      const whole = element("details");
      whole.append(element("summary", "", "Preview of the block"), look);
      parts.push(words, whole);
    } else {
      parts.push(look);
    }
    for (const { severity, message } of findings) parts.push(element("p", "bl-soft", `${severity}: ${message}`));
    /** @type {Way[]} */
    const ways = [["Accept", () => choose(id, "accept")]];
    if (meanwhile === "changed") {
      ways.splice(0, 1, ["Keep both", () => choose(id, "behind")], ["Replace the block", () => choose(id, "replace")]);
    }
    if (meanwhile === "deleted") ways.splice(0, 1, ["Insert at the end", () => choose(id, "behind")]);
    ways.push(["Discard", () => choose(id, "discard")]);
    if (meanwhile !== "deleted") ways.push(["Ask again", () => start(proposal.action, true), PAID_AGAIN]);
    return [...parts, makeLine(ways)];
  }
  /** @param {string} id @param {string} choice */
  function choose(id, choice) {
    send("proposal", { id, choice });
    focusList();
  }

  // What is shown

  function draw() {
    round += 1;
    clearInterval(timer);
    const state = current === null ? "" : stateOf(current);
    box.hidden = !(isOpen || state);
    if (isOpen) box.replaceChildren(makeHead("Help with this block"), element("p", "bl-soft", "Asking the notebook\u2026"));
    else if (state) showProposal();
    else box.replaceChildren();
  }
  function drawLine() {
    const { order } = getState();
    const others = Object.entries(model.get("proposals")).filter(([id]) => id !== current || !order.includes(id));
    const parts = others.map(([id, state]) => {
      const place = order.indexOf(id) + 1;
      const where = place ? `block ${place}` : "a deleted block";
      /** @type {Record<string, string>} */
      const sentences = {
        writing: `A suggestion for ${where} is being written.`, failed: `The suggestion for ${where} failed.`,
      };
      const row = element("div", "bl-changed");
      row.append(element("span", "", sentences[state] ?? `A suggestion for ${where} is ready.`));
      if (place) {
        row.append(button({ text: "Show", onClick: () => reveal(id) }));
      } else if (state === "stale") {
        row.append(
          button({ text: "Insert at the end", onClick: () => choose(id, "behind") }),
          button({ text: "Show", onClick: () => { current = id; isOpen = false; draw(); } }),
          button({ text: "Discard", onClick: () => choose(id, "discard") }),
        );
      }
      return row;
    });
    line.replaceChildren(...parts);
  }

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen) return;
    close();
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element: box,
    line,
    open,
    /**
     * Show the help with a block; `null` for none, as while the whole lesson is shown.
     * @param {string | null} id
     */
    follow(id) {
      if (id === current) return;
      current = id;
      isOpen = false;
      instruction = "";
      draw();
      drawLine();
    },
    /** Show what has changed in Python. */
    update() {
      const state = getState();
      const card = current === null ? "" : state.card(current);
      const now = JSON.stringify([model.get("proposals"), placeOf(current), state.order.length, card]);
      const price = box.querySelector(".bl-help-cost");
      if (price && model.get("cost")) price.textContent = model.get("cost");
      const isRefused = request > 0 && acknowledged() >= request && current !== null && !stateOf(current);
      if (request && acknowledged() >= request) request = 0;
      if (now === shown && !isRefused) return;
      shown = now;
      if (!isOpen && !request) draw();
      drawLine();
    },
    close: () => clearInterval(timer),
  };
}

/** @param {Way[]} ways the first one is the main one */
function makeLine(ways) {
  const tools = element("div", "bl-save");
  ways.forEach(([text, onClick, hint], at) => {
    tools.append(button({ text, hint, className: at ? "" : "bl-main", onClick }));
  });
  return tools;
}
