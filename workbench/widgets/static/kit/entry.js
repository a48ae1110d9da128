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

// workbench/widgets/kit/entry.js
var PAUSE = 180;
var KEY = "text";
function makeField(model) {
  const lines = model.get("lines");
  const kind = model.get("kind");
  const input = lines > 1 ? element("textarea", "wb-field") : element("input", "wb-field");
  input.id = `wb-entry-${randomId()}`;
  input.dir = "auto";
  input.autocomplete = "off";
  input.spellcheck = lines > 1;
  if (input instanceof HTMLTextAreaElement) {
    input.rows = lines;
  } else {
    input.type = kind;
    if (kind === "number") {
      input.min = "1";
      input.step = "1";
    }
  }
  const label = element("label");
  label.htmlFor = input.id;
  const count = element("span", "wb-count");
  const error = element("div", "wb-field-error");
  error.id = `${input.id}-error`;
  error.setAttribute("role", "alert");
  function updateCount() {
    const most = model.get("max_characters");
    const length = [...input.value.trim()].length;
    count.hidden = !model.get("counts");
    count.textContent = `${length.toLocaleString("en")} of ${most.toLocaleString("en")}`;
    count.classList.toggle("wb-over", length > most);
  }
  function update() {
    label.textContent = model.get("label");
    input.placeholder = model.get("hint");
    input.disabled = model.get("disabled");
    error.textContent = model.get("error");
    if (model.get("error")) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", error.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    updateCount();
  }
  return { input, label, count, error, update, updateCount };
}
function makeDraftNote(discard) {
  const note = element("div", "wb-draft-note");
  note.setAttribute("role", "status");
  function show(text, { canDiscard = false } = {}) {
    note.replaceChildren();
    if (!text) return;
    note.append(text);
    if (!canDiscard) return;
    const button = element("button", "wb-discard", "Discard");
    button.type = "button";
    button.addEventListener("click", discard);
    note.append(" ", button);
  }
  return { element: note, show };
}
function render({ model, el }) {
  const field = makeField(model);
  const { input } = field;
  const drafts = makeDrafts(() => model.get("drafts"));
  const note = makeDraftNote(discard);
  el.classList.add("wb-entry", `wb-${model.get("kind")}`);
  el.append(field.label, input, field.count, field.error, note.element);
  let timer = 0;
  let sent = "";
  let isFirst = true;
  let base = "";
  let mark = "";
  function send(intent) {
    clearTimeout(timer);
    if (intent === "typed" && input.value === sent) return;
    try {
      model.send({ intent, text: input.value, mark });
      sent = input.value;
    } catch {
    }
  }
  function keepDraft() {
    if (!isFirst && (input.value === base || !input.value.trim())) {
      drafts.remove(KEY);
      note.show("");
      return;
    }
    mark ||= randomId();
    const problem = drafts.write(KEY, { text: input.value, mark });
    if (problem) note.show(problem);
  }
  function restoreDraft() {
    const draft = drafts.open().get(KEY);
    if (!draft || isFirst) return;
    if (model.get("cleared").includes(draft.mark)) {
      drafts.remove(KEY);
    } else if (input.value === base && typeof draft.text === "string" && draft.text !== base) {
      mark = draft.mark;
      input.value = draft.text;
      field.updateCount();
      send("typed");
      note.show("You typed this earlier and didn't save it.", { canDiscard: true });
    } else if (draft.text === input.value) {
      mark = draft.mark;
    }
  }
  function discard() {
    drafts.remove(KEY);
    mark = "";
    input.value = base;
    field.updateCount();
    send("typed");
    note.show("");
    input.focus();
  }
  function onInput() {
    field.updateCount();
    keepDraft();
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE, "typed");
  }
  function onKey(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    if (model.get("lines") > 1 && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send("entered");
  }
  function onPanelKey(event) {
    const panel = el.closest(".wb-panel");
    const { target } = event;
    if (!panel || !(target instanceof Element) || !panel.contains(target) || !input.checkVisibility()) return;
    if (event.key === "/" && !target.closest("input, textarea, select, [contenteditable]")) {
      input.focus();
      input.select();
    } else if (event.key === "ArrowDown" && target === input) {
      const list = panel.querySelector(".wb-choice-list:not([hidden])");
      if (list instanceof HTMLElement) list.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  function onMessage(message) {
    if (message?.do === "focus") requestAnimationFrame(() => input.focus());
    if (typeof message?.text !== "string") return;
    const isLate = isFirst && input.value !== "";
    const wasFirst = isFirst;
    isFirst = false;
    if (!isLate && message.text !== input.value) {
      clearTimeout(timer);
      input.value = sent = message.text;
      if (!wasFirst) {
        base = message.text;
        mark = "";
        note.show("");
      }
      field.updateCount();
    }
    restoreDraft();
  }
  input.addEventListener("input", onInput);
  input.addEventListener("change", () => send("typed"));
  input.addEventListener("blur", () => send("typed"));
  input.addEventListener("keydown", (event) => onKey(
    /** @type {KeyboardEvent} */
    event
  ));
  const shown = ["label", "hint", "disabled", "error", "max_characters", "counts"];
  const unsubscribe = subscribe(model, [
    ...shown.map((name) => (
      /** @type {[string, () => void]} */
      [`change:${name}`, field.update]
    )),
    ["change:drafts", restoreDraft],
    ["change:cleared", restoreDraft],
    ["msg:custom", onMessage]
  ]);
  if (model.get("kind") === "search") document.addEventListener("keydown", onPanelKey, { capture: true });
  field.update();
  model.send({ intent: "ready" });
  return () => {
    send("typed");
    document.removeEventListener("keydown", onPanelKey, { capture: true });
    unsubscribe();
  };
}
var entry_default = { initialize, render };
export {
  entry_default as default
};
