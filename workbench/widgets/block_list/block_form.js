// @ts-check
// The form in which one block is written: its type, its fields, what is wrong with them, and how it will look.

import { element, localTime } from "../kit/dom.js";
import { button, showRendered, tick } from "./elements.js";
import { makeForm, makeJsonForm } from "./forms.js";

/** @typedef {import("./block_drafts.js").BlockDraft} BlockDraft */

/**
 * @param {BlockDraft} draft
 * @param {{
 *   kinds: import("./forms.js").BlockKind[], direction: string, language: string, onInput: () => void,
 *   chooseFile: import("./forms.js").ChooseFile,
 *   onSave: () => void, onCancel: () => void, onType: (type: string) => void, onJson: (isJson: boolean) => void,
 *   onKeepBoth: () => void,
 * }} options
 */
export function makeBlockForm(draft, options) {
  const { kinds, onInput, onSave, onCancel, onType, onJson, onKeepBoth, ...look } = options;
  const type = element("select");
  type.setAttribute("aria-label", "Type of this block");
  for (const [wire, name] of kinds) type.append(new Option(name, wire, false, wire === draft.type));
  if (!kinds.some(([wire]) => wire === draft.type)) type.append(new Option(draft.type, draft.type, true, true));
  type.addEventListener("change", () => onType(type.value));
  const json = tick("As JSON", draft.isJson);
  json.input.addEventListener("change", () => onJson(json.input.checked));
  const tools = element("div", "bl-tools");
  tools.append(type, json.label);

  const fields = draft.isJson
    ? makeJsonForm(draft.content, draft.rawText ?? "", { onInput })
    : makeForm(kinds.find(([wire]) => wire === draft.type)?.[3], draft.content, { onInput, ...look });
  fields.element.addEventListener("keydown", onKey);
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

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && (event.key === "Enter" || event.key.toLowerCase() === "s")) onSave();
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {string} sentence */
  function showProblem(sentence) {
    problem.textContent = sentence;
    problem.hidden = !sentence;
  }

  return {
    draft,
    tools,
    nodes: [warning, fields.element, problem, save, frame],
    isSaving: false,
    focus: fields.focus,
    focusType: () => type.focus(),
    focusJson: () => json.input.focus(),
    resetJson: () => { json.input.checked = true; },
    showProblem,
    hasProblem: () => !problem.hidden,
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
    /** @param {string} html */
    showPreview: (html) => showRendered(preview, html, look),
    /**
     * Somebody else has changed the block that is being written here: show theirs, and ask.
     * @param {{ html: string, by?: string, at?: string }} block
     */
    warn(block) {
      const when = block.at ? ` (${localTime(block.at)})` : "";
      const who = `This block was changed while you were writing, by ${block.by || "somebody else"}${when}.`;
      const theirs = element("div", "bl-rendered bl-theirs");
      showRendered(theirs, block.html, look);
      warning.replaceChildren(
        element("span", "", `${who} Saving replaces theirs, which is:`),
        theirs,
        button({ text: "Keep both", hint: "Yours becomes a separate block after theirs", onClick: onKeepBoth }),
        button({ text: "Keep theirs", onClick: onCancel }),
      );
      warning.setAttribute("role", "alert");
    },
  };
}
