// @ts-check
// A button that opens a menu: arrow keys move in it, Escape and a click elsewhere close it.

import { element } from "../kit/dom.js";

/**
 * @param {Element[]} content of the button
 * @param {() => { text: string, choose: () => void }[]} entries what the menu offers when it is opened
 */
export function makeMenu(content, entries) {
  const place = element("div", "wb-menu");
  const button = element("button", "wb-bar-button");
  button.type = "button";
  button.setAttribute("aria-haspopup", "menu");
  button.append(...content);
  const list = element("div", "wb-menu-list");
  list.setAttribute("role", "menu");
  /** @type {HTMLButtonElement[]} */
  let items = [];
  place.append(button, list);

  /** @param {{ text: string, choose: () => void }} entry */
  function makeItem({ text, choose }) {
    const item = element("button", "wb-menu-item", text);
    item.type = "button";
    item.tabIndex = -1;
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => {
      setOpen(false);
      button.focus();
      choose();
    });
    return item;
  }

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    if (isOpen) {
      items = entries().map(makeItem);
      list.replaceChildren(...items);
    }
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) document.addEventListener("pointerdown", closeOutside, true);
    else document.removeEventListener("pointerdown", closeOutside, true);
  }
  /** @param {Event} event */
  function closeOutside(event) {
    if (!place.contains(/** @type {Node} */ (event.target))) setOpen(false);
  }
  button.addEventListener("click", () => {
    setOpen(Boolean(list.hidden));
    if (!list.hidden) items[0].focus();
  });
  place.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !place.contains(/** @type {Node} */ (event.relatedTarget))) setOpen(false);
  });
  place.addEventListener("keydown", (event) => {
    if (list.hidden) {
      if (event.key === "ArrowDown") button.click();
      return;
    }
    if (event.key === "Escape") {
      setOpen(false);
      button.focus();
      return;
    }
    const now = items.findIndex((item) => item === document.activeElement);
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = steps[/** @type {keyof typeof steps} */ (event.key)];
    items[(next + items.length) % items.length].focus();
  });
  setOpen(false);
  return {
    element: place,
    /** @param {string} label */
    setLabel(label) {
      button.title = label;
      button.setAttribute("aria-label", label);
    },
    stop: () => document.removeEventListener("pointerdown", closeOutside, true),
  };
}
