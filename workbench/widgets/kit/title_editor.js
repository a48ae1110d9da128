// @ts-check
// The field for editing a title in place. It is drawn over the title, because a list box may not contain fields.
// Enter saves, Escape cancels; until Python confirms that it is saved, the text stays here and in this browser.

import { element } from "./dom.js";
import { makeDrafts } from "./drafts.js";

const KEYS = "Enter saves, Esc cancels.";

/**
 * @typedef {{ id: string, text: string, base: string, label: string }} TitleEdit `base` is the title before
 * @typedef {(id: string) => HTMLElement | null} FindTitle
 */

/**
 * @param {{
 *   host: HTMLElement, owner: () => import("./drafts.js").DraftOwner | undefined, find: FindTitle,
 *   send: (edit: { ids: string[], text: string, base: string }) => void, leave: () => void,
 * }} options `host` is positioned and holds the title that `find` gives; `leave` takes the focus back
 */
export function makeTitleEditor({ host, owner, find, send, leave }) {
  const drafts = makeDrafts(owner);
  const box = element("div", "wb-title-editor");
  const input = element("input", "wb-field");
  input.dir = "auto";
  input.autocomplete = "off";
  const note = element("span", "wb-title-note");
  note.setAttribute("role", "status");
  box.append(input, note);
  box.hidden = true;
  host.append(box);
  /** @type {TitleEdit | null} */
  let open = null;
  let submitted = ""; // what Python has, and has not answered

  function place() {
    const title = open && find(open.id);
    box.hidden = !title;
    if (!title) return;
    const [inner, outer] = [title.getBoundingClientRect(), host.getBoundingClientRect()];
    box.style.top = `${inner.top - outer.top - host.clientTop - 5}px`;
    box.style.left = `${inner.left - outer.left - host.clientLeft - 9}px`;
    box.style.width = `${outer.right - inner.left + 4}px`;
  }
  /** @param {string} text */
  function setNote(text) {
    note.textContent = text;
  }
  /** @param {TitleEdit} edit @param {{ focus: boolean, note?: string }} options */
  function start(edit, options) {
    if (open) finish();
    open = edit;
    submitted = "";
    input.value = edit.text;
    input.readOnly = false;
    input.setAttribute("aria-label", edit.label);
    setNote(options.note ?? KEYS);
    place();
    if (!options.focus) return;
    input.focus();
    input.select();
  }
  function close() {
    const hadFocus = document.activeElement === input;
    if (open) drafts.remove(open.id);
    open = null;
    place();
    if (hadFocus) leave();
  }
  function finish() {
    const text = input.value.trim();
    if (!open || text === submitted) return;
    if (text === open.base) {
      close();
      return;
    }
    submitted = text;
    input.readOnly = true;
    setNote("Saving\u2026");
    send({ ids: [open.id], text, base: open.base });
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation(); // arrows and letters are the field's
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") {
      close();
    } else {
      submitted = input.readOnly ? submitted : "";
      finish();
    }
  }
  function onInput() {
    if (open) setNote(drafts.write(open.id, { text: input.value, base: open.base }) || KEYS);
  }

  input.addEventListener("keydown", onKey);
  input.addEventListener("input", onInput);
  for (const name of ["click", "dblclick"]) box.addEventListener(name, (event) => event.stopPropagation());
  input.addEventListener("blur", () => {
    if (document.hasFocus()) finish(); // else another window has it now
  });

  return {
    start,
    place,
    /** Python has the title, or could not save it. @param {string} id @param {boolean} isSaved */
    answered(id, isSaved) {
      if (isSaved && open?.id !== id) drafts.remove(id);
      if (open?.id !== id) return;
      if (isSaved) {
        close();
      } else {
        input.readOnly = false;
        setNote(`Not saved yet. ${KEYS}`);
      }
    },
    /** Go on with what was typed here before and not saved, if its title is here. @param {(id: string) => string} label */
    restore(label) {
      if (open) return;
      for (const [id, { text, base }] of drafts.open()) {
        const title = find(id);
        if (!title || typeof text !== "string" || typeof base !== "string") continue;
        if (text.trim() === title.textContent) drafts.remove(id);
        else start({ id, text, base, label: label(id) }, { focus: false, note: `Typed before, not saved. ${KEYS}` });
        return;
      }
    },
    get isOpen() { return open !== null; },
  };
}
