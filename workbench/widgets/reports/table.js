// @ts-check
// The rows of a report. They come as messages, so that no notebook saves them; a cell that names a lesson opens it.

import { makeSearchable } from "../../reports/long_table.js";
import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";

/**
 * @typedef {{ label: string, meaning: string, isNumber: boolean }} TableColumn
 * @typedef {{ cells: string[], opens: number[] }} TableRow
 * @typedef {{ columns: TableColumn[], rows: TableRow[], isLong: boolean }} TableContent
 */

/** @param {TableColumn} column */
function makeHeading(column) {
  const heading = element("th", column.isNumber ? "wb-number" : "", column.label);
  heading.scope = "col";
  heading.title = column.meaning;
  return heading;
}

/** @type {import("@anywidget/types").Render<{ label: string }>} */
function render({ model, el }) {
  el.classList.add("wb-report-table");

  /** @param {TableContent} content @param {number} row @param {number} place */
  function makeCell(content, row, place) {
    const { cells, opens } = content.rows[row];
    const cell = element("td", content.columns[place].isNumber ? "wb-number" : "");
    const text = element("bdi", "", cells[place]);
    text.dir = "auto";
    if (opens.includes(place) && cells[place]) {
      const button = element("button", "wb-open");
      button.type = "button";
      button.append(text);
      button.addEventListener("click", () => model.send({ intent: "open", row, column: place }));
      cell.append(button);
    } else {
      cell.append(text);
    }
    return cell;
  }
  /** @param {TableContent} content */
  function makeTable(content) {
    const table = element("table", "wb-table");
    const head = element("thead");
    const body = element("tbody");
    const headings = element("tr");
    headings.append(...content.columns.map(makeHeading));
    head.append(headings);
    body.append(...content.rows.map((row, at) => {
      const line = element("tr");
      line.append(...row.cells.map((cell, place) => makeCell(content, at, place)));
      return line;
    }));
    table.append(head, body);
    return table;
  }
  /** @param {TableContent} content */
  function show(content) {
    const section = element("div");
    el.hidden = content.columns.length === 0;
    if (!el.hidden) {
      const frame = element("div", "wb-report-frame");
      frame.tabIndex = 0;
      frame.setAttribute("role", "region");
      frame.append(makeTable(content));
      section.append(frame);
      if (content.isLong) makeSearchable(section, frame);
    }
    el.replaceChildren(section);
    update();
  }
  function update() {
    el.querySelector(".wb-report-frame")?.setAttribute("aria-label", model.get("label"));
  }
  /** @param {{ table?: TableContent }} message */
  function onMessage(message) {
    if (message?.table) show(message.table);
  }

  const unsubscribe = subscribe(model, [["msg:custom", onMessage], ["change:label", update]]);
  el.hidden = true;
  model.send({ intent: "ready" });
  return unsubscribe;
}

export default { initialize, render };
