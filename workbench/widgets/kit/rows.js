// @ts-check
// A list box: any number of rows in one widget. Rows come down as traits; choosing and opening go up as messages.
// With columns its rows are lines of a table, below buttons that sort it.

import { closest, element, randomId, subscribe } from "./dom.js";
import { makeHead, makeRow } from "./row_elements.js";
import { makeRowDragging } from "./row_dragging.js";
import { makeSelectionSender } from "./selection.js";
import { makeTitleEditor } from "./title_editor.js";
import { initialize } from "./late_start.js";

const PAGE = 8; // rows that Page Up and Page Down move by
const TYPING_PAUSE = 700; // milliseconds after which another letter begins another word

/**
 * @typedef {import("./row_elements.js").Row} Row
 * @typedef {import("./row_elements.js").Column} Column
 * @typedef {{
 *   label: string, empty: string, many: boolean, movable: boolean, receives: boolean, editable: boolean,
 *   more: string, status: string, disabled: boolean, rows: Row[], chosen: string[], columns: Column[], sort: string,
 *   drafts: import("./drafts.js").DraftOwner,
 * }} RowsState
 * @typedef {import("@anywidget/types").AnyModel<RowsState>} RowsModel
 */

/** @param {HTMLElement} line */
const idOf = (line) => line.dataset.id ?? "";

/**
 * The selection, and the row that keys act on.
 * @param {RowsModel} model
 * @param {HTMLElement} list
 */
function makeSelection(model, list) {
  let active = -1;
  let anchor = -1;
  /** @type {Set<string>} */
  let chosen = new Set();
  const lines = () => /** @type {HTMLElement[]} */ ([...list.children]);

  function update() {
    lines().forEach((line, place) => {
      line.setAttribute("aria-selected", String(chosen.has(idOf(line))));
      line.classList.toggle("wb-active", place === active);
    });
    const line = lines()[active];
    if (line) list.setAttribute("aria-activedescendant", line.id);
    else list.removeAttribute("aria-activedescendant");
  }
  const sender = makeSelectionSender(model);
  function send() {
    update();
    sender.send({ ids: [...chosen] });
  }
  /** @param {number} place */
  function only(place) {
    chosen = new Set([idOf(lines()[place])]);
    anchor = place;
    send();
  }
  /** @param {number} place */
  function toggle(place) {
    const id = idOf(lines()[place]);
    if (!chosen.delete(id)) chosen.add(id);
    anchor = place;
    send();
  }
  /** @param {number} place */
  function extendTo(place) {
    const [from, to] = [Math.max(anchor, 0), place].sort((a, b) => a - b);
    chosen = new Set(lines().slice(from, to + 1).map(idOf));
    send();
  }
  function chooseAll() {
    chosen = new Set(lines().map(idOf));
    send();
  }
  /** @param {number} place @param {boolean} choose */
  function go(place, choose) {
    const all = lines();
    if (all.length === 0) return;
    active = Math.max(0, Math.min(place, all.length - 1));
    all[active].scrollIntoView({ block: "nearest" });
    if (choose) only(active);
    else update();
  }
  // Take over Python's selection; keys act on it from then on.
  function takeOver() {
    const before = chosen;
    if (!sender.isBehind()) chosen = new Set(model.get("chosen"));
    const place = lines().findIndex((line) => chosen.has(idOf(line)));
    const isOther = !model.get("many") && place >= 0 && !before.has(idOf(lines()[place]));
    if (active < 0 || isOther) active = place;
    if (isOther) reveal(lines()[place]);
    update();
  }
  // The list is scrolled, and nothing around it.
  /** @param {HTMLElement} line */
  function reveal(line) {
    const top = line.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + line.offsetHeight - list.clientHeight;
    }
  }
  // When rows are replaced, the active one stays active if it still exists.
  /** @param {() => void} replace */
  function keepActive(replace) {
    const before = lines()[active]?.dataset.id;
    replace();
    active = lines().findIndex((line) => line.dataset.id === before);
    anchor = active;
    takeOver();
  }
  return {
    /** The ids that move with a row: the whole selection if the row is selected. @param {HTMLElement} line @returns {string[]} */
    with: (line) => (chosen.has(idOf(line)) ? [...chosen] : [idOf(line)]),
    lines, only, toggle, extendTo, chooseAll, go, takeOver, keepActive,
    get active() { return active; },
    set active(place) { active = place; update(); },
  };
}

/**
 * Finds the next row whose title begins with the typed text.
 * @param {ReturnType<typeof makeSelection>} selection
 */
function makeTypeahead(selection) {
  let typed = "";
  let typedAt = 0;
  /** @param {string} letter @param {number} at @returns {number} the row's place; -1 if there is none */
  return (letter, at) => {
    typed = at - typedAt < TYPING_PAUSE ? typed + letter : letter;
    typedAt = at;
    const wanted = typed.toLocaleLowerCase();
    const start = Math.max(typed.length > 1 ? selection.active : selection.active + 1, 0);
    const titles = selection.lines().map((line) => line.querySelector(".wb-title")?.textContent ?? "");
    const places = titles.map((_, step) => (start + step) % titles.length);
    return places.find((place) => titles[place].toLocaleLowerCase().startsWith(wanted)) ?? -1;
  };
}

/** @type {import("@anywidget/types").Render<RowsState>} */
function render({ model, el }) {
  const status = element("div", "wb-status");
  status.setAttribute("role", "status");
  const list = element("div", "wb-choice-list");
  list.setAttribute("role", "listbox");
  const empty = element("div", "wb-empty");
  empty.setAttribute("role", "status");
  const more = element("button", "wb-more");
  more.type = "button";
  const { head, update: updateHead } = makeHead(model, (column) => model.send({ intent: "sort", column }));
  el.classList.add("wb-choices");
  el.append(status, head, list, empty, more);

  const prefix = `wb-choices-${randomId()}`;
  const selection = makeSelection(model, list);
  const findTyped = makeTypeahead(selection);
  /** @param {string} id */
  const titleOf = (id) => {
    const line = selection.lines().find((row) => idOf(row) === id);
    return /** @type {HTMLElement | null} */ (line?.querySelector(".wb-title") ?? null);
  };
  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: titleOf,
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => list.focus(),
  });
  /** @param {string} id */
  const editorLabel = (id) => `Title of \u201c${titleOf(id)?.textContent ?? ""}\u201d`;

  function fill() {
    const rows = model.get("rows");
    selection.keepActive(() => {
      const [hasBox, columns] = [model.get("many"), model.get("columns")];
      list.replaceChildren(...rows.map((row, place) => makeRow(row, `${prefix}-${place}`, hasBox, columns)));
      for (const line of selection.lines()) line.draggable = model.get("movable");
    });
    editor.place();
    if (model.get("editable")) editor.restore(editorLabel);
    list.hidden = rows.length === 0;
    empty.hidden = rows.length > 0;
  }
  function update() {
    updateHead();
    const tracks = model.get("columns").map((column) => column.width).join(" ");
    el.classList.toggle("wb-table-of", tracks !== "");
    el.style.setProperty("--wb-tracks", `${model.get("many") ? "14px " : ""}${tracks}`);
    list.setAttribute("aria-label", model.get("label"));
    list.setAttribute("aria-multiselectable", String(model.get("many")));
    list.setAttribute("aria-disabled", String(model.get("disabled")));
    list.tabIndex = 0;
    el.classList.toggle("wb-off", model.get("disabled"));
    empty.textContent = model.get("empty");
    if (status.textContent !== model.get("status")) status.textContent = model.get("status");
    status.classList.toggle("wb-offscreen", !model.get("status"));
    more.textContent = model.get("more");
    more.hidden = !model.get("more");
    more.disabled = model.get("disabled");
  }
  /** @param {HTMLElement} line */
  function open(line) {
    model.send({ intent: "open", ids: [line.dataset.id] });
  }

  /** @param {string} id */
  function editTitle(id) {
    const text = titleOf(id)?.textContent;
    if (typeof text !== "string" || !model.get("editable")) return;
    titleOf(id)?.scrollIntoView({ block: "nearest" });
    editor.start({ id, text, base: text, label: editorLabel(id) }, { focus: true });
  }
  /** @param {{ edit?: string, titled?: string, isSaved?: boolean }} message */
  function onMessage(message) {
    if (typeof message?.edit === "string") editTitle(message.edit);
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const line = closest(event, ".wb-choice");
    if (!line || model.get("disabled")) return;
    const chip = closest(event, ".wb-chip");
    if (chip) {
      model.send({ intent: "chip", ids: [idOf(line)], chip: Number(chip.dataset.chip) });
      return;
    }
    const place = selection.lines().indexOf(line);
    selection.active = place;
    const many = model.get("many");
    if (many && event.shiftKey) selection.extendTo(place);
    else if (many && (event.ctrlKey || event.metaKey || closest(event, ".wb-box"))) selection.toggle(place);
    else selection.only(place);
  }
  /** @param {MouseEvent} event */
  function onDoubleClick(event) {
    const line = closest(event, ".wb-choice");
    if (!line || model.get("disabled") || closest(event, ".wb-box, .wb-chip")) return;
    if (model.get("editable") && closest(event, ".wb-title")) editTitle(idOf(line));
    else open(line);
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const isWaited = event.key === "F2"; // a title is saved behind what the panel does now
    if ((model.get("disabled") && !isWaited) || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something here */
  function act(event) {
    const { key } = event;
    const { active } = selection;
    const many = model.get("many");
    const isControl = event.ctrlKey || event.metaKey;
    const line = selection.lines()[active];
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: selection.lines().length - 1,
      PageDown: active + PAGE, PageUp: active - PAGE,
    };
    const all = selection.lines().length;
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -all, End: all };
    if (key in moves && !event.altKey) {
      selection.go(moves[key], !many && !event.ctrlKey);
      if (many && event.shiftKey && selection.active >= 0) selection.extendTo(selection.active);
    } else if (event.altKey && key in steps && model.get("movable") && line) {
      model.send({ intent: "move", ids: selection.with(line), by: steps[key] });
    } else if (event.altKey && event.code === "KeyM" && model.get("movable") && line) {
      model.send({ intent: "transfer", ids: selection.with(line) });
    } else if (key === " " && line) {
      if (many) selection.toggle(active);
      else selection.only(active);
    } else if (key === "Enter" && line) {
      open(line);
    } else if (key === "F2" && model.get("editable") && line) {
      editTitle(idOf(line));
    } else if (many && key === "a" && isControl) {
      selection.chooseAll();
    } else if (key.length === 1 && !isControl && !event.altKey) {
      const place = findTyped(key, event.timeStamp);
      if (place >= 0) selection.go(place, !many);
    } else {
      return false;
    }
    return true;
  }
  function onFocus() {
    if (selection.active < 0 && selection.lines().length) selection.active = 0;
  }

  makeRowDragging({
    list,
    canMove: () => model.get("movable") && !model.get("disabled"),
    canReceive: () => model.get("receives") && !model.get("disabled"),
    lift: selection.with,
    drop: (ids, before) => model.send({ intent: "move", ids, before }),
    receive: (ids, into) => model.send({ intent: "receive", ids: [into], rows: ids }),
  });
  list.addEventListener("click", onClick);
  list.addEventListener("dblclick", onDoubleClick);
  list.addEventListener("keydown", onKey);
  list.addEventListener("focus", onFocus);
  list.addEventListener("scroll", editor.place);
  more.addEventListener("click", () => model.send({ intent: "more" }));
  const unsubscribe = subscribe(model, [
    ["change:rows", fill], ["change:many", fill], ["change:movable", fill], ["change:chosen", selection.takeOver],
    ["change:answered", selection.takeOver],
    ["change:editable", fill], ["change:drafts", fill], ["msg:custom", onMessage],
    ["change:label", update], ["change:empty", update], ["change:more", update], ["change:disabled", update],
    ["change:status", update], ["change:columns", fill], ["change:columns", update], ["change:sort", update],
  ]);
  const resized = new ResizeObserver(() => editor.place());
  resized.observe(el);
  update();
  fill();
  return () => {
    unsubscribe();
    resized.disconnect();
  };
}

export default { initialize, render };
