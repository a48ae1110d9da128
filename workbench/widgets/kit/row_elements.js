// @ts-check
// What a list box shows: rows, the cells of a table, and the labels above it.

import { element, localDay, localTime } from "./dom.js";

/**
 * @typedef {{ text: string, isMatch: boolean }} Part
 * @typedef {{
 *   id: string, title: string, detail: string, at: string, tags: { text: string, tone: string }[],
 *   titleParts?: Part[], hit?: Part[], chips?: Part[], 
 *   cells?: { text: string, tone: string, at: string, whole: string }[],
 * }} Row
 * @typedef {{ name: string, label: string, width: string, sorts: boolean }} Column
 */

/**
 * The parts as text, with search matches highlighted.
 * @param {Part[]} parts
 */
function marked(parts) {
  return parts.map((part) => (part.isMatch ? element("mark", "wb-match", part.text) : part.text));
}

/**
 * @param {Row} row
 * @param {string} id
 * @param {boolean} hasBox
 * @param {Column[]} columns
 */
export function makeRow(row, id, hasBox, columns) {
  const line = element("div", "wb-choice");
  line.id = id;
  line.dataset.id = row.id;
  line.setAttribute("role", "option");
  if (hasBox) {
    const box = element("span", "wb-box");
    box.setAttribute("aria-hidden", "true");
    line.append(box);
  }
  const main = element("span", "wb-main");
  const title = element("span", "wb-title", row.titleParts ? "" : row.title);
  title.append(...marked(row.titleParts ?? []));
  title.dir = "auto";
  title.title = row.title;
  main.append(title);
  if (row.detail || row.at) {
    const detail = element("span", "wb-detail");
    detail.dir = "auto";
    if (row.at) {
      const time = element("time", "", localTime(row.at));
      time.dateTime = row.at;
      detail.append(time, row.detail ? " \u00b7 " : "");
    }
    detail.append(row.detail);
    main.append(detail);
  }
  const hit = element("span", "wb-hit");
  hit.dir = "auto";
  hit.append(...marked(row.hit ?? []));
  if (columns.length) {
    line.append(main, ...makeCells(row, columns.slice(1)));
    if (row.hit) line.append(hit);
    return line;
  }
  if (row.hit) main.append(hit);
  if (row.chips) main.append(makeChips(row.chips));
  const tags = element("span", "wb-tags");
  for (const tag of row.tags) tags.append(element("span", `wb-tag wb-${tag.tone}`, tag.text));
  line.append(main, tags);
  return line;
}

/**
 * What a row has in the columns behind its title. A screen reader hears the column's name before it.
 * @param {Row} row
 * @param {Column[]} columns
 */
function makeCells(row, columns) {
  return columns.map((column, place) => {
    const { text = "", tone = "", at = "", whole = "" } = row.cells?.[place] ?? {};
    const cell = element("span", `wb-cell wb-cell-${column.name}`);
    const chips = column.name === "tags" ? (row.chips ?? []) : [];
    if (!text && !at && !chips.length) return cell;
    cell.append(element("span", "wb-offscreen", `, ${column.label}: `));
    if (chips.length) cell.append(makeChips(chips));
    else if (at) {
      const time = element("time", "", localDay(at));
      time.dateTime = at;
      cell.title = localTime(at);
      cell.append(time);
    } else {
      const shown = element("span", tone ? `wb-tag wb-${tone}` : "", text);
      shown.dir = "auto";
      cell.title = whole;
      if (whole !== text) {
        shown.setAttribute("aria-hidden", "true");
        cell.append(element("span", "wb-offscreen", whole));
      }
      cell.append(shown);
    }
    return cell;
  });
}

/**
 * The labels above a table; those that it can be sorted by are buttons.
 * @param {import("@anywidget/types").AnyModel<any>} model
 * @param {(column: string) => void} sortBy
 */
export function makeHead(model, sortBy) {
  const head = element("div", "wb-columns");
  head.setAttribute("role", "group");
  head.setAttribute("aria-label", "Columns");
  function update() {
    const columns = /** @type {Column[]} */ (model.get("columns"));
    const [sorted, isFalling] = [model.get("sort").replace(/^-/, ""), model.get("sort").startsWith("-")];
    const focused = /** @type {HTMLElement | null} */ (head.querySelector(":focus"))?.dataset.column;
    head.hidden = columns.length === 0;
    head.classList.toggle("wb-many", model.get("many"));
    head.replaceChildren(...columns.map((column) => {
      if (!column.sorts) return element("span", `wb-column wb-cell-${column.name}`, column.label);
      const button = element("button", `wb-column wb-cell-${column.name}`, column.label);
      button.type = "button";
      button.setAttribute("aria-disabled", String(model.get("disabled")));
      button.dataset.column = column.name;
      if (column.name === sorted) {
        const arrow = element("span", "wb-arrow", isFalling ? " \u2193" : " \u2191");
        arrow.setAttribute("aria-hidden", "true");
        button.append(arrow);
        button.setAttribute("aria-label", `${column.label}, sorted ${isFalling ? "descending" : "ascending"}`);
      }
      button.title = `Sort by ${column.label.toLocaleLowerCase()}`;
      button.addEventListener("click", () => sortBy(column.name));
      return button;
    }));
    if (focused) /** @type {HTMLElement | null} */ (head.querySelector(`[data-column="${focused}"]`))?.focus();
  }
  return { head, update };
}

/** @param {Part[]} chips */
function makeChips(chips) {
  const line = element("span", "wb-chips");
  chips.forEach((chip, place) => {
    const made = element("span", "wb-chip");
    made.dataset.chip = String(place);
    made.dir = "auto";
    made.title = `Search for ${chip.text}`;
    made.append(...marked([chip]));
    line.append(made, " ");
  });
  return line;
}
