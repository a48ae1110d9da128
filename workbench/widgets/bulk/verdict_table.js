// @ts-check
// The table of verdicts: a grid of which only the visible rows exist. Its cells are corrected in place.
// Input is sent as messages when it is entered; until the row has it, this browser keeps it.

import { closest, element, subscribe } from "../kit/dom.js";
import { makeDrafts } from "../kit/drafts.js";
import { makeEditor } from "./cell_editor.js";
import { initialize } from "../kit/late_start.js";

const ROW_HEIGHT = 34; // pixels, as in the style sheet
const SPARE = 8; // rows beyond the edges
const PAGE = 10; // rows that Page Up and Page Down move by
const COLUMNS = [
  { name: "make", title: "Include" }, { name: "line", title: "Line" }, { name: "topic", title: "Topic" },
  { name: "language", title: "Language" }, { name: "project", title: "Project" }, { name: "course", title: "Course" },
  { name: "verdict", title: "Status" },
];
const EDITABLE = new Set(["topic", "language", "project", "course"]);

/**
 * @typedef {Record<string, any> & {
 *   id: string, line: number, verdict: string, reason: string, warning: string, tone: string,
 *   original: Record<string, string>, isLeftOut: boolean,
 * }} VerdictRow
 * @typedef {{
 *   label: string, empty: string, rows: VerdictRow[], fixed: string[], choices: Record<string, string[]>,
 *   disabled: boolean, drafts: import("../kit/drafts.js").DraftOwner,
 * }} TableState
 * @typedef {import("@anywidget/types").AnyModel<TableState>} TableModel
 */

/** A row of the grid, which is filled anew whenever something changes. */
function makeRow() {
  const line = element("div", "wb-grid-row");
  line.setAttribute("role", "row");
  const cells = COLUMNS.map(({ name }, place) => {
    const cell = element("div", `wb-grid-cell wb-cell-${name}`);
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-colindex", String(place + 1));
    cell.dataset.name = name;
    cell.dir = "auto";
    return cell;
  });
  const box = element("input");
  box.type = "checkbox";
  box.tabIndex = -1;
  cells[0].append(box);
  const verdict = element("span", "wb-tag");
  const reason = element("span", "wb-reason");
  cells[6].append(verdict, reason);
  line.append(...cells);

  /**
   * @param {VerdictRow} row
   * @param {number} place
   * @param {{ fixed: string[], editing: HTMLElement | null, textOf: (row: VerdictRow, name: string) => string }} state
   */
  function fill(row, place, { fixed, editing, textOf }) {
    line.dataset.id = row.id;
    line.style.top = `${place * ROW_HEIGHT}px`;
    line.setAttribute("aria-rowindex", String(place + 2));
    line.classList.toggle("wb-left-out", row.isLeftOut);
    box.checked = !row.isLeftOut;
    box.setAttribute("aria-label", `Include line ${row.line}`);
    cells[1].textContent = String(row.line);
    for (const cell of cells.slice(2, 6)) {
      const name = cell.dataset.name ?? "";
      if (cell === editing) continue;
      cell.textContent = cell.title = textOf(row, name);
      cell.classList.toggle("wb-corrected", name in row.original);
      cell.setAttribute("aria-readonly", String(fixed.includes(name)));
    }
    verdict.textContent = row.verdict;
    verdict.className = `wb-tag wb-${row.tone}`;
    const more = row.reason.startsWith(`${row.verdict}: `) ? row.reason.slice(row.verdict.length + 2) : row.reason;
    reason.textContent = [more === row.verdict ? "" : more, row.warning].filter(Boolean).join("; ");
    cells[6].title = [row.reason, row.warning].filter(Boolean).join("; ");
  }
  return { element: line, cells, fill };
}

/**
 * The complete facts of the active row, and its actions.
 * @param {{ leaveOut: () => void, putBack: () => void }} act
 */
function makeDetails({ leaveOut, putBack }) {
  const place = element("div", "wb-row-details");
  const texts = element("div", "wb-row-texts");
  const buttons = element("div", "wb-row-buttons");
  const leave = element("button", "jupyter-button");
  leave.type = "button";
  leave.addEventListener("click", leaveOut);
  const back = element("button", "jupyter-button", "Restore original");
  back.type = "button";
  back.addEventListener("click", putBack);
  buttons.append(leave, back);
  place.append(texts, buttons);

  /** @param {VerdictRow | undefined} row @param {boolean} isOff */
  function show(row, isOff) {
    place.hidden = !row;
    if (!row) return;
    const lines = [`Line ${row.line}: ${row.reason || row.verdict}`, row.warning];
    for (const [name, text] of Object.entries(row.original)) lines.push(`Original ${name}: ${text || "(empty)"}`);
    texts.replaceChildren(...lines.filter(Boolean).map((text) => {
      const line = element("div", "", text);
      line.dir = "auto";
      return line;
    }));
    leave.textContent = row.isLeftOut ? "Include" : "Exclude";
    back.hidden = Object.keys(row.original).length === 0;
    leave.disabled = back.disabled = isOff;
  }
  return { element: place, show };
}

/** @type {import("@anywidget/types").Render<TableState>} */
function render({ model, el }) {
  el.classList.add("wb-verdicts");
  const grid = element("div", "wb-grid");
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-colcount", String(COLUMNS.length));
  const head = element("div", "wb-grid-row wb-grid-head");
  head.setAttribute("role", "row");
  head.setAttribute("aria-rowindex", "1");
  for (const { name, title } of COLUMNS) {
    const cell = element("div", `wb-grid-cell wb-cell-${name}`, title);
    cell.setAttribute("role", "columnheader");
    head.append(cell);
  }
  const body = element("div", "wb-grid-body");
  body.setAttribute("role", "rowgroup");
  const heading = element("div");
  heading.setAttribute("role", "rowgroup");
  heading.className = "wb-grid-heading";
  heading.append(head);
  grid.append(heading, body);
  const empty = element("p", "wb-empty");
  const details = makeDetails({ leaveOut: toggle, putBack });
  el.append(grid, empty, details.element);

  /** @type {VerdictRow[]} */
  let rows = [];
  /** @type {Map<string, number>} */
  let places = new Map();
  let active = "";
  let column = 2;
  let frame = 0;
  /** @type {Map<string, ReturnType<typeof makeRow>>} */
  const made = new Map();
  /** @type {Map<string, string>} */
  const sent = new Map(); // entered values, by row and column: shown immediately, until Python reports the result
  const drafts = makeDrafts(() => model.get("drafts"));
  const editor = makeEditor({
    keep: (id, name, text) => drafts.write(`${id}\t${name}`, { text }),
    drop: (id, name) => drafts.remove(`${id}\t${name}`),
    enter,
    leave: (id, name) => {
      redraw();
      focusCell(id, COLUMNS.findIndex((definition) => definition.name === name));
    },
  });

  const rowOf = (/** @type {string} */ id) => rows[places.get(id) ?? -1];
  const textOf = (/** @type {VerdictRow} */ row, /** @type {string} */ name) => sent.get(`${row.id}\t${name}`) ?? row[name];
  const isOff = () => model.get("disabled");
  /** @param {Record<string, unknown>} message */
  function send(message) {
    try {
      model.send(message);
    } catch {
      // the kernel is gone: this browser keeps the input
    }
  }

  function take() {
    rows = model.get("rows");
    const before = places.get(active) ?? 0;
    places = new Map(rows.map((row, place) => [row.id, place]));
    for (const [key, text] of sent) {
      const [id, name] = key.split("\t");
      if ((rowOf(id)?.[name] ?? text) === text) sent.delete(key);
    }
    if (!places.has(active)) {
      editor.close();
      active = rows[Math.min(before, rows.length - 1)]?.id ?? "";
    }
    body.style.height = `${rows.length * ROW_HEIGHT}px`;
    grid.setAttribute("aria-rowcount", String(rows.length + 1));
    grid.hidden = rows.length === 0;
    redraw();
    offerDrafts();
  }
  function update() {
    grid.setAttribute("aria-label", model.get("label"));
    empty.textContent = rows.length ? "" : model.get("empty");
    empty.hidden = !empty.textContent;
    el.classList.toggle("wb-off", isOff());
    details.show(rowOf(active), isOff());
  }

  // Only the rows that can be seen exist, and the active one, which has the focus. With `isSame` their texts did not
  // change: only rows that come into sight are filled.
  function redraw({ isSame = false } = {}) {
    const first = Math.max(0, Math.floor(grid.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.ceil((grid.scrollTop + (grid.clientHeight || 500)) / ROW_HEIGHT) + SPARE;
    const wanted = rows.slice(first, last);
    const activePlace = places.get(active) ?? -1;
    if (activePlace >= 0 && activePlace < first) wanted.unshift(rows[activePlace]);
    else if (activePlace >= last) wanted.push(rows[activePlace]);
    const keep = new Set(wanted.map((row) => row.id));
    for (const [id, row] of made) {
      if (!keep.has(id)) {
        row.element.remove();
        made.delete(id);
      }
    }
    let next = body.firstChild;
    for (const row of wanted) {
      const known = made.get(row.id);
      const line = known ?? makeRow();
      made.set(row.id, line);
      if (line.element === next) next = next.nextSibling;
      else body.insertBefore(line.element, next);
      if (!known || !isSame) line.fill(row, places.get(row.id) ?? 0, { fixed: model.get("fixed"), editing: editor.cell, textOf });
      line.element.classList.toggle("wb-active", row.id === active);
      line.cells.forEach((cell, place) => {
        cell.tabIndex = row.id === active && place === column ? 0 : -1;
      });
    }
    update();
  }
  function onScroll() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => redraw({ isSame: true }));
  }

  /** @param {string} id @param {number} place */
  function focusCell(id, place, { focus = true } = {}) {
    if (!places.has(id)) return;
    active = id;
    column = Math.max(0, Math.min(place, COLUMNS.length - 1));
    const top = (places.get(id) ?? 0) * ROW_HEIGHT;
    const room = grid.clientHeight - 2 * ROW_HEIGHT; // below the heading
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (room > 0 && top > grid.scrollTop + room) grid.scrollTop = top - room;
    redraw();
    const cell = made.get(id)?.cells[column];
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  /** @param {number} steps */
  function move(steps) {
    const place = Math.max(0, Math.min((places.get(active) ?? 0) + steps, rows.length - 1));
    if (rows[place]) focusCell(rows[place].id, column);
  }

  /** @param {string} [text] what stands in the field first, else what the cell has */
  function edit(text, { focus = true } = {}) {
    const row = rowOf(active);
    const { name } = COLUMNS[column];
    const cell = made.get(active)?.cells[column];
    if (!row || !cell || isOff() || !EDITABLE.has(name) || model.get("fixed").includes(name)) return;
    const choices = model.get("choices")[name] ?? [];
    editor.open(cell, { id: row.id, line: row.line, name, before: textOf(row, name), text, choices, focus });
  }
  /**
   * @param {{ id: string, name: string, text: string, key: string }} entered
   */
  function enter({ id, name, text, key }) {
    const row = rowOf(id);
    if (row && textOf(row, name) !== text) {
      sent.set(`${id}\t${name}`, text);
      send({ intent: "correct", id, field: name, text });
    } else {
      drafts.remove(`${id}\t${name}`);
    }
    redraw();
    if (key === "Enter") move(1);
    else if (key === "Tab") focusCell(id, Math.min(column + 1, COLUMNS.length - 1));
    offerDrafts();
  }
  // Reopen the field with input from before a reload or restart that is not in its row.
  function offerDrafts() {
    for (const [key, draft] of drafts.open()) {
      const [id, name] = key.split("\t");
      const row = rowOf(id);
      if (!row || typeof draft.text !== "string") continue;
      if (row[name] === draft.text) {
        drafts.remove(key);
      } else if (!sent.has(key) && !editor.cell && !isOff()) {
        active = id;
        focusCell(id, COLUMNS.findIndex((definition) => definition.name === name), { focus: false });
        edit(draft.text, { focus: false });
      }
    }
  }
  function toggle() {
    const row = rowOf(active);
    if (row && !isOff()) send({ intent: "leaveOut", id: row.id, isLeftOut: !row.isLeftOut });
  }
  function putBack() {
    const row = rowOf(active);
    if (!row || isOff()) return;
    for (const name of EDITABLE) sent.delete(`${row.id}\t${name}`);
    send({ intent: "putBack", id: row.id });
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const line = closest(event, ".wb-grid-body .wb-grid-row");
    const cell = closest(event, ".wb-grid-cell");
    if (!line || !cell || cell === editor.cell) return;
    focusCell(line.dataset.id ?? "", COLUMNS.findIndex((definition) => definition.name === cell.dataset.name));
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault(); // it shows what Python has
      toggle();
    }
  }
  /** @param {MouseEvent} event */
  function onDoubleClick(event) {
    if (closest(event, ".wb-grid-body .wb-grid-cell") && !editor.cell) edit();
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (editor.cell || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something here */
  function act(event) {
    const { key } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const last = COLUMNS.length - 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(PAGE), PageUp: () => move(-PAGE),
      ArrowRight: () => focusCell(active, column + 1), ArrowLeft: () => focusCell(active, column - 1),
      Home: () => (isControl ? move(-rows.length) : focusCell(active, 0)),
      End: () => (isControl ? move(rows.length) : focusCell(active, last)),
      Enter: () => (column === 0 ? toggle() : edit()), F2: () => edit(), " ": toggle,
      Delete: () => edit(""), Backspace: () => edit(""),
    };
    if (event.altKey || (isControl && key !== "Home" && key !== "End")) return false;
    if (key in keys) keys[key]();
    else if (key.length === 1) edit(key);
    else return false;
    return true;
  }

  grid.addEventListener("scroll", onScroll, { passive: true });
  grid.addEventListener("click", onClick);
  grid.addEventListener("dblclick", onDoubleClick);
  grid.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [
    ["change:rows", take], ["change:fixed", redraw], ["change:label", update], ["change:empty", update],
    ["change:disabled", update], ["change:drafts", offerDrafts],
  ]);
  take();
  return () => {
    cancelAnimationFrame(frame);
    unsubscribe();
  };
}

export default { initialize, render };
