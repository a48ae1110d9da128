// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
function randomId() {
  return Math.random().toString(36).slice(2, 10);
}
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
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

// workbench/widgets/kit/drafts.js
var PREFIX = "workbench.draft.";
var LIFETIME = 30 * 24 * 3600 * 1e3;
var LONGEST_DRAFT = 1e6;
var MOST_CHARACTERS = 3e6;
var NO_ROOM = "This browser can't store what you are typing. Save it before you leave this page.";
function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
function parse(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null");
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}
function makeDrafts(getOwner) {
  const waiting = /* @__PURE__ */ new Map();
  function ownPrefix() {
    const { service, person, name } = getOwner() ?? {};
    return service && person && name ? `${PREFIX}${service}.${person}.${name}.` : "";
  }
  function sweep() {
    const { service, signOuts = 0 } = getOwner() ?? {};
    for (const key of storedKeys(PREFIX)) {
      const draft = parse(key);
      const isOld = !draft || !(Date.now() - (draft.at ?? 0) < LIFETIME);
      const isSignedOut = key.startsWith(`${PREFIX}${service}.`) && !((draft?.signOuts ?? -1) >= signOuts);
      if (isOld || isSignedOut) localStorage.removeItem(key);
    }
  }
  function write(key, draft) {
    const prefix = ownPrefix();
    if (!prefix) {
      waiting.set(key, draft);
      return "";
    }
    const text = JSON.stringify({ ...draft, at: Date.now(), signOuts: getOwner()?.signOuts ?? 0 });
    const others = storedKeys(PREFIX).filter((name) => name !== prefix + key);
    const used = others.reduce((sum, name) => sum + (localStorage.getItem(name)?.length ?? 0), 0);
    if (text.length > LONGEST_DRAFT || used + text.length > MOST_CHARACTERS) return NO_ROOM;
    try {
      localStorage.setItem(prefix + key, text);
    } catch {
      return NO_ROOM;
    }
    return "";
  }
  function remove(key) {
    waiting.delete(key);
    const prefix = ownPrefix();
    if (!prefix) return;
    try {
      localStorage.removeItem(prefix + key);
    } catch {
    }
  }
  function open() {
    const prefix = ownPrefix();
    const found = /* @__PURE__ */ new Map();
    if (!prefix) return found;
    sweep();
    for (const [key, draft] of waiting) write(key, draft);
    waiting.clear();
    for (const key of storedKeys(prefix)) {
      const draft = parse(key);
      if (draft) found.set(key.slice(prefix.length), draft);
    }
    return found;
  }
  return { write, remove, open };
}

// workbench/widgets/bulk/cell_editor.js
function makeEditor(act) {
  let open = null;
  function close() {
    const was = open;
    open = null;
    was?.cell.classList.remove("wb-editing");
    was?.cell.replaceChildren();
  }
  function finish(key) {
    if (!open) return;
    const { id, name, input } = open;
    const text = input.value.trim();
    close();
    act.enter({ id, name, text, key });
  }
  function cancel() {
    if (!open) return;
    const { id, name } = open;
    close();
    act.drop(id, name);
    act.leave(id, name);
  }
  function onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && !event.shiftKey || event.key === "Tab" && !event.shiftKey) finish(event.key);
    else return;
    event.preventDefault();
  }
  function start(cell, { id, line, name, before, text, choices, focus }) {
    close();
    const input = name === "topic" ? element("textarea", "wb-field") : element("input", "wb-field");
    input.value = text ?? before;
    input.dir = "auto";
    input.autocomplete = "off";
    input.setAttribute("aria-label", `${name[0].toUpperCase()}${name.slice(1)} of line ${line}`);
    if (input instanceof HTMLTextAreaElement) input.rows = 3;
    open = { cell, input, id, name };
    cell.replaceChildren(input);
    cell.classList.add("wb-editing");
    if (input instanceof HTMLInputElement && choices.length) {
      const list = element("datalist");
      list.id = `wb-choices-${randomId()}`;
      for (const choice of choices) {
        const option = element("option");
        option.value = choice;
        list.append(option);
      }
      input.setAttribute("list", list.id);
      cell.append(list);
    }
    input.addEventListener("keydown", (event) => onKey(
      /** @type {KeyboardEvent} */
      event
    ));
    input.addEventListener("input", () => act.keep(id, name, input.value));
    input.addEventListener("blur", () => {
      if (open?.input === input && input.isConnected) finish("");
    });
    if (focus) {
      input.focus();
      if (text === void 0) input.select();
    }
  }
  return { open: start, close, get cell() {
    return open?.cell ?? null;
  } };
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

// workbench/widgets/bulk/verdict_table.js
var ROW_HEIGHT = 34;
var SPARE = 8;
var PAGE = 10;
var COLUMNS = [
  { name: "make", title: "Include" },
  { name: "line", title: "Line" },
  { name: "topic", title: "Topic" },
  { name: "language", title: "Language" },
  { name: "project", title: "Project" },
  { name: "course", title: "Course" },
  { name: "verdict", title: "Status" }
];
var EDITABLE = /* @__PURE__ */ new Set(["topic", "language", "project", "course"]);
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
  let rows = [];
  let places = /* @__PURE__ */ new Map();
  let active = "";
  let column = 2;
  let frame = 0;
  const made = /* @__PURE__ */ new Map();
  const sent = /* @__PURE__ */ new Map();
  const drafts = makeDrafts(() => model.get("drafts"));
  const editor = makeEditor({
    keep: (id, name, text) => drafts.write(`${id}	${name}`, { text }),
    drop: (id, name) => drafts.remove(`${id}	${name}`),
    enter,
    leave: (id, name) => {
      redraw();
      focusCell(id, COLUMNS.findIndex((definition) => definition.name === name));
    }
  });
  const rowOf = (id) => rows[places.get(id) ?? -1];
  const textOf = (row, name) => sent.get(`${row.id}	${name}`) ?? row[name];
  const isOff = () => model.get("disabled");
  function send(message) {
    try {
      model.send(message);
    } catch {
    }
  }
  function take() {
    rows = model.get("rows");
    const before = places.get(active) ?? 0;
    places = new Map(rows.map((row, place) => [row.id, place]));
    for (const [key, text] of sent) {
      const [id, name] = key.split("	");
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
  function focusCell(id, place, { focus = true } = {}) {
    if (!places.has(id)) return;
    active = id;
    column = Math.max(0, Math.min(place, COLUMNS.length - 1));
    const top = (places.get(id) ?? 0) * ROW_HEIGHT;
    const room = grid.clientHeight - 2 * ROW_HEIGHT;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (room > 0 && top > grid.scrollTop + room) grid.scrollTop = top - room;
    redraw();
    const cell = made.get(id)?.cells[column];
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function move(steps) {
    const place = Math.max(0, Math.min((places.get(active) ?? 0) + steps, rows.length - 1));
    if (rows[place]) focusCell(rows[place].id, column);
  }
  function edit(text, { focus = true } = {}) {
    const row = rowOf(active);
    const { name } = COLUMNS[column];
    const cell = made.get(active)?.cells[column];
    if (!row || !cell || isOff() || !EDITABLE.has(name) || model.get("fixed").includes(name)) return;
    const choices = model.get("choices")[name] ?? [];
    editor.open(cell, { id: row.id, line: row.line, name, before: textOf(row, name), text, choices, focus });
  }
  function enter({ id, name, text, key }) {
    const row = rowOf(id);
    if (row && textOf(row, name) !== text) {
      sent.set(`${id}	${name}`, text);
      send({ intent: "correct", id, field: name, text });
    } else {
      drafts.remove(`${id}	${name}`);
    }
    redraw();
    if (key === "Enter") move(1);
    else if (key === "Tab") focusCell(id, Math.min(column + 1, COLUMNS.length - 1));
    offerDrafts();
  }
  function offerDrafts() {
    for (const [key, draft] of drafts.open()) {
      const [id, name] = key.split("	");
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
    for (const name of EDITABLE) sent.delete(`${row.id}	${name}`);
    send({ intent: "putBack", id: row.id });
  }
  function onClick(event) {
    const line = closest(event, ".wb-grid-body .wb-grid-row");
    const cell = closest(event, ".wb-grid-cell");
    if (!line || !cell || cell === editor.cell) return;
    focusCell(line.dataset.id ?? "", COLUMNS.findIndex((definition) => definition.name === cell.dataset.name));
    if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      toggle();
    }
  }
  function onDoubleClick(event) {
    if (closest(event, ".wb-grid-body .wb-grid-cell") && !editor.cell) edit();
  }
  function onKey(event) {
    if (editor.cell || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function act(event) {
    const { key } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const last = COLUMNS.length - 1;
    const keys = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(PAGE),
      PageUp: () => move(-PAGE),
      ArrowRight: () => focusCell(active, column + 1),
      ArrowLeft: () => focusCell(active, column - 1),
      Home: () => isControl ? move(-rows.length) : focusCell(active, 0),
      End: () => isControl ? move(rows.length) : focusCell(active, last),
      Enter: () => column === 0 ? toggle() : edit(),
      F2: () => edit(),
      " ": toggle,
      Delete: () => edit(""),
      Backspace: () => edit("")
    };
    if (event.altKey || isControl && key !== "Home" && key !== "End") return false;
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
    ["change:rows", take],
    ["change:fixed", redraw],
    ["change:label", update],
    ["change:empty", update],
    ["change:disabled", update],
    ["change:drafts", offerDrafts]
  ]);
  take();
  return () => {
    cancelAnimationFrame(frame);
    unsubscribe();
  };
}
var verdict_table_default = { initialize, render };
export {
  verdict_table_default as default
};
