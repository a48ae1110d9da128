// @ts-check
// The buttons and keys that write Markdown in the field that has the focus.

import { element } from "../kit/dom.js";
import { button } from "./elements.js";
import { applyEdit, FORMATS } from "./markdown_edit.js";

/** @type {[name: keyof typeof FORMATS, text: string, label: string, key: string][]} */
const TOOLS = [
  ["bold", "B", "Bold", "b"], ["italic", "I", "Italic", "i"], ["code", "Code", "Code", "e"],
  ["link", "Link", "Link", "k"], ["formula", "Formula", "Formula", ""], ["list", "List", "List", ""],
];

/**
 * Tools for the fields below `box` that hold Markdown; hidden where there are none.
 * @param {HTMLElement} box
 */
export function makeMarkdownTools(box) {
  const bar = element("div", "bl-formats");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Format");
  const areas = () => /** @type {NodeListOf<HTMLTextAreaElement>} */ (box.querySelectorAll("textarea[data-field=markdown]"));
  bar.hidden = areas().length === 0;
  /** @type {HTMLTextAreaElement | undefined} */
  let area = areas()[0];

  /** @param {keyof typeof FORMATS} name */
  function apply(name) {
    if (!area) return;
    const { value, selectionStart: start, selectionEnd: end } = area;
    applyEdit(area, FORMATS[name]({ value, start, end }));
  }
  for (const [name, text, label, key] of TOOLS) {
    const hint = key ? `Ctrl+${key.toUpperCase()}` : "";
    const made = button({ text, label, hint, className: `bl-format bl-format-${name}`, onClick: () => apply(name) });
    made.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus and its selection
    bar.append(made);
  }
  box.addEventListener("focusin", (event) => {
    const found = [...areas()].find((one) => one === event.target);
    if (found) area = found;
  });

  return {
    element: bar,
    /**
     * Apply the format of a key; Ctrl+K is a link of selected words only.
     * @param {KeyboardEvent} event
     * @returns {boolean} whether the key did something
     */
    onKey(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.target !== area || !area) return false;
      const found = TOOLS.find(([, , , key]) => key && key === event.key.toLowerCase());
      if (!found || (found[0] === "link" && area.selectionStart === area.selectionEnd)) return false;
      apply(found[0]);
      return true;
    },
  };
}
