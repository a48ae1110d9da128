// @ts-check
// Single-key shortcuts of a panel. They work while the focus is in the panel, but not in a field or a panel inside it.

import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";

const FRAMES_TO_WAIT = 240; // until the front end has put this into its panel
const FIELDS = "input, textarea, select, [contenteditable=true], [contenteditable='']";
const HOMES = "[role=listbox], [tabindex='0'], button";

/**
 * @typedef {{ key: string, name: string, text: string, focuses: string }} Command
 * @typedef {{ commands: Command[] }} KeysState
 */

/**
 * The letter of a key, on keyboards of other scripts too.
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  const isOther = key.length === 1 && key.charCodeAt(0) > 127 && code.startsWith("Key");
  return isOther ? code.slice(3).toLowerCase() : key;
}

/** @type {import("@anywidget/types").Render<KeysState>} */
function render({ model, el }) {
  el.classList.add("wb-keys");
  const open = element("button", "wb-keys-open", "Shortcuts (?)");
  open.type = "button";
  const list = element("dl", "wb-keys-list");
  list.hidden = true;
  el.append(open, list);
  /** @type {HTMLElement | null} */
  let root = null;
  /** @type {HTMLElement | null} */
  let home = null; // where the focus was before it went into a field

  function fill() {
    list.replaceChildren(...model.get("commands").flatMap(({ key, text }) => {
      const term = element("dt");
      term.append(element("kbd", "", key));
      return [term, element("dd", "", text)];
    }));
  }
  /** @param {boolean} isOpen */
  function show(isOpen) {
    list.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
  }
  /** @param {Event} event @returns {HTMLElement | null} the element, if it is this panel's own */
  function ownTarget(event) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    return target?.closest(".wb-panel") === root ? target : null;
  }
  /** @param {string} name */
  function send(name) {
    const shown = /** @type {HTMLElement | null | undefined} */ (root?.querySelector("[data-wb-subject]"));
    model.send({ intent: "command", name, subject: shown?.dataset.wbSubject ?? "" });
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = ownTarget(event);
    if (!target || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (list.hidden || target.closest(FIELDS)) send("leave");
      else show(false);
      return;
    }
    if (target.closest(FIELDS)) return;
    const key = letterOf(event);
    const command = model.get("commands").find((entry) => entry.key === key);
    if (key !== "?" && !command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command?.focuses) /** @type {HTMLElement | null} */ (root?.querySelector(command.focuses))?.focus();
    else if (command && !event.repeat) send(command.name);
    else if (!command) show(Boolean(list.hidden));
  }
  /** @param {FocusEvent} event */
  function onFocus(event) {
    const target = ownTarget(event);
    if (target?.matches(HOMES) && !target.closest(".wb-question")) home = target;
  }
  /** @param {{ focus?: boolean }} message */
  function onMessage(message) {
    if (!message?.focus || !root) return;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !root.contains(focused)) return; // the person has moved elsewhere
    const isThere = home?.isConnected && home.getClientRects().length > 0;
    const place = isThere ? home : /** @type {HTMLElement | null} */ (root.querySelector("[role=listbox]"));
    place?.focus({ preventScroll: true });
  }

  let frames = 0;
  let frame = 0;
  function findRoot() {
    root = el.closest(".wb-panel");
    if (root) {
      root.addEventListener("keydown", onKey, true); // before a list takes letters as the beginning of a title
      root.addEventListener("focusin", onFocus);
    } else if (frames < FRAMES_TO_WAIT) {
      frames += 1;
      frame = requestAnimationFrame(findRoot);
    }
  }

  open.addEventListener("click", () => show(Boolean(list.hidden)));
  const unsubscribe = subscribe(model, [["change:commands", fill], ["msg:custom", onMessage]]);
  fill();
  show(false);
  findRoot();
  return () => {
    cancelAnimationFrame(frame);
    unsubscribe();
    root?.removeEventListener("keydown", onKey, true);
    root?.removeEventListener("focusin", onFocus);
  };
}

export default { initialize, render };
