// @ts-check
// The sections of the page, as links. Where there is little room the list is a menu behind a button.

import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";
import { makeIcon } from "./icon.js";

const MENU = "M4 6h16M4 12h16M4 18h16";

/** @typedef {{ label: string, texts: string[], anchors: string[], icons: string[], counts: string[], chosen: string }} SidebarState */

/** @type {import("@anywidget/types").Render<SidebarState>} */
function render({ model, el }) {
  el.classList.add("wb-sidebar");
  const nav = element("nav");
  nav.setAttribute("aria-label", "Sections");
  const toggle = element("button", "wb-menu-button");
  toggle.type = "button";
  const current = element("span");
  toggle.append(makeIcon(MENU), current);
  const list = element("ul");
  nav.append(toggle, list);
  el.append(nav);
  const links = () => [...list.querySelectorAll("a")];

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    toggle.setAttribute("aria-expanded", String(isOpen));
    nav.classList.toggle("wb-open", isOpen);
  }
  /**
   * @param {string} text
   * @param {number} index
   */
  function makeEntry(text, index) {
    const link = element("a");
    link.href = `#${model.get("anchors")[index]}`;
    link.title = text;
    link.append(makeIcon(model.get("icons")[index]), element("span", "wb-entry", text), element("span", "wb-badge"));
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab of its own
      event.preventDefault();
      setOpen(false);
      model.send({ intent: "choose", text });
    });
    const entry = element("li");
    entry.append(link);
    return entry;
  }
  function fill() {
    list.replaceChildren(...model.get("texts").map(makeEntry));
    update();
  }
  function update() {
    const chosen = model.get("chosen");
    for (const [index, link] of links().entries()) {
      const count = model.get("counts")[index] || "";
      const badge = /** @type {HTMLElement} */ (link.lastElementChild);
      badge.dataset.count = count; // the style draws it: the link's text stays the name of the section
      badge.hidden = !count;
      if (count) link.setAttribute("aria-label", `${link.title}: ${count}`);
      else link.removeAttribute("aria-label");
      if (link.title === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    current.textContent = chosen;
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape" && nav.classList.contains("wb-open")) {
      setOpen(false);
      toggle.focus();
      return;
    }
    const all = links();
    const now = all.findIndex((link) => link === document.activeElement);
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = steps[/** @type {keyof typeof steps} */ (event.key)];
    all[(next + all.length) % all.length].focus();
  }

  toggle.addEventListener("click", () => setOpen(!nav.classList.contains("wb-open")));
  nav.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [["change:texts", fill], ["change:chosen", update], ["change:counts", update]]);
  setOpen(false);
  fill();
  return unsubscribe;
}

export default { initialize, render };
