// @ts-check
// The field in a cell of the table: one at a time. Enter and Tab save, Escape cancels.

import { element, randomId } from "../kit/dom.js";

/**
 * @param {{
 *   keep: (id: string, name: string, text: string) => void, drop: (id: string, name: string) => void,
 *   enter: (entered: { id: string, name: string, text: string, key: string }) => void,
 *   leave: (id: string, name: string) => void,
 * }} act
 */
export function makeEditor(act) {
  /** @type {{ cell: HTMLElement, input: HTMLInputElement | HTMLTextAreaElement, id: string, name: string } | null} */
  let open = null;

  function close() {
    const was = open;
    open = null;
    was?.cell.classList.remove("wb-editing");
    was?.cell.replaceChildren();
  }
  /** @param {string} key */
  function finish(key) {
    if (!open) return;
    const { id, name, input } = open;
    const text = input.value.trim();
    close();
    act.enter({ id, name, text, key });
  }
  function cancel() {
    if (!open) return;
    const { id, name } = open;
    close();
    act.drop(id, name);
    act.leave(id, name);
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation(); // arrows and letters are the field's
    if (event.isComposing) return;
    if (event.key === "Escape") cancel();
    else if ((event.key === "Enter" && !event.shiftKey) || (event.key === "Tab" && !event.shiftKey)) finish(event.key);
    else return;
    event.preventDefault();
  }

  /**
   * Edit a cell, starting with `text`, or else with the cell's content.
   * @param {HTMLElement} cell
   * @param {{
   *   id: string, line: number, name: string, before: string, text: string | undefined, choices: string[],
   *   focus: boolean,
   * }} options
   */
  function start(cell, { id, line, name, before, text, choices, focus }) {
    close();
    const input = name === "topic" ? element("textarea", "wb-field") : element("input", "wb-field");
    input.value = text ?? before;
    input.dir = "auto";
    input.autocomplete = "off";
    input.setAttribute("aria-label", `${name[0].toUpperCase()}${name.slice(1)} of line ${line}`);
    if (input instanceof HTMLTextAreaElement) input.rows = 3;
    open = { cell, input, id, name };
    cell.replaceChildren(input);
    cell.classList.add("wb-editing");
    if (input instanceof HTMLInputElement && choices.length) {
      const list = element("datalist");
      list.id = `wb-choices-${randomId()}`;
      for (const choice of choices) {
        const option = element("option");
        option.value = choice;
        list.append(option);
      }
      input.setAttribute("list", list.id);
      cell.append(list);
    }
    input.addEventListener("keydown", (event) => onKey(/** @type {KeyboardEvent} */ (event)));
    input.addEventListener("input", () => act.keep(id, name, input.value));
    input.addEventListener("blur", () => {
      if (open?.input === input && input.isConnected) finish("");
    });
    if (focus) {
      input.focus();
      if (text === undefined) input.select();
    }
  }
  return { open: start, close, get cell() { return open?.cell ?? null; } };
}
