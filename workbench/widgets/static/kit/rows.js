// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
function localTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
function localDay(at) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : moment.toLocaleDateString([], { dateStyle: "medium" });
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

// workbench/widgets/kit/row_elements.js
function marked(parts) {
  return parts.map((part) => part.isMatch ? element("mark", "wb-match", part.text) : part.text);
}
function makeRow(row, id, hasBox, columns) {
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
      detail.append(time, row.detail ? " \xB7 " : "");
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
function makeCells(row, columns) {
  return columns.map((column, place) => {
    const { text = "", tone = "", at = "", whole = "" } = row.cells?.[place] ?? {};
    const cell = element("span", `wb-cell wb-cell-${column.name}`);
    const chips = column.name === "tags" ? row.chips ?? [] : [];
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
function makeHead(model, sortBy) {
  const head = element("div", "wb-columns");
  head.setAttribute("role", "group");
  head.setAttribute("aria-label", "Columns");
  function update() {
    const columns = (
      /** @type {Column[]} */
      model.get("columns")
    );
    const [sorted, isFalling] = [model.get("sort").replace(/^-/, ""), model.get("sort").startsWith("-")];
    const focused = (
      /** @type {HTMLElement | null} */
      head.querySelector(":focus")?.dataset.column
    );
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
    if (focused) head.querySelector(`[data-column="${focused}"]`)?.focus();
  }
  return { head, update };
}
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

// workbench/widgets/kit/row_dragging.js
var ROWS = "application/x-workbench-rows";
function aim(event) {
  const over = closest(event, ".wb-choice");
  if (!over) return { before: null, mark: null, isBelow: true };
  const box = over.getBoundingClientRect();
  const isBelow = event.clientY > box.top + box.height / 2;
  const next = (
    /** @type {HTMLElement | null} */
    isBelow ? over.nextElementSibling : over
  );
  return { before: next?.dataset.id ?? null, mark: over, isBelow };
}
function idsIn(event) {
  try {
    const ids = JSON.parse(event.dataTransfer?.getData(ROWS) ?? "");
    event.preventDefault();
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}
function makeRowDragging({ list, canMove, canReceive, lift, drop, receive }) {
  let lifted = [];
  function clear() {
    const marks = ["wb-drop-above", "wb-drop-below", "wb-drop-into"];
    for (const line of list.querySelectorAll(marks.map((mark) => `.${mark}`).join())) line.classList.remove(...marks);
  }
  function onStart(event) {
    const line = closest(event, ".wb-choice");
    if (!line || !canMove()) {
      event.preventDefault();
      return;
    }
    lifted = lift(line);
    event.dataTransfer?.setData("text/plain", "");
    event.dataTransfer?.setData(ROWS, JSON.stringify(lifted));
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  }
  function onOver(event) {
    const isFromElsewhere = !lifted.length && canReceive() && Boolean(event.dataTransfer?.types.includes(ROWS));
    if (!lifted.length && !isFromElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
    if (isFromElsewhere) {
      closest(event, ".wb-choice")?.classList.add("wb-drop-into");
      return;
    }
    const { mark, isBelow } = aim(event);
    mark?.classList.add(isBelow ? "wb-drop-below" : "wb-drop-above");
  }
  function onDrop(event) {
    const into = closest(event, ".wb-choice")?.dataset.id;
    if (!lifted.length && canReceive() && into) receive(idsIn(event), into);
    clear();
    if (!lifted.length) return;
    event.preventDefault();
    event.stopPropagation();
    let { before } = aim(event);
    while (before !== null && lifted.includes(before)) before = idBehind(before);
    drop(lifted, before);
    onEnd();
  }
  function idBehind(id) {
    const line = (
      /** @type {HTMLElement[]} */
      [...list.children].find((row) => row.dataset.id === id)
    );
    return (
      /** @type {HTMLElement | null} */
      (line?.nextElementSibling ?? null)?.dataset.id ?? null
    );
  }
  function onEnd() {
    lifted = [];
    clear();
  }
  list.addEventListener("dragstart", onStart);
  list.addEventListener("dragover", onOver);
  list.addEventListener("dragleave", clear);
  list.addEventListener("drop", onDrop);
  list.addEventListener("dragend", onEnd);
}

// workbench/widgets/kit/selection.js
function makeSelectionSender(model) {
  const view = randomId();
  let sent = 0;
  let handled = 0;
  return {
    /** @param {Record<string, unknown>} fields what is selected */
    send(fields) {
      sent += 1;
      model.send({ intent: "choose", view, number: sent, ...fields });
    },
    /** Whether what the model has is older than what this view shows. */
    isBehind() {
      const [from, number] = model.get("answered") ?? ["", 0];
      if (from === view) handled = Math.max(handled, number);
      return handled < sent;
    }
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

// workbench/widgets/kit/title_editor.js
var KEYS = "Enter saves, Esc cancels.";
function makeTitleEditor({ host, owner, find, send, leave }) {
  const drafts = makeDrafts(owner);
  const box = element("div", "wb-title-editor");
  const input = element("input", "wb-field");
  input.dir = "auto";
  input.autocomplete = "off";
  const note = element("span", "wb-title-note");
  note.setAttribute("role", "status");
  box.append(input, note);
  box.hidden = true;
  host.append(box);
  let open = null;
  let submitted = "";
  function place() {
    const title = open && find(open.id);
    box.hidden = !title;
    if (!title) return;
    const [inner, outer] = [title.getBoundingClientRect(), host.getBoundingClientRect()];
    box.style.top = `${inner.top - outer.top - host.clientTop - 5}px`;
    box.style.left = `${inner.left - outer.left - host.clientLeft - 9}px`;
    box.style.width = `${outer.right - inner.left + 4}px`;
  }
  function setNote(text) {
    note.textContent = text;
  }
  function start(edit, options) {
    if (open) finish();
    open = edit;
    submitted = "";
    input.value = edit.text;
    input.readOnly = false;
    input.setAttribute("aria-label", edit.label);
    setNote(options.note ?? KEYS);
    place();
    if (!options.focus) return;
    input.focus();
    input.select();
  }
  function close() {
    const hadFocus = document.activeElement === input;
    if (open) drafts.remove(open.id);
    open = null;
    place();
    if (hadFocus) leave();
  }
  function finish() {
    const text = input.value.trim();
    if (!open || text === submitted) return;
    if (text === open.base) {
      close();
      return;
    }
    submitted = text;
    input.readOnly = true;
    setNote("Saving\u2026");
    send({ ids: [open.id], text, base: open.base });
  }
  function onKey(event) {
    event.stopPropagation();
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") {
      close();
    } else {
      submitted = input.readOnly ? submitted : "";
      finish();
    }
  }
  function onInput() {
    if (open) setNote(drafts.write(open.id, { text: input.value, base: open.base }) || KEYS);
  }
  input.addEventListener("keydown", onKey);
  input.addEventListener("input", onInput);
  for (const name of ["click", "dblclick"]) box.addEventListener(name, (event) => event.stopPropagation());
  input.addEventListener("blur", () => {
    if (document.hasFocus()) finish();
  });
  return {
    start,
    place,
    /** Python has the title, or could not save it. @param {string} id @param {boolean} isSaved */
    answered(id, isSaved) {
      if (isSaved && open?.id !== id) drafts.remove(id);
      if (open?.id !== id) return;
      if (isSaved) {
        close();
      } else {
        input.readOnly = false;
        setNote(`Not saved yet. ${KEYS}`);
      }
    },
    /** Go on with what was typed here before and not saved, if its title is here. @param {(id: string) => string} label */
    restore(label) {
      if (open) return;
      for (const [id, { text, base }] of drafts.open()) {
        const title = find(id);
        if (!title || typeof text !== "string" || typeof base !== "string") continue;
        if (text.trim() === title.textContent) drafts.remove(id);
        else start({ id, text, base, label: label(id) }, { focus: false, note: `Typed before, not saved. ${KEYS}` });
        return;
      }
    },
    get isOpen() {
      return open !== null;
    }
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

// workbench/widgets/kit/rows.js
var PAGE = 8;
var TYPING_PAUSE = 700;
var idOf = (line) => line.dataset.id ?? "";
function makeSelection(model, list) {
  let active = -1;
  let anchor = -1;
  let chosen = /* @__PURE__ */ new Set();
  const lines = () => (
    /** @type {HTMLElement[]} */
    [...list.children]
  );
  function update() {
    lines().forEach((line2, place) => {
      line2.setAttribute("aria-selected", String(chosen.has(idOf(line2))));
      line2.classList.toggle("wb-active", place === active);
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
  function only(place) {
    chosen = /* @__PURE__ */ new Set([idOf(lines()[place])]);
    anchor = place;
    send();
  }
  function toggle(place) {
    const id = idOf(lines()[place]);
    if (!chosen.delete(id)) chosen.add(id);
    anchor = place;
    send();
  }
  function extendTo(place) {
    const [from, to] = [Math.max(anchor, 0), place].sort((a, b) => a - b);
    chosen = new Set(lines().slice(from, to + 1).map(idOf));
    send();
  }
  function chooseAll() {
    chosen = new Set(lines().map(idOf));
    send();
  }
  function go(place, choose) {
    const all = lines();
    if (all.length === 0) return;
    active = Math.max(0, Math.min(place, all.length - 1));
    all[active].scrollIntoView({ block: "nearest" });
    if (choose) only(active);
    else update();
  }
  function takeOver() {
    const before = chosen;
    if (!sender.isBehind()) chosen = new Set(model.get("chosen"));
    const place = lines().findIndex((line) => chosen.has(idOf(line)));
    const isOther = !model.get("many") && place >= 0 && !before.has(idOf(lines()[place]));
    if (active < 0 || isOther) active = place;
    if (isOther) reveal(lines()[place]);
    update();
  }
  function reveal(line) {
    const top = line.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + line.offsetHeight - list.clientHeight;
    }
  }
  function keepActive(replace) {
    const before = lines()[active]?.dataset.id;
    replace();
    active = lines().findIndex((line) => line.dataset.id === before);
    anchor = active;
    takeOver();
  }
  return {
    /** The ids that move with a row: the whole selection if the row is selected. @param {HTMLElement} line @returns {string[]} */
    with: (line) => chosen.has(idOf(line)) ? [...chosen] : [idOf(line)],
    lines,
    only,
    toggle,
    extendTo,
    chooseAll,
    go,
    takeOver,
    keepActive,
    get active() {
      return active;
    },
    set active(place) {
      active = place;
      update();
    }
  };
}
function makeTypeahead(selection) {
  let typed = "";
  let typedAt = 0;
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
  const titleOf = (id) => {
    const line = selection.lines().find((row) => idOf(row) === id);
    return (
      /** @type {HTMLElement | null} */
      line?.querySelector(".wb-title") ?? null
    );
  };
  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: titleOf,
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => list.focus()
  });
  const editorLabel = (id) => `Title of \u201C${titleOf(id)?.textContent ?? ""}\u201D`;
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
  function open(line) {
    model.send({ intent: "open", ids: [line.dataset.id] });
  }
  function editTitle(id) {
    const text = titleOf(id)?.textContent;
    if (typeof text !== "string" || !model.get("editable")) return;
    titleOf(id)?.scrollIntoView({ block: "nearest" });
    editor.start({ id, text, base: text, label: editorLabel(id) }, { focus: true });
  }
  function onMessage(message) {
    if (typeof message?.edit === "string") editTitle(message.edit);
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }
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
  function onDoubleClick(event) {
    const line = closest(event, ".wb-choice");
    if (!line || model.get("disabled") || closest(event, ".wb-box, .wb-chip")) return;
    if (model.get("editable") && closest(event, ".wb-title")) editTitle(idOf(line));
    else open(line);
  }
  function onKey(event) {
    const isWaited = event.key === "F2";
    if (model.get("disabled") && !isWaited || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function act(event) {
    const { key } = event;
    const { active } = selection;
    const many = model.get("many");
    const isControl = event.ctrlKey || event.metaKey;
    const line = selection.lines()[active];
    const moves = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: selection.lines().length - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE
    };
    const all = selection.lines().length;
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
    receive: (ids, into) => model.send({ intent: "receive", ids: [into], rows: ids })
  });
  list.addEventListener("click", onClick);
  list.addEventListener("dblclick", onDoubleClick);
  list.addEventListener("keydown", onKey);
  list.addEventListener("focus", onFocus);
  list.addEventListener("scroll", editor.place);
  more.addEventListener("click", () => model.send({ intent: "more" }));
  const unsubscribe = subscribe(model, [
    ["change:rows", fill],
    ["change:many", fill],
    ["change:movable", fill],
    ["change:chosen", selection.takeOver],
    ["change:answered", selection.takeOver],
    ["change:editable", fill],
    ["change:drafts", fill],
    ["msg:custom", onMessage],
    ["change:label", update],
    ["change:empty", update],
    ["change:more", update],
    ["change:disabled", update],
    ["change:status", update],
    ["change:columns", fill],
    ["change:columns", update],
    ["change:sort", update]
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
var rows_default = { initialize, render };
export {
  rows_default as default
};
