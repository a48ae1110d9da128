// @ts-check
// The table of courses by languages: a grid whose cells are chosen. What is chosen goes up as a message.

import { closest, element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";
import { makeSelectionSender } from "../kit/selection.js";

/**
 * @typedef {{ lessons: number, there: number, translated: number, stale: number, missing: number }} Cell
 * @typedef {{ id: string, title: string, cells: Cell[] }} CourseRow
 * @typedef {{
 *   label: string, empty: string, languages: { code: string, name: string }[], rows: CourseRow[], chosen: string[],
 *   disabled: boolean,
 * }} GridState
 */

const NAMELESS = "Source deleted";

/** @param {Cell} cell @returns {"none" | "lacking" | "stale" | "whole"} what a cell's mark says */
function kindOf(cell) {
  if (!cell.lessons) return "none";
  if (cell.missing) return "lacking";
  return cell.stale ? "stale" : "whole";
}

/** @param {Cell} cell */
function wordsOf(cell) {
  if (!cell.lessons) return ["no lessons"];
  const words = [cell.there === cell.lessons ? `all ${cell.lessons}` : `${cell.there} of ${cell.lessons}`];
  if (cell.stale) words.push(`${cell.stale} stale`);
  if (cell.missing) words.push(`${cell.missing} missing`);
  return words;
}

/** @param {Cell} cell */
function makeCell(cell) {
  const made = element("td", `wb-cover wb-${kindOf(cell)}`);
  made.setAttribute("role", "gridcell");
  const [share, ...lacks] = wordsOf(cell);
  const mark = element("span", "wb-mark");
  mark.setAttribute("aria-hidden", "true");
  made.append(mark, element("span", "wb-share", share));
  for (const text of lacks) made.append(" ", element("span", text.endsWith("stale") ? "wb-is-stale" : "wb-is-missing", text));
  return made;
}

/** @type {import("@anywidget/types").Render<GridState>} */
function render({ model, el }) {
  el.classList.add("wb-coverage");
  const scroller = element("div", "wb-coverage-scroller");
  const table = element("table");
  table.setAttribute("role", "grid");
  table.setAttribute("aria-multiselectable", "true");
  scroller.append(table);
  const empty = element("p", "wb-empty");
  el.append(scroller, empty);

  /** @type {HTMLElement[][]} headings and cells, row by row; the first row are the languages */
  let cells = [];
  let place = { row: 1, column: 1 };
  /** @type {Set<string>} */
  let chosen = new Set();
  const sender = makeSelectionSender(model);

  const keyAt = (/** @type {number} */ row, /** @type {number} */ column) =>
    `${model.get("rows")[row - 1].id} ${model.get("languages")[column - 1].code}`;

  /** The keys that a place stands for: its own, or of a heading those of its row or column that lack something. */
  function keysAt(/** @type {number} */ row, /** @type {number} */ column) {
    if (row && column) return [keyAt(row, column)];
    /** @type {string[]} */
    const keys = [];
    model.get("rows").forEach((line, at) => line.cells.forEach((cell, of) => {
      const isMeant = (!row || at + 1 === row) && (!column || of + 1 === column);
      if (isMeant && (cell.missing || cell.stale)) keys.push(keyAt(at + 1, of + 1));
    }));
    return keys;
  }
  function send() {
    try {
      sender.send({ keys: [...chosen] });
    } catch {
      // the kernel is gone
    }
  }
  /** @param {string[]} keys */
  function toggle(keys) {
    if (model.get("disabled") || !keys.length) return;
    const isGivenUp = keys.every((key) => chosen.has(key));
    for (const key of keys) {
      if (isGivenUp) chosen.delete(key);
      else chosen.add(key);
    }
    mark();
    send();
  }

  function fill() {
    const { rows, languages } = { rows: model.get("rows"), languages: model.get("languages") };
    const hadFocus = table.contains(document.activeElement);
    const head = element("tr");
    head.setAttribute("role", "row");
    const corner = element("th", "wb-corner", "Course");
    corner.setAttribute("role", "columnheader");
    const names = languages.map(({ code, name }) => {
      const heading = element("th", "wb-language", name);
      heading.setAttribute("role", "columnheader");
      heading.setAttribute("scope", "col");
      heading.title = `Select everything missing in ${code}`;
      return heading;
    });
    head.append(corner, ...names);
    const lines = rows.map((row) => {
      const line = element("tr");
      line.setAttribute("role", "row");
      const title = element("th", "wb-course");
      title.setAttribute("role", "rowheader");
      title.setAttribute("scope", "row");
      const text = element("bdi", "", row.title || NAMELESS);
      text.dir = "auto";
      title.append(text);
      line.append(title, ...row.cells.map(makeCell));
      return line;
    });
    const top = element("thead");
    const body = element("tbody");
    top.setAttribute("role", "rowgroup");
    body.setAttribute("role", "rowgroup");
    top.append(head);
    body.append(...lines);
    table.replaceChildren(top, body);
    cells = [[corner, ...names], ...lines.map((line) => /** @type {HTMLElement[]} */ ([...line.children]))];
    for (const cell of cells.flat()) cell.tabIndex = -1;
    take();
    update();
    focusPlace(place.row, place.column, hadFocus);
  }
  function take() {
    if (!sender.isBehind()) chosen = new Set(model.get("chosen"));
    mark();
  }
  function mark() {
    cells.slice(1).forEach((line, row) => line.slice(1).forEach((cell, column) => {
      cell.setAttribute("aria-selected", String(chosen.has(keyAt(row + 1, column + 1))));
    }));
  }
  function update() {
    const isEmpty = model.get("rows").length === 0;
    table.setAttribute("aria-label", model.get("label"));
    table.setAttribute("aria-disabled", String(model.get("disabled")));
    scroller.hidden = isEmpty;
    empty.hidden = !isEmpty;
    empty.textContent = model.get("empty");
    el.classList.toggle("wb-off", model.get("disabled"));
  }
  /** @param {number} row @param {number} column */
  function focusPlace(row, column, focus = true) {
    const last = { row: cells.length - 1, column: cells[0].length - 1 };
    for (const focusable of table.querySelectorAll("[tabindex='0']")) focusable.setAttribute("tabindex", "-1");
    place = { row: Math.max(0, Math.min(row, last.row)), column: Math.max(0, Math.min(column, last.column)) };
    const cell = cells[place.row][place.column];
    cell.tabIndex = 0;
    if (focus) {
      cell.focus({ preventScroll: true });
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** @param {Event} event */
  function placeOf(event) {
    const cell = closest(event, "th, td");
    const row = cells.findIndex((line) => cell !== null && line.includes(cell));
    return row < 0 || !cell ? null : { row, column: cells[row].indexOf(cell) };
  }
  /** @param {MouseEvent} event */
  function onClick(event) {
    const found = placeOf(event);
    if (!found) return;
    focusPlace(found.row, found.column);
    toggle(keysAt(found.row, found.column));
  }
  /** @param {FocusEvent} event a screen reader focuses a cell by itself */
  function onFocus(event) {
    const found = placeOf(event);
    if (found) focusPlace(found.row, found.column, false);
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { row, column } = place;
    const isControl = event.ctrlKey || event.metaKey;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => focusPlace(row + 1, column), ArrowUp: () => focusPlace(row - 1, column),
      ArrowRight: () => focusPlace(row, column + 1), ArrowLeft: () => focusPlace(row, column - 1),
      Home: () => focusPlace(isControl ? 0 : row, 0), End: () => focusPlace(isControl ? Infinity : row, Infinity),
      " ": () => toggle(keysAt(row, column)), Enter: () => toggle(keysAt(row, column)),
      Escape: () => toggle([...chosen]),
    };
    if (isControl && event.key.toLowerCase() === "a") toggle(keysAt(0, 0).filter((key) => !chosen.has(key)));
    else if (event.altKey || (isControl && event.key !== "Home" && event.key !== "End") || !(event.key in keys)) return;
    else keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  table.addEventListener("click", onClick);
  table.addEventListener("focusin", onFocus);
  table.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [
    ["change:rows", fill], ["change:languages", fill], ["change:chosen", take], ["change:answered", take],
    ["change:label", update], ["change:empty", update], ["change:disabled", update],
  ]);
  fill();
  return unsubscribe;
}

export default { initialize, render };
