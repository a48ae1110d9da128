// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made2 = document.createElement(tag);
  if (className) made2.className = className;
  if (text) made2.textContent = text;
  return made2;
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

// workbench/widgets/document/header.js
var FRAMES_TO_WAIT = 120;
var MOST_TASKS = 3;
var made = 0;
function words(text) {
  const said = element("bdi", "", text);
  said.dir = "auto";
  return said;
}
function makeButton(text, onClick) {
  const button = element("button", "jupyter-button");
  button.type = "button";
  button.append(element("span", "", text));
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") onClick();
  });
  return button;
}
function makeCaret() {
  const caret = element("span", "wb-caret", "\u25BE");
  caret.setAttribute("aria-hidden", "true");
  return caret;
}
function replace(parent, children) {
  const focused = [...parent.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  parent.replaceChildren(...children);
  if (focused >= 0) parent.querySelectorAll("button")[focused]?.focus();
}
function render({ model, el }) {
  el.classList.add("wb-document-header");
  const number = ++made;
  const where = element("nav", "wb-crumbs");
  where.setAttribute("aria-label", "Breadcrumb");
  const line = element("div", "wb-document-line");
  const title = element("h2", "wb-document-title");
  title.dir = "auto";
  title.tabIndex = -1;
  const rename = element("button", "wb-icon", "\u270E");
  rename.type = "button";
  rename.title = "Rename the lesson";
  rename.setAttribute("aria-label", rename.title);
  const status = element("span", "wb-tag");
  const note = element("p", "wb-hint");
  const preview = makeButton("Preview as learner", () => send("preview"));
  const share = makeButton("Share", () => openMenu(menu.hidden === true));
  share.setAttribute("aria-expanded", "false");
  share.setAttribute("aria-controls", `wb-links-${number}`);
  share.append(makeCaret());
  const step = makeButton("", () => send("step"));
  step.classList.add("mod-primary");
  const more = makeButton("More", () => showMore(!el.classList.contains("wb-open")));
  more.classList.add("wb-document-more");
  more.append(makeCaret());
  const acts = element("div", "wb-document-acts");
  acts.id = `wb-acts-${number}`;
  acts.append(preview, share);
  line.append(title, rename, status, more, acts, step);
  const menu = element("div", "wb-links");
  menu.id = `wb-links-${number}`;
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Links");
  menu.hidden = true;
  const left = element("ul", "wb-remaining");
  left.id = `wb-remaining-${number}`;
  const toggles = element("div", "wb-rail-toggles");
  toggles.id = `wb-toggles-${number}`;
  more.setAttribute("aria-controls", `${acts.id} ${toggles.id}`);
  toggles.setAttribute("role", "group");
  toggles.setAttribute("aria-label", "Beside the lesson");
  el.append(where, line, menu, note, left, toggles);
  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: (id) => id && id === model.get("state").lesson ? title : null,
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => rename.focus()
  });
  let showsAllTasks = false;
  let frame = 0;
  function beginTitle() {
    const { lesson = "", title: text = "" } = model.get("state");
    if (!model.get("editable") || model.get("disabled")) return;
    editor.start({ id: lesson, text, base: text, label: rename.title }, { focus: true });
  }
  function showMore(isOpen) {
    el.classList.toggle("wb-open", isOpen);
    more.setAttribute("aria-expanded", String(isOpen));
    editor.place();
  }
  const isNarrow = () => more.offsetParent !== null;
  function showRail(frames) {
    const rail = (
      /** @type {HTMLElement | null | undefined} */
      el.closest(".wb-panel")?.querySelector(".wb-rail")
    );
    if (rail?.offsetParent) {
      rail.tabIndex = -1;
      rail.focus({ preventScroll: true });
      rail.scrollIntoView({ block: "start" });
    } else if (frames > 0) frame = requestAnimationFrame(() => showRail(frames - 1));
  }
  function send(intent, value = "") {
    if (!model.get("disabled")) model.send({ intent, value });
  }
  function chosenBlock() {
    const row = el.closest(".wb-block-list-panel")?.querySelector(".wb-blocks .bl-row.bl-active");
    return row instanceof HTMLElement ? row.dataset.id ?? "" : "";
  }
  function openMenu(isOpen) {
    menu.hidden = !isOpen;
    share.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) menu.querySelector("button")?.focus();
  }
  function placeOf(place, label = "") {
    if (!place.anchor) return words(label || place.text);
    const link = element("button", "wb-crumb");
    link.type = "button";
    link.append(label ? element("span", "", label) : words(place.text));
    if (label) link.setAttribute("aria-label", `${label}: ${place.text}`);
    if (label) link.title = place.text;
    link.addEventListener("click", () => send("go", place.anchor));
    return link;
  }
  function drawCrumbs(state) {
    const list = element("ol");
    const crumbs = state.crumbs ?? [];
    crumbs.forEach((crumb) => {
      const item = element("li");
      const place = placeOf(crumb);
      item.append(place);
      list.append(item);
    });
    const turns = element("span", "wb-turns");
    if (state.previous) turns.append(placeOf(state.previous, "Previous lesson"));
    if (state.next) turns.append(placeOf(state.next, "Next lesson"));
    replace(where, [list, turns]);
    where.hidden = crumbs.length === 0;
  }
  function drawStep(state) {
    status.textContent = state.status?.text ?? "";
    status.className = `wb-tag wb-${state.status?.tone ?? "plain"}`;
    status.hidden = !state.status;
    step.hidden = !state.step;
    step.querySelector("span")?.replaceChildren(state.step?.label ?? "");
    step.setAttribute("aria-disabled", String(Boolean(state.step?.isStopped) || model.get("disabled")));
    note.textContent = state.note ?? "";
    note.hidden = !state.note;
    const remaining = state.remaining ?? [];
    if (remaining.length) step.setAttribute("aria-describedby", left.id);
    else step.removeAttribute("aria-describedby");
    const shown = showsAllTasks ? remaining : remaining.slice(0, MOST_TASKS);
    const others = remaining.length - shown.length;
    const all = element("li");
    all.append(makeButton(`Show ${others.toLocaleString("en")} more`, () => {
      showsAllTasks = true;
      drawStep(model.get("state"));
      left.querySelector(`li:nth-child(${MOST_TASKS + 1}) button`)?.focus();
    }));
    replace(left, [...shown.map((task) => {
      const item = element("li");
      item.dataset.stops = String(task.stops);
      item.append(words(task.text));
      if (task.where) {
        const go = element("button", "wb-crumb", task.where);
        go.type = "button";
        go.setAttribute("aria-label", `${task.where}: ${task.text}`);
        go.addEventListener("click", () => send("task", task.value));
        item.append(go);
      }
      return item;
    }), ...others ? [all] : []]);
    left.hidden = remaining.length === 0;
  }
  function drawLinks(state) {
    const links = state.links ?? [];
    replace(menu, links.map(({ label, url, why }) => {
      const row = element("div", "wb-link-row");
      row.append(element("strong", "", label), element("span", "wb-hint", url || why));
      if (url) {
        const copy = element("button", "jupyter-button", `Copy ${label[0].toLowerCase()}${label.slice(1)}`);
        copy.type = "button";
        copy.dataset.wbCopy = url;
        row.append(copy);
      }
      return row;
    }));
    share.hidden = links.length === 0;
    if (!links.length) openMenu(false);
  }
  function drawToggles(state) {
    const sections = state.sections ?? [];
    replace(toggles, sections.map(({ name, label, count, tone }) => {
      const toggle = element("button", "wb-rail-toggle", label);
      toggle.type = "button";
      toggle.setAttribute("aria-pressed", String(name === state.open));
      if (count) {
        const amount = element("span", `wb-tag wb-${tone}`, count.toLocaleString("en"));
        toggle.append(amount);
      }
      toggle.addEventListener("click", () => {
        send("section", `${name} ${chosenBlock()}`.trim());
        if (!isNarrow()) return;
        more.focus();
        showMore(false);
        if (name !== state.open) showRail(FRAMES_TO_WAIT);
      });
      return toggle;
    }));
    toggles.hidden = sections.length === 0;
  }
  function drawTitle() {
    const { title: text = "" } = model.get("state");
    if (title.textContent !== text) title.replaceChildren(words(text));
    title.hidden = !text;
    rename.hidden = !text || !model.get("editable");
    rename.disabled = model.get("disabled");
    editor.place();
    if (model.get("editable")) editor.restore(() => rename.title);
  }
  function update() {
    const state = model.get("state");
    drawTitle();
    drawCrumbs(state);
    drawStep(state);
    drawLinks(state);
    drawToggles(state);
    preview.hidden = !state.title;
    preview.setAttribute("aria-pressed", String(Boolean(state.isPreviewed)));
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    openMenu(false);
    share.focus();
    event.stopPropagation();
  });
  function onKey(event) {
    if (event.key !== "Escape" || !isNarrow() || !el.classList.contains("wb-open")) return;
    showMore(false);
    more.focus();
    event.stopPropagation();
  }
  function onMessage(message) {
    if (typeof message?.edit === "string") beginTitle();
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }
  rename.addEventListener("click", beginTitle);
  title.addEventListener("dblclick", beginTitle);
  el.addEventListener("keydown", onKey);
  const resized = new ResizeObserver(() => editor.place());
  resized.observe(el);
  const unsubscribe = subscribe(model, [
    ["change:state", update],
    ["change:disabled", update],
    ["change:editable", drawTitle],
    ["change:drafts", drawTitle],
    ["msg:custom", onMessage]
  ]);
  showMore(false);
  update();
  return () => {
    unsubscribe();
    resized.disconnect();
    cancelAnimationFrame(frame);
    el.removeEventListener("keydown", onKey);
    el.replaceChildren();
  };
}
var header_default = { initialize, render };
export {
  header_default as default
};
