// @ts-check
// A row of tabs; arrow keys move between them. The page itself is drawn elsewhere.

import { element, subscribe } from "./dom.js";
import { initialize } from "./late_start.js";

/** @typedef {{ label: string, texts: string[], chosen: string }} TabsState */

/** @type {import("@anywidget/types").Render<TabsState>} */
function render({ model, el }) {
  el.classList.add("wb-tabs");
  el.setAttribute("role", "tablist");
  const tabs = () => /** @type {HTMLButtonElement[]} */ ([...el.children]);

  /** @param {string} text */
  function choose(text) {
    model.send({ intent: "choose", text });
  }
  /** @param {string} text */
  function makeTab(text) {
    const tab = element("button", "wb-tab", text);
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => choose(text));
    return tab;
  }
  function fill() {
    el.replaceChildren(...model.get("texts").map(makeTab));
    update();
  }
  function update() {
    el.setAttribute("aria-label", model.get("label"));
    for (const tab of tabs()) {
      const isChosen = tab.textContent === model.get("chosen");
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const all = tabs();
    const now = all.findIndex((tab) => tab === document.activeElement);
    const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: all.length - 1 };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const place = steps[/** @type {keyof typeof steps} */ (event.key)];
    const next = all[(place + all.length) % all.length];
    next.focus();
    choose(next.textContent ?? "");
  }

  el.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [
    ["change:texts", fill], ["change:chosen", update], ["change:label", update],
  ]);
  fill();
  return () => {
    unsubscribe();
    el.removeEventListener("keydown", onKey);
  };
}

export default { initialize, render };
