// @ts-check
// Where one block is written: its type, its fields, and what is wrong with them. Text is saved as it is typed; media and
// what is only right as a whole have a Save button and a preview.

import { element, localTime, randomId } from "../kit/dom.js";
import { focusAt, focusField, textFields } from "./caret.js";
import { button, showRendered } from "./elements.js";
import { makeForm, makeJsonForm } from "./forms.js";
import { makeMarkdownTools } from "./markdown_tools.js";
import { isSecondEnter } from "./splitting.js";

/** @typedef {import("./block_drafts.js").BlockDraft} BlockDraft */

/** Types whose fields are only right together: they are saved by a button. */
export const BY_BUTTON = new Set(["image", "audio", "video", "file", "fillIn", "ordering", "matching"]);

/** @type {Record<string, -1 | 1>} */
const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/**
 * @param {BlockDraft} draft
 * @param {{
 *   kinds: import("./forms.js").BlockKind[], direction: string, language: string, onInput: () => void,
 *   chooseFile: import("./forms.js").ChooseFile, onLeave: () => void, onUndo: (isRedo: boolean) => void,
 *   onSave: () => void, onCancel: () => void, onType: (type: string) => void, onFields: () => void,
 *   onKeepBoth: () => void, onKeepMine: () => void, onKeepTheirs: () => void, onTypes: (field: HTMLElement) => void,
 *   onCross: (step: -1 | 1) => void, onSplit: (start: number, end: number) => void, onJoin: () => void,
 * }} options `onSave` saves what is written, `onLeave` closes the form; `onTypes` opens the list of types, `onFields` goes
 *   from JSON back to the fields; `onCross` goes to the block before or after this one, `onSplit` makes two blocks of this
 *   text, `onJoin` joins it with the one before
 */
export function makeBlockForm(draft, options) {
  const { kinds, onInput, onSave, onCancel, onLeave, onType, onFields, ...look } = options;
  const record = kinds.find(([wire]) => wire === draft.type)?.[3];
  const isSelfSaving = Boolean(record) && !draft.isJson && !BY_BUTTON.has(draft.type);
  const type = element("select");
  type.setAttribute("aria-label", "Type of this block");
  for (const [wire, name] of kinds) type.append(new Option(name, wire, false, wire === draft.type));
  if (!kinds.some(([wire]) => wire === draft.type)) type.append(new Option(draft.type, draft.type, true, true));
  type.addEventListener("change", () => onType(type.value));

  const fields = draft.isJson
    ? makeJsonForm(draft.content, draft.rawText ?? "", { onInput })
    : makeForm(record, draft.content, { onInput, isInline: isSelfSaving, ...look });
  const settings = element("div", "bl-settings");
  const texts = fields.element.querySelectorAll("textarea, input[type=text]");
  if (isSelfSaving) {
    if (texts.length === 1) fields.element.classList.add("bl-single");
    settings.append(...fields.element.querySelectorAll(":scope > .bl-field:has(> select)"));
    settings.addEventListener("input", onInput);
  }
  const formats = makeMarkdownTools(fields.element);
  const tools = element("div", "bl-tools");
  tools.append(type, settings, ...(isSelfSaving ? [formats.element] : []));
  if (draft.isJson) tools.append(button({ text: "Edit as fields", onClick: onFields }));

  const warning = element("div", "bl-changed");
  const problem = element("p", "bl-problem");
  problem.setAttribute("role", "alert");
  problem.hidden = true;
  const save = element("div", "bl-save");
  save.append(
    button({ text: "Save", hint: "Ctrl+Enter", className: "bl-main", onClick: onSave }),
    button({ text: "Cancel", hint: "Escape", onClick: onCancel }),
  );
  const preview = element("div", "bl-rendered");
  const frame = element("div", "bl-preview");
  frame.append(element("div", "bl-preview-name", "Preview of the block"), preview);
  let isComposing = false;
  let keyCount = 0;
  let wasUndone = false; // the last key to undo or redo did so in the field

  fields.element.addEventListener("compositionstart", () => { isComposing = true; });
  fields.element.addEventListener("compositionend", () => {
    isComposing = false;
    onInput();
  });
  fields.element.addEventListener("input", (event) => {
    if (event instanceof InputEvent && event.inputType.startsWith("history")) wasUndone = true;
  });
  for (const part of [fields.element, tools]) part.addEventListener("keydown", isSelfSaving ? onTextKey : onFormKey);

  /** @param {KeyboardEvent} event */
  function onFormKey(event) {
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && (event.key === "Enter" || event.key.toLowerCase() === "s")) onSave();
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {KeyboardEvent} event */
  function onTextKey(event) {
    if (event.isComposing || isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    keyCount += 1;
    if (isControl && (key === "z" || key === "y")) {
      const isRedo = key === "y" || event.shiftKey;
      wasUndone = false;
      setTimeout(() => {
        if (!wasUndone) options.onUndo(isRedo);
      }, 0);
      return; // the field goes first
    }
    if (changesBlocks(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key in STEPS && !isControl && !event.altKey && !event.shiftKey) {
      crossLater(event);
      return; // the field goes first
    }
    if (event.altKey && key === "f10") (formats.element.hidden ? type : formats.element.querySelector("button"))?.focus();
    else if (isControl && key === "s") onSave();
    else if (key === "escape" || (isControl && key === "enter")) onLeave();
    else if (key === "/" && isEmptyText(event.target)) options.onTypes(/** @type {HTMLElement} */ (event.target));
    else if (!formats.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {KeyboardEvent} event @returns {boolean} whether the key split a text, or joined it with the one before */
  function changesBlocks(event) {
    const { target, key } = event;
    if (draft.type !== "text" || !(target instanceof HTMLTextAreaElement) || event.altKey || event.shiftKey) return false;
    const { value, selectionStart: start, selectionEnd: end } = target;
    const isControl = event.ctrlKey || event.metaKey;
    if (key === "Enter" && isControl && value.slice(0, start).trim() && value.slice(end).trim()) options.onSplit(start, end);
    else if (key === "Enter" && !isControl && start === end && isSecondEnter(value, start)) options.onSplit(start, end);
    else if (key === "Backspace" && !isControl && end === 0) options.onJoin();
    else return false;
    return true;
  }
  // A caret that an arrow key cannot move in its field goes to the field before or after it, or to another block;
  // not if another key came before the timer, which may have brought the caret back to where it was.
  /** @param {KeyboardEvent} event */
  function crossLater({ target, key }) {
    const field = /** @type {HTMLTextAreaElement | HTMLInputElement} */ (target);
    const places = textFields(fields.element);
    if (!places.includes(field) || field.selectionStart !== field.selectionEnd) return;
    const before = field.selectionStart;
    const thisKey = keyCount;
    setTimeout(() => {
      if (keyCount !== thisKey) return;
      const isThere = places.includes(/** @type {any} */ (/** @type {Document} */ (field.getRootNode()).activeElement));
      if (isComposing || !isThere || field.selectionStart !== before || field.selectionEnd !== before) return;
      const step = STEPS[key];
      const next = places[places.indexOf(field) + step];
      if (next) focusField(next, step < 0 ? next.value.length : 0);
      else options.onCross(step);
    }, 0);
  }
  /** @param {EventTarget | null} target */
  function isEmptyText(target) {
    return texts.length === 1 && target instanceof HTMLTextAreaElement && !target.value;
  }
  /** @param {string} sentence */
  function showProblem(sentence) {
    if (problem.textContent !== sentence) problem.textContent = sentence;
    problem.hidden = !sentence;
  }

  return {
    draft,
    tools,
    visit: randomId(),
    isSelfSaving,
    nodes: isSelfSaving ? [warning, fields.element, problem] : [warning, fields.element, problem, save, frame],
    isSaving: false,
    isWarned: false,
    isComposing: () => isComposing,
    /** @param {import("./caret.js").CaretPlace | null} [place] */
    focus(place = null) {
      if (place === null || !focusAt(fields.element, place)) fields.focus();
    },
    focusType: () => type.focus(),
    showProblem,
    problem: () => (problem.hidden ? "" : problem.textContent ?? ""),
    /** Read the fields into the draft; whether they could be read. */
    read() {
      try {
        draft.content = fields.read();
        draft.problem = draft.rawText = "";
      } catch (error) {
        draft.rawText = fields.rawText();
        draft.problem = `This is not JSON that can be saved: ${/** @type {Error} */ (error).message}.`;
      }
      return !draft.problem;
    },
    /** Whether the fields can be read; why not is shown. */
    isReadable() {
      const isRead = this.read();
      if (!isRead) showProblem(draft.problem ?? "");
      return isRead;
    },
    /** @param {string} html */
    showPreview: (html) => showRendered(preview, html, look),
    /**
     * Somebody else has changed the block that is being written here: show theirs, and ask.
     * @param {{ html: string, by?: string, at?: string }} block
     */
    warn(block) {
      this.isWarned = true;
      const when = block.at ? ` (${localTime(block.at)})` : "";
      const who = `This block was changed while you were writing, by ${block.by || "somebody else"}${when}.`;
      const theirs = element("div", "bl-rendered bl-theirs");
      showRendered(theirs, block.html, look);
      const words = isSelfSaving ? "Your text is not saved yet. Theirs is:" : "Saving replaces theirs, which is:";
      warning.replaceChildren(
        element("span", "", `${who} ${words}`),
        theirs,
        button({ text: "Keep both", hint: "Yours becomes a separate block after theirs", onClick: options.onKeepBoth }),
        button({ text: "Keep theirs", onClick: options.onKeepTheirs }),
        ...(isSelfSaving ? [button({ text: "Keep mine", hint: "Yours replaces theirs", onClick: options.onKeepMine })] : []),
      );
      warning.setAttribute("role", "alert");
    },
    endWarning() {
      this.isWarned = false;
      warning.replaceChildren();
    },
  };
}
