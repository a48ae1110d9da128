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

// workbench/widgets/kit/editable_title.js
function render({ model, el }) {
  el.classList.add("wb-editable-title");
  const title = element("strong", "wb-title");
  title.dir = "auto";
  const change = element("button", "wb-icon", "\u270E");
  change.type = "button";
  const tags = element("span", "wb-tags");
  el.append(title, change, tags);
  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: (id) => id && id === model.get("thing") ? title : null,
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => change.focus()
  });
  function begin() {
    const text = model.get("text");
    if (!model.get("editable") || model.get("disabled")) return;
    editor.start({ id: model.get("thing"), text, base: text, label: model.get("label") }, { focus: true });
  }
  function update() {
    title.textContent = model.get("text");
    change.hidden = !model.get("editable");
    change.disabled = model.get("disabled");
    change.title = model.get("label");
    change.setAttribute("aria-label", model.get("label"));
    tags.replaceChildren(...model.get("tags").map((tag) => element("span", `wb-tag wb-${tag.tone}`, tag.text)));
    editor.place();
    if (model.get("editable")) editor.restore(() => model.get("label"));
  }
  function onMessage(message) {
    if (typeof message?.edit === "string") begin();
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }
  change.addEventListener("click", begin);
  title.addEventListener("dblclick", begin);
  const resized = new ResizeObserver(() => editor.place());
  resized.observe(el);
  const unsubscribe = subscribe(model, [
    ...["label", "thing", "text", "tags", "editable", "disabled", "drafts"].map(
      (name) => (
        /** @type {[string, () => void]} */
        [`change:${name}`, update]
      )
    ),
    ["msg:custom", onMessage]
  ]);
  update();
  return () => {
    unsubscribe();
    resized.disconnect();
  };
}
var editable_title_default = { initialize, render };
export {
  editable_title_default as default
};
