// Bundled by `make scripts`; change the modules beside the panels.

// workbench/reports/long_table.js
function makeSearchable(section, frame = null) {
  const table = section?.querySelector("table");
  const head = table?.tHead?.rows[0];
  if (!section || !table || !head || section.dataset.wbReady) return;
  section.dataset.wbReady = "true";
  section.dataset.lmSuppressShortcuts = "true";
  const [body] = table.tBodies;
  const rest = table.nextElementSibling?.matches("details") ? table.nextElementSibling : null;
  const rows = [...body.rows, ...rest?.querySelector("table")?.tBodies[0].rows ?? []];
  rest?.remove();
  let found = rows;
  let page = 0;
  let size = 20;
  let sortedBy = -1;
  let direction = 1;
  const owner = section.ownerDocument;
  const make = (tag, attributes, text = "") => {
    const made = owner.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };
  const search = (
    /** @type {HTMLInputElement} */
    make("input", { type: "search", placeholder: "Search", "aria-label": "Search this table" })
  );
  const sizes = (
    /** @type {HTMLSelectElement} */
    make("select", { "aria-label": "Rows per page" })
  );
  for (const count of [20, 50, 200]) sizes.append(make("option", { value: String(count) }, `${count} rows per page`));
  const back = (
    /** @type {HTMLButtonElement} */
    make("button", { type: "button" }, "Previous")
  );
  const next = (
    /** @type {HTMLButtonElement} */
    make("button", { type: "button" }, "Next")
  );
  const status = make("span", { role: "status", style: "margin:0 .6rem" });
  const above = make("div", { style: "display:flex;gap:.6rem;margin:.2rem 0" });
  const below = make("div", { style: "margin:.4rem 0" });
  const show = () => {
    const pages = Math.max(1, Math.ceil(found.length / size));
    page = Math.min(Math.max(page, 0), pages - 1);
    body.replaceChildren(...found.slice(page * size, (page + 1) * size));
    const count = `${found.length.toLocaleString("en")} ${found.length === 1 ? "row" : "rows"}`;
    status.textContent = `${count}, page ${page + 1} of ${pages}`;
    back.disabled = page === 0;
    next.disabled = page === pages - 1;
  };
  const key = (row) => row.cells[sortedBy].textContent ?? "";
  const number = (row) => Number(key(row).replaceAll(",", "") || Number.NEGATIVE_INFINITY);
  const update = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    found = rows.filter((row) => {
      const text = [...row.cells].map((cell) => cell.textContent).join(" ").toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (sortedBy >= 0) {
      const areNumbers = rows.every((row) => !Number.isNaN(number(row)));
      const { compare } = new Intl.Collator(void 0, { numeric: true });
      found.sort(
        (one, other) => areNumbers ? direction * (number(one) - number(other) || 0) : direction * compare(key(one), key(other))
      );
    }
    page = 0;
    show();
  };
  for (const [place, cell] of [...head.cells].entries()) {
    const style = "all:unset;cursor:pointer;font:inherit;outline:revert";
    const button = make("button", { type: "button", title: "Sort", style }, cell.textContent ?? "");
    button.addEventListener("click", () => {
      direction = sortedBy === place ? -direction : 1;
      sortedBy = place;
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      for (const other of head.querySelectorAll("i")) other.remove();
      cell.append(make("i", { "aria-hidden": "true" }, direction > 0 ? " \u2191" : " \u2193"));
      update();
    });
    cell.replaceChildren(button);
  }
  const turn = (step) => {
    page += step;
    show();
  };
  search.addEventListener("input", update);
  sizes.addEventListener("change", () => {
    size = Number(sizes.value);
    update();
  });
  back.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
  above.append(search, sizes);
  below.append(back, status, next);
  (frame ?? table).before(above);
  (frame ?? table).after(below);
  show();
}

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
function subscribe(model, listeners) {
  for (const [name, listener] of listeners) model.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) model.off(
      /** @type {any} */
      name,
      listener
    );
  };
}

// workbench/widgets/kit/late_start.js
var PROBE = "_late_start_probe";
var NO_METHOD = { content: { data: { method: "none" } } };
function initialize({ model }) {
  const itself = modelItself(model);
  if (!itself) return;
  itself._handle_comm_msg(NO_METHOD).catch(() => hearAgain(itself));
}
function modelItself(model) {
  let found;
  const note = (changed) => {
    found = changed;
  };
  model.on(`change:${PROBE}`, note);
  model.set(PROBE, true);
  model.off(`change:${PROBE}`, note);
  found?.unset(PROBE, { silent: true });
  if (found?._buffered_state_diff) delete found._buffered_state_diff[PROBE];
  return found;
}
function hearAgain(itself) {
  const handle = inherited(itself);
  if (!itself.comm || !handle) return;
  itself.comm.on_msg((message) => handle.call(itself, message));
  itself.comm.send({ method: "request_state" });
}
function inherited(itself) {
  const found = [];
  for (let type = Object.getPrototypeOf(itself); type; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, "_handle_comm_msg")) found.push(type._handle_comm_msg);
  }
  return found[1];
}

// workbench/widgets/reports/table.js
function makeHeading(column) {
  const heading = element("th", column.isNumber ? "wb-number" : "", column.label);
  heading.scope = "col";
  heading.title = column.meaning;
  return heading;
}
function render({ model, el }) {
  el.classList.add("wb-report-table");
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
  function onMessage(message) {
    if (message?.table) show(message.table);
  }
  const unsubscribe = subscribe(model, [["msg:custom", onMessage], ["change:label", update]]);
  el.hidden = true;
  model.send({ intent: "ready" });
  return unsubscribe;
}
var table_default = { initialize, render };
export {
  table_default as default
};
