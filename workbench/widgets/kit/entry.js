// @ts-check
// A text field. Input is sent as messages only: no trait has it, so no notebook saves it.

import { element, randomId, subscribe } from "./dom.js";
import { makeDrafts } from "./drafts.js";
import { initialize } from "./late_start.js";

const PAUSE = 180; // milliseconds after the last key until input is sent
const KEY = "text";

/**
 * @typedef {{
 *   label: string, hint: string, kind: string, lines: number, max_characters: number, counts: boolean,
 *   disabled: boolean, error: string, drafts: import("./drafts.js").DraftOwner, cleared: string[],
 * }} EntryState
 * @typedef {import("@anywidget/types").AnyModel<EntryState>} EntryModel
 */

/**
 * The field with its label and count.
 * @param {EntryModel} model
 */
function makeField(model) {
  const lines = model.get("lines");
  const kind = model.get("kind");
  const input = lines > 1 ? element("textarea", "wb-field") : element("input", "wb-field");
  input.id = `wb-entry-${randomId()}`;
  input.dir = "auto";
  input.autocomplete = "off";
  input.spellcheck = lines > 1;
  if (input instanceof HTMLTextAreaElement) {
    input.rows = lines;
  } else {
    input.type = kind;
    if (kind === "number") {
      input.min = "1";
      input.step = "1";
    }
  }
  const label = element("label");
  label.htmlFor = input.id;
  const count = element("span", "wb-count");
  const error = element("div", "wb-field-error");
  error.id = `${input.id}-error`;
  error.setAttribute("role", "alert");

  function updateCount() {
    const most = model.get("max_characters");
    const length = [...input.value.trim()].length;
    count.hidden = !model.get("counts");
    count.textContent = `${length.toLocaleString("en")} of ${most.toLocaleString("en")}`;
    count.classList.toggle("wb-over", length > most);
  }
  function update() {
    label.textContent = model.get("label");
    input.placeholder = model.get("hint");
    input.disabled = model.get("disabled");
    error.textContent = model.get("error");
    if (model.get("error")) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", error.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    updateCount();
  }
  return { input, label, count, error, update, updateCount };
}

/**
 * The line below the field about the state of a draft.
 * @param {() => void} discard
 */
function makeDraftNote(discard) {
  const note = element("div", "wb-draft-note");
  note.setAttribute("role", "status");

  /** @param {string} text */
  function show(text, { canDiscard = false } = {}) {
    note.replaceChildren();
    if (!text) return;
    note.append(text);
    if (!canDiscard) return;
    const button = element("button", "wb-discard", "Discard");
    button.type = "button";
    button.addEventListener("click", discard);
    note.append(" ", button);
  }
  return { element: note, show };
}

/** @type {import("@anywidget/types").Render<EntryState>} */
function render({ model, el }) {
  const field = makeField(model);
  const { input } = field;
  const drafts = makeDrafts(() => model.get("drafts"));
  const note = makeDraftNote(discard);
  el.classList.add("wb-entry", `wb-${model.get("kind")}`);
  el.append(field.label, input, field.count, field.error, note.element);

  let timer = 0;
  let sent = "";
  let isFirst = true; // Python has not yet sent the content
  let base = ""; // the content before anybody typed
  let mark = ""; // names the draft

  /** @param {"typed" | "entered"} intent */
  function send(intent) {
    clearTimeout(timer);
    if (intent === "typed" && input.value === sent) return;
    try {
      model.send({ intent, text: input.value, mark });
      sent = input.value;
    } catch {
      // the kernel that this field belongs to is gone: the text is kept here
    }
  }

  // Input is kept in this browser, and restored if Python does not know it: after another tab of the
  // notebook, a reload, a restarted kernel. It is never sent by itself.
  function keepDraft() {
    if (!isFirst && (input.value === base || !input.value.trim())) {
      drafts.remove(KEY);
      note.show("");
      return;
    }
    mark ||= randomId();
    const problem = drafts.write(KEY, { text: input.value, mark });
    if (problem) note.show(problem);
  }
  function restoreDraft() {
    const draft = drafts.open().get(KEY);
    if (!draft || isFirst) return;
    if (model.get("cleared").includes(draft.mark)) {
      drafts.remove(KEY);
    } else if (input.value === base && typeof draft.text === "string" && draft.text !== base) {
      mark = draft.mark;
      input.value = draft.text;
      field.updateCount();
      send("typed");
      note.show("You typed this earlier and didn't save it.", { canDiscard: true });
    } else if (draft.text === input.value) {
      mark = draft.mark;
    }
  }
  function discard() {
    drafts.remove(KEY);
    mark = "";
    input.value = base;
    field.updateCount();
    send("typed");
    note.show("");
    input.focus();
  }

  function onInput() {
    field.updateCount();
    keepDraft();
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE, "typed");
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    if (model.get("lines") > 1 && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send("entered");
  }
  // In a panel the slash key goes to its search, and the down key from there to its list.
  /** @param {KeyboardEvent} event */
  function onPanelKey(event) {
    const panel = el.closest(".wb-panel");
    const { target } = event;
    if (!panel || !(target instanceof Element) || !panel.contains(target) || !input.checkVisibility()) return;
    if (event.key === "/" && !target.closest("input, textarea, select, [contenteditable]")) {
      input.focus();
      input.select();
    } else if (event.key === "ArrowDown" && target === input) {
      const list = panel.querySelector(".wb-choice-list:not([hidden])");
      if (list instanceof HTMLElement) list.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {{ do?: string, text?: string }} message */
  function onMessage(message) {
    if (message?.do === "focus") requestAnimationFrame(() => input.focus());
    if (typeof message?.text !== "string") return;
    const isLate = isFirst && input.value !== ""; // somebody was quicker than the answer to "ready"
    const wasFirst = isFirst;
    isFirst = false;
    if (!isLate && message.text !== input.value) {
      clearTimeout(timer);
      input.value = sent = message.text;
      if (!wasFirst) { // Python has put something else there
        base = message.text;
        mark = "";
        note.show("");
      }
      field.updateCount();
    }
    restoreDraft();
  }

  input.addEventListener("input", onInput);
  input.addEventListener("change", () => send("typed"));
  input.addEventListener("blur", () => send("typed")); // before a button is pressed, whatever has put the text here
  input.addEventListener("keydown", (event) => onKey(/** @type {KeyboardEvent} */ (event)));
  const shown = ["label", "hint", "disabled", "error", "max_characters", "counts"];
  const unsubscribe = subscribe(model, [
    ...shown.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, field.update])),
    ["change:drafts", restoreDraft], ["change:cleared", restoreDraft], ["msg:custom", onMessage],
  ]);
  if (model.get("kind") === "search") document.addEventListener("keydown", onPanelKey, { capture: true });
  field.update();
  model.send({ intent: "ready" });

  return () => {
    send("typed"); // input typed just before the field is hidden
    document.removeEventListener("keydown", onPanelKey, { capture: true });
    unsubscribe();
  };
}

export default { initialize, render };
