// @ts-check
// What can be pressed: the bar above the list with the menu of types, and the buttons for the chosen blocks.

import { closest, element } from "../kit/dom.js";
import { button } from "./elements.js";

/**
 * @typedef {import("./list_state.js").BlockListModel} BlockListModel
 * @typedef {import("./list_state.js").Act} Act
 */

/**
 * A button that is switched off keeps the focus: it may be switched on again in a moment.
 * @param {HTMLElement} control
 * @param {boolean} isEnabled
 */
function enable(control, isEnabled) {
  control.setAttribute("aria-disabled", String(!isEnabled));
}

/**
 * Stop clicks on what is switched off; a listener for the capturing phase.
 * @param {Event} event
 */
export function stopDisabledClick(event) {
  if (!closest(event, "[aria-disabled=true]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * The bar above the list; `onList` shows or hides the list where there is little room, and says whether it is shown.
 * @param {BlockListModel} model
 * @param {{ act: Act, onFiles: () => void, onRetry: () => void, onList: () => boolean }} options
 */
export function makeLessonBar(model, { act, onFiles, onRetry, onList }) {
  const bar = element("div", "bl-bar");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "The lesson");
  const add = button({
    icon: "plus", text: "Add a block", className: "bl-main", onClick: () => menu.open(Boolean(menu.element.hidden)),
  });
  add.setAttribute("aria-expanded", "false");
  const menu = makeTypeMenu(model, act, add);
  const files = button({ icon: "file", text: "Add files", onClick: onFiles });
  const undo = button({ icon: "undo", text: "Undo", hint: "Ctrl+Z", onClick: () => act("undo", {}) });
  const redo = button({ icon: "redo", text: "Redo", hint: "Ctrl+Shift+Z", onClick: () => act("redo", {}) });
  const list = button({
    icon: "list", text: "List of blocks", className: "bl-list-button",
    onClick: () => list.setAttribute("aria-expanded", String(onList())),
  });
  list.setAttribute("aria-expanded", "false");
  const status = makeStatus(model, onRetry);
  bar.append(add, files, undo, redo, list, status.element);

  return {
    element: bar,
    menu: menu.element,
    showStatus: status.show,
    update() {
      const can = model.get("can");
      enable(add, can.insert);
      const { types, problem } = model.get("uploads");
      enable(files, can.write && types.length > 0);
      files.title = problem || "Pictures, sound, video or PDF. You can also drop or paste them here.";
      enable(undo, Boolean(model.get("undo")));
      enable(redo, Boolean(model.get("redo")));
      undo.title = model.get("undo") ? `Undo ${model.get("undo")} (Ctrl+Z)` : "Nothing to undo";
      redo.title = model.get("redo") ? `Redo ${model.get("redo")} (Ctrl+Shift+Z)` : "Nothing to redo";
    },
  };
}

/**
 * The types of blocks that can be added.
 * @param {BlockListModel} model
 * @param {Act} act
 * @param {HTMLElement} opener the button that opens it
 */
function makeTypeMenu(model, act, opener) {
  const menu = element("div", "bl-kinds");
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Add a block below the selected one");
  menu.hidden = true;

  /** @param {boolean} isOpen */
  function open(isOpen) {
    menu.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    menu.replaceChildren();
    for (const [type, name, glyph] of model.get("kinds")) {
      if (type !== "blank" && !model.get("can").write) continue;
      const choice = button({
        text: name, onClick: () => {
          open(false);
          act("insert", { type });
        },
      });
      const chip = element("span", "bl-chip", glyph);
      chip.dataset.type = type;
      chip.setAttribute("aria-hidden", "true");
      choice.prepend(chip);
      menu.append(choice);
    }
    menu.querySelector("button")?.focus();
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    opener.focus();
    event.stopPropagation();
  });
  return { element: menu, open };
}

/**
 * How the lesson stands towards the service.
 * @param {BlockListModel} model
 * @param {() => void} onRetry
 */
function makeStatus(model, onRetry) {
  const status = element("div", "bl-standing");
  const sentence = element("span", "bl-sentence");
  sentence.setAttribute("role", "status");
  const retry = button({ icon: "again", text: "Try again", onClick: onRetry });
  status.append(element("span", "bl-dot"), sentence, retry);

  /**
   * @param {{ blocks: number, drafts: number, isWaiting: boolean, saving: { problem: string } | null }} counts
   *   `saving` is what is typed and not sent yet, and why it cannot be
   * @returns {string} the state that is shown
   */
  function show({ blocks, drafts, isWaiting, saving }) {
    const known = isWaiting ? "saving" : model.get("state");
    const isTyping = saving !== null && !saving.problem && drafts === 1;
    const state = known === "saved" && drafts ? (isTyping ? "saving" : "draft") : known;
    status.dataset.state = state;
    const size = blocks === 1 ? "1 block" : `${blocks.toLocaleString("en")} blocks`;
    const unsaved = drafts === 1 ? "1 unsaved text" : `${drafts.toLocaleString("en")} unsaved texts`;
    /** @type {Record<string, string>} */
    const sentences = {
      saved: `${size} \u00b7 All changes saved`, empty: "Reading\u2026",
      draft: saving?.problem ? `Not saved: ${saving.problem}` : `${size} \u00b7 ${unsaved}`,
    };
    const text = (state === "saving" && known === "saved" ? "" : sentences[state] ?? model.get("sentence")) || "Saving\u2026";
    if (sentence.textContent !== text) sentence.textContent = text;
    retry.hidden = !["unsaved", "away"].includes(state) || !model.get("sentence").includes(".");
    return state;
  }
  return { element: status, show };
}

/** @param {Parameters<typeof button>[0]} options */
function tool(options) {
  return button({ className: "bl-icon", ...options });
}

/**
 * The buttons for the chosen blocks.
 * @param {BlockListModel} model
 * @param {{
 *   act: Act, rows: ReturnType<typeof import("./rows.js").makeRows>, onEdit: () => void, onHelp: () => void,
 * }} options
 */
export function makeBlockTools(model, { act, rows, onEdit, onHelp }) {
  const tools = element("div", "bl-acts");
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "Selected blocks");
  const { moves } = rows;
  const top = tool({ icon: "top", label: "Move to the top", hint: "Alt+Home", onClick: moves.top });
  const up = tool({ icon: "up", label: "Move up", hint: "Alt+\u2191", onClick: moves.up });
  const down = tool({ icon: "down", label: "Move down", hint: "Alt+\u2193", onClick: moves.down });
  const bottom = tool({ icon: "bottom", label: "Move to the end", hint: "Alt+End", onClick: moves.bottom });
  const before = tool({
    icon: "before", label: "Blank block before", hint: "Shift+Insert",
    onClick: () => act("insert", { type: "blank", after: false }),
  });
  const after = tool({
    icon: "after", label: "Blank block after", hint: "Insert", onClick: () => act("insert", { type: "blank" }),
  });
  const edit = tool({ icon: "edit", label: "Edit", hint: "Enter", onClick: onEdit });
  const copy = tool({
    icon: "copy", label: "Duplicate", hint: "Ctrl+D", onClick: () => act("duplicate", { id: rows.active }),
  });
  const help = tool({ icon: "help", label: "Help with this block", hint: "Alt+Enter", onClick: onHelp });
  const remove = tool({
    icon: "bin", label: "Delete", hint: "Delete", onClick: () => act("delete", { ids: rows.chosen() }),
  });
  tools.append(top, up, down, bottom, before, after, edit, copy, help, remove);

  function update() {
    const can = model.get("can");
    const { order } = rows;
    const chosen = rows.chosen();
    const some = chosen.length > 0;
    const first = order.indexOf(chosen[0]);
    const last = order.indexOf(chosen[chosen.length - 1]);
    const isOneRange = chosen.length === last - first + 1;
    for (const control of [top, up]) enable(control, can.move && some && !(isOneRange && first === 0));
    for (const control of [down, bottom]) enable(control, can.move && some && !(isOneRange && last === order.length - 1));
    enable(before, can.insert && can.move && some);
    enable(after, can.insert && (can.move || !order.length));
    for (const control of [edit, copy]) enable(control, can.write && chosen.length === 1);
    enable(help, chosen.length === 1);
    enable(remove, can.write && some);
  }
  return { element: tools, update };
}
