// Bundled by `make scripts`; change the modules beside the panels.

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

// workbench/widgets/app/fuzzy.js
var LONG = 4;
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
function scoreWord(word, text) {
  const at = text.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return text[at - 1] === " " ? 6 : 4;
  return hasLetters(word, text) ? 2 : hasSwapped(word, text) ? 1 : 0;
}
function hasLetters(word, text) {
  let from = 0;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next < 0) return false;
    if (from > 0) gaps += next - from;
    from = next + 1;
  }
  return gaps <= word.length * 2;
}
function hasSwapped(word, text) {
  if (word.length < LONG) return false;
  for (let place = 1; place < word.length; place += 1) {
    if (text.includes(`${word.slice(0, place - 1)}${word[place]}${word[place - 1]}${word.slice(place + 1)}`)) return true;
  }
  return false;
}
function rank(query, entries) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const scored = entries.map((entry, index) => {
    const text = plain(entry.text);
    const scores = words.map((word) => scoreWord(word, text) || (plain(entry.where).startsWith(word) ? 1 : 0));
    const score = scores.every(Boolean) ? scores.reduce((sum, one) => sum + one, 1) - text.length / 1e3 : 0;
    return { entry, index, score };
  });
  return scored.filter(({ score }) => score > 0).sort((one, other) => (words.length ? other.score - one.score : 0) || one.index - other.index).map(({ entry }) => entry);
}

// workbench/widgets/app/palette.js
var SEARCH_AFTER = 150;
var SHORTEST = 2;
var MOST_COMMANDS = 8;
var FIELDS = "input, textarea, [contenteditable='']:not([contenteditable=false]), [contenteditable=true]";
var lastId = 0;
function hasSelection(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest(FIELDS);
  if (!field) return false;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    return field.selectionStart !== field.selectionEnd;
  }
  return !(document.getSelection()?.isCollapsed ?? true);
}
function render({ model, el }) {
  el.classList.add("wb-palette");
  const id = `wb-palette-${lastId += 1}`;
  const dialog = element("dialog");
  dialog.setAttribute("aria-label", "Search lessons, people, commands");
  dialog.setAttribute("data-lm-suppress-shortcuts", "true");
  const field = element("input");
  field.type = "text";
  field.placeholder = "Search lessons, people, commands";
  field.autocomplete = "off";
  field.spellcheck = false;
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-label": "Search",
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    "aria-controls": id
  })) field.setAttribute(name, value);
  const list = element("div", "wb-palette-list");
  list.id = id;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  const status = element("div", "wb-palette-status");
  status.setAttribute("role", "status");
  dialog.append(field, list, status);
  el.append(dialog);
  let found = { query: "", entries: [] };
  let shown = [];
  let active = 0;
  let timer = 0;
  const query = () => field.value.trim();
  function makeOption(entry, index) {
    const option = element("div", "wb-palette-option");
    option.id = `${id}-${index}`;
    option.setAttribute("role", "option");
    const text = element("bdi", "wb-palette-text", entry.text);
    text.dir = "auto";
    option.append(text, element("span", "wb-palette-where", entry.where));
    option.addEventListener("click", () => choose(entry));
    return option;
  }
  function update() {
    const isAnswered = found.query === query();
    const isAsked = query().length >= SHORTEST;
    const commands = rank(query(), model.get("commands"));
    const fromService = isAsked && isAnswered ? found.entries : [];
    shown = [...query() ? commands.slice(0, MOST_COMMANDS) : commands, ...fromService];
    active = Math.min(active, Math.max(shown.length - 1, 0));
    list.replaceChildren(...shown.map(makeOption));
    if (isAsked && !isAnswered) status.textContent = "Searching lessons and people \u2026";
    else if (!shown.length) status.textContent = "Nothing found.";
    else status.textContent = `${shown.length} ${shown.length === 1 ? "result" : "results"}`;
    mark();
  }
  function mark() {
    const options = [...list.children];
    for (const [index, option] of options.entries()) option.setAttribute("aria-selected", String(index === active));
    if (options.length) field.setAttribute("aria-activedescendant", `${id}-${active}`);
    else field.removeAttribute("aria-activedescendant");
    options[active]?.scrollIntoView({ block: "nearest" });
  }
  function choose(entry) {
    dialog.close();
    el.closest(".wb-app")?.querySelector(".wb-page-main")?.focus();
    model.send({ intent: "go", anchor: entry.anchor });
  }
  function open() {
    if (dialog.open) return;
    field.value = "";
    active = 0;
    update();
    dialog.showModal();
    field.focus();
  }
  function onInput() {
    active = 0;
    clearTimeout(timer);
    const wanted = query();
    if (wanted.length >= SHORTEST) timer = setTimeout(() => model.send({ intent: "search", query: wanted }), SEARCH_AFTER);
    update();
  }
  function onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const steps = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: shown.length - 1, PageUp: 0 };
    if (event.key in steps && shown.length) {
      event.preventDefault();
      active = (steps[
        /** @type {keyof typeof steps} */
        event.key
      ] + shown.length) % shown.length;
      mark();
    } else if (event.key === "Enter" && shown[active]) {
      event.preventDefault();
      choose(shown[active]);
    }
  }
  function onShortcut(event) {
    const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
    if (!isWanted || event.defaultPrevented) return;
    const isPage = Boolean(document.getElementById("rendered_cells"));
    const isInside = event.target instanceof Node && Boolean(el.closest(".wb-app")?.contains(event.target));
    if (!isPage && !isInside || hasSelection(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    open();
  }
  function onFind(event) {
    if (event.target instanceof Node && el.closest(".wb-app")?.contains(event.target)) open();
  }
  function onMessage({ query: asked, entries }) {
    if (asked === void 0 || entries === void 0) return;
    found = { query: asked, entries };
    update();
  }
  field.addEventListener("input", onInput);
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("keydown", onShortcut, true);
  document.addEventListener("wb-find", onFind);
  const unsubscribe = subscribe(model, [["msg:custom", onMessage], ["change:commands", update]]);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("keydown", onShortcut, true);
    document.removeEventListener("wb-find", onFind);
    unsubscribe();
  };
}
var palette_default = { initialize, render };
export {
  palette_default as default
};
