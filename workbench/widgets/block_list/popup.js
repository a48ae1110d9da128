// @ts-check
// A menu that opens at a place and closes when something was chosen, by Escape, or when the focus leaves it.

import { element } from "../kit/dom.js";

/**
 * @typedef {{ text: string, hint?: string, glyph?: string, type?: string, isEnabled?: boolean, onClick: () => void }} MenuItem
 */

export function makePopup() {
  const menu = element("div", "bl-popup");
  menu.setAttribute("role", "menu");
  menu.hidden = true;
  /** @type {(() => void) | null} */
  let whenClosed = null;

  const items = () => /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll("[role=menuitem]")]);

  function close(isReturning = true) {
    if (menu.hidden) return;
    menu.hidden = true;
    const then = whenClosed;
    whenClosed = null;
    if (isReturning) then?.();
    menu.remove();
  }
  /** @param {MenuItem} item */
  function makeItem({ text, hint = "", glyph = "", type = "", isEnabled = true, onClick }) {
    const made = element("button", "bl-popup-item");
    made.type = "button";
    made.setAttribute("role", "menuitem");
    made.setAttribute("aria-disabled", String(!isEnabled));
    made.tabIndex = -1;
    if (glyph) {
      const chip = element("span", "bl-chip", glyph);
      chip.dataset.type = type;
      chip.setAttribute("aria-hidden", "true");
      made.append(chip);
    }
    made.append(element("span", "", text));
    if (hint) {
      made.append(element("kbd", "bl-soft", hint));
      made.setAttribute("aria-keyshortcuts", hint);
    }
    made.addEventListener("click", () => {
      if (!isEnabled) return;
      close(false);
      onClick();
    });
    return made;
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const all = items();
    const place = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1 + all.length, Home: 0, End: all.length - 1 };
    if (event.key in steps) all[steps[event.key] % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const later = [...all.slice(place + 1), ...all.slice(0, place + 1)];
      later.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else {
      event.stopPropagation(); // Enter and Space press the item
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  menu.addEventListener("keydown", onKey);
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget)) && document.hasFocus()) close(false);
  });

  return {
    isOpen: () => !menu.hidden,
    close,
    /**
     * Open it in an element, below another one, with the focus on its first item.
     * @param {HTMLElement} parent
     * @param {MenuItem[]} entries
     * @param {{ label: string, top?: number, left?: number, onClose: () => void }} options `onClose` takes the focus back
     */
    open(parent, entries, { label, top = 0, left = 0, onClose }) {
      close(false);
      menu.setAttribute("aria-label", label);
      menu.replaceChildren(...entries.map(makeItem));
      menu.style.insetBlockStart = `${top}px`;
      menu.style.insetInlineStart = `${left}px`;
      menu.hidden = false;
      whenClosed = onClose;
      parent.append(menu);
      items()[0]?.focus({ preventScroll: true });
      menu.scrollIntoView({ block: "nearest" });
    },
  };
}
