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
function randomId() {
  return Math.random().toString(36).slice(2, 10);
}
function openLinksElsewhere(parent) {
  for (const link2 of parent.querySelectorAll("a")) {
    link2.target = "_blank";
    link2.rel = "noopener noreferrer nofollow";
  }
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

// workbench/widgets/block_list/elements.js
var SVG = "http://www.w3.org/2000/svg";
var PICTURES = {
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  top: "M3 2.5h10M8 14V6M4.5 9.5 8 6l3.5 3.5",
  bottom: "M3 13.5h10M8 2v8M4.5 6.5 8 10l3.5-3.5",
  plus: "M8 3v10M3 8h10",
  before: "M8 2v6M5 5h6M3 12.5h10",
  after: "M8 8v6M5 11h6M3 3.5h10",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  undo: "M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6",
  redo: "m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h3",
  edit: "m3 13 .7-3L11 2.7 13.3 5 6 12.3z",
  close: "m4 4 8 8M12 4l-8 8",
  file: "M9 1.5H4v13h8.5V5zM9 1.5V5h3.5M8.2 12V7.5M6.2 9.5l2-2 2 2",
  help: "M8 1.5 9.6 6.4 14.5 8 9.6 9.6 8 14.5 6.4 9.6 1.5 8 6.4 6.4z",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  again: "M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3"
};
function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PICTURES[name]);
  svg.append(path);
  return svg;
}
function button({ icon, text = "", label = text, hint = "", className = "", onClick }) {
  const made = element("button", `bl-b ${className}`);
  made.type = "button";
  if (icon) made.append(picture(icon));
  if (text) made.append(element("span", "", text));
  if (label !== text) made.setAttribute("aria-label", label);
  made.title = hint ? `${label} (${hint})` : label;
  made.addEventListener("click", onClick);
  return made;
}
function field(name, input, className = "") {
  const box = element("div", `bl-field ${className}`);
  const label = element("label", "", name);
  input.id = `bl-field-${randomId()}`;
  label.htmlFor = input.id;
  box.append(label, input);
  return box;
}
function tick(text, isOn, type = "checkbox", name = "") {
  const label = element("label", "bl-tick");
  const input = element("input");
  input.type = type;
  input.checked = isOn === true;
  if (name) input.name = name;
  label.append(input, element("span", "", text));
  return { label, input };
}
function oneLine(value) {
  const input = element("input");
  input.type = "text";
  input.value = typeof value === "string" ? value : "";
  return input;
}
function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
function excerptOf(content) {
  const texts = [];
  function collect(value) {
    if (typeof value === "string") texts.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  }
  collect(content);
  const words = texts.join(" ").replace(/\s+/g, " ").trim();
  return words.length > 80 ? `${words.slice(0, 80)} \u2026` : words;
}
function debounce(milliseconds, work) {
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
  run.cancel = () => clearTimeout(timer);
  return run;
}
function showRendered(parent, html, { language, direction }) {
  parent.innerHTML = html;
  parent.lang = language.toLowerCase();
  parent.dir = direction;
  openLinksElsewhere(parent);
}

// workbench/widgets/block_list/popup.js
function makePopup() {
  const menu = element("div", "bl-popup");
  menu.setAttribute("role", "menu");
  menu.hidden = true;
  let whenClosed = null;
  const items = () => (
    /** @type {HTMLButtonElement[]} */
    [...menu.querySelectorAll("[role=menuitem]")]
  );
  function close(isReturning = true) {
    if (menu.hidden) return;
    menu.hidden = true;
    const then = whenClosed;
    whenClosed = null;
    if (isReturning) then?.();
    menu.remove();
  }
  function makeItem({ text, hint = "", glyph = "", type = "", isEnabled = true, onClick }) {
    const made = element("button", "bl-popup-item");
    made.type = "button";
    made.setAttribute("role", "menuitem");
    made.setAttribute("aria-disabled", String(!isEnabled));
    made.tabIndex = -1;
    if (glyph) {
      const chip = element("span", "bl-chip", glyph);
      chip.dataset.type = type;
      chip.setAttribute("aria-hidden", "true");
      made.append(chip);
    }
    made.append(element("span", "", text));
    if (hint) {
      made.append(element("kbd", "bl-soft", hint));
      made.setAttribute("aria-keyshortcuts", hint);
    }
    made.addEventListener("click", () => {
      if (!isEnabled) return;
      close(false);
      onClick();
    });
    return made;
  }
  function onKey(event) {
    const all = items();
    const place = all.indexOf(
      /** @type {HTMLButtonElement} */
      event.target
    );
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1 + all.length, Home: 0, End: all.length - 1 };
    if (event.key in steps) all[steps[event.key] % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const later = [...all.slice(place + 1), ...all.slice(0, place + 1)];
      later.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  menu.addEventListener("keydown", onKey);
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(
      /** @type {Node | null} */
      event.relatedTarget
    ) && document.hasFocus()) close(false);
  });
  return {
    isOpen: () => !menu.hidden,
    close,
    /**
     * Open it in an element, below another one, with the focus on its first item.
     * @param {HTMLElement} parent
     * @param {MenuItem[]} entries
     * @param {{ label: string, top?: number, left?: number, onClose: () => void }} options `onClose` takes the focus back
     */
    open(parent, entries, { label, top = 0, left = 0, onClose }) {
      close(false);
      menu.setAttribute("aria-label", label);
      menu.replaceChildren(...entries.map(makeItem));
      menu.style.insetBlockStart = `${top}px`;
      menu.style.insetInlineStart = `${left}px`;
      menu.hidden = false;
      whenClosed = onClose;
      parent.append(menu);
      items()[0]?.focus({ preventScroll: true });
      menu.scrollIntoView({ block: "nearest" });
    }
  };
}

// workbench/widgets/block_list/block_handle.js
function makeBlockHandle(model, { act, rows, page, onEdit, onHelp, onJson, hasFields }) {
  const handle = element("div", "bl-handle");
  const popup = makePopup();
  const add = button({ icon: "plus", label: "Add a block below", className: "bl-icon", onClick: () => openTypes(add) });
  const more = button({ text: "\u22EE", label: "What to do with this block", className: "bl-icon", onClick: () => openMenu(more) });
  for (const opener of [add, more]) opener.setAttribute("aria-haspopup", "menu");
  handle.append(add, more);
  let place = null;
  function moveTo(id) {
    if (popup.isOpen()) return;
    place = id;
    const block = id === null ? void 0 : page.blockOf(id);
    if (!block) handle.remove();
    else if (handle.parentElement !== block) block.prepend(handle);
    add.hidden = !model.get("can").insert;
  }
  function choose() {
    if (place !== null && !rows.chosen().includes(place)) rows.choose(place, { focus: false });
  }
  function openMenu(opener, onClose = () => opener.focus()) {
    choose();
    const block = handle.parentElement;
    if (!block) return;
    const can = model.get("can");
    const chosen = rows.chosen();
    const { moves } = rows;
    const isOne = chosen.length === 1;
    popup.open(block, [
      { text: "Edit", hint: "Enter", isEnabled: can.write && isOne, onClick: onEdit },
      { text: "Add a block below\u2026", isEnabled: can.insert, onClick: () => openTypes(opener) },
      { text: "Move up", hint: "Alt+\u2191", isEnabled: can.move, onClick: done(moves.up) },
      { text: "Move down", hint: "Alt+\u2193", isEnabled: can.move, onClick: done(moves.down) },
      { text: "Duplicate", hint: "Ctrl+D", isEnabled: can.write && isOne, onClick: done(() => act("duplicate", { id: chosen[0] })) },
      { text: "Help with this block", hint: "Alt+Enter", isEnabled: isOne, onClick: onHelp },
      { text: "Advanced\u2026", isEnabled: can.write && isOne, onClick: () => openAdvanced(chosen[0], onClose) },
      { text: "Delete", hint: "Delete", isEnabled: can.write, onClick: done(() => act("delete", { ids: rows.chosen() })) }
    ], { label: "What to do with this block", top: handle.offsetTop + handle.offsetHeight, onClose });
  }
  function openAdvanced(id, onClose) {
    const block = handle.parentElement;
    if (!block) return;
    popup.open(block, [{ text: "Edit as JSON", isEnabled: hasFields(id), onClick: onJson }], {
      label: "Advanced",
      top: handle.offsetTop + handle.offsetHeight,
      onClose
    });
  }
  function done(work) {
    return () => {
      work();
      page.focus();
    };
  }
  function openTypes(opener) {
    choose();
    const block = handle.parentElement;
    if (!block) return;
    popup.open(block, typeItems(model, (type) => act("insert", { type })), {
      label: "Add a block below",
      top: handle.offsetTop + handle.offsetHeight,
      onClose: () => opener.focus()
    });
  }
  return {
    moveTo,
    /** Stand beside the active block, unless it stands beside another one that is there. */
    update() {
      if (!handle.isConnected) moveTo(rows.active);
      add.hidden = !model.get("can").insert;
    },
    /** Open the menu of the active block, which has the focus. */
    openMenu() {
      moveTo(rows.active);
      openMenu(more, page.focus);
    },
    /**
     * Open the list of types at a field, to choose what its block becomes.
     * @param {HTMLElement} field
     * @param {(type: string) => void} onChoose
     */
    openTypesAt(field2, onChoose) {
      const block = (
        /** @type {HTMLElement | null} */
        field2.closest(".bl-block")
      );
      if (!block) return;
      const [inner, outer] = [field2.getBoundingClientRect(), block.getBoundingClientRect()];
      popup.open(block, typeItems(model, onChoose), {
        label: "Type of this block",
        top: inner.bottom - outer.top,
        left: inner.left - outer.left,
        onClose: () => field2.focus()
      });
    }
  };
}
function typeItems(model, onChoose) {
  return model.get("kinds").filter(([type]) => type === "blank" || model.get("can").write).map(([type, text, glyph]) => ({ type, text, glyph, onClick: () => onChoose(type) }));
}

// workbench/widgets/block_list/block_drafts.js
function makeBlockDrafts({ store, ask, isRefused, onChange, onReturn }) {
  const drafts = /* @__PURE__ */ new Map();
  const checking = /* @__PURE__ */ new Set();
  let problem = "";
  const has = (id) => drafts.has(id) && !drafts.get(id)?.isSent;
  function put(id, draft) {
    drafts.set(id, draft);
    const { n, ...stored } = draft;
    const found = store.write(id, stored);
    if (found === problem) return;
    problem = found;
    onChange();
  }
  function drop(id) {
    drafts.delete(id);
    store.remove(id);
    problem = "";
    onChange();
  }
  function takeBack(id, draft) {
    draft.isSent = false;
    put(id, draft);
    onChange();
    onReturn(id);
  }
  return {
    has,
    put,
    drop,
    get: (id) => drafts.get(id),
    ids: () => new Set([...drafts.keys()].filter(has)),
    problem: () => problem,
    /** Take over what the browser stored for this person, the newest last; it is never sent by itself. */
    restore() {
      const stored = (
        /** @type {[string, BlockDraft][]} */
        [...store.open()].filter(([id, draft]) => !drafts.has(id) && draft.content).sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0))
      );
      for (const [id, draft] of stored) drafts.set(id, draft);
      if (stored.length) onChange();
    },
    /**
     * Drop what was sent and saved; what was sent and not saved is a draft again.
     * @param {(id: string, n: number | undefined) => boolean} isWaiting whether this is still on its way
     */
    async settle(isWaiting) {
      for (const [id, draft] of drafts) {
        if (!draft.isSent || checking.has(id) || isWaiting(id, draft.n)) continue;
        if (isRefused(id)) {
          takeBack(id, draft);
          continue;
        }
        checking.add(id);
        const answer = await ask("saved", { id, type: draft.type, content: draft.content });
        checking.delete(id);
        if (drafts.get(id) !== draft || !draft.isSent || isWaiting(id, draft.n)) continue;
        if (answer.saved) drop(id);
        else takeBack(id, draft);
      }
    },
    /**
     * The draft of a deleted block goes on with another block.
     * @param {string} id
     * @param {string} other
     */
    carryOver(id, other) {
      const draft = drafts.get(id);
      if (draft) put(other, { ...draft, base: void 0 });
      drop(id);
    },
    /** @param {string[]} ids */
    dropSent(ids) {
      for (const id of ids) if (drafts.get(id)?.isSent) drop(id);
    }
  };
}

// workbench/widgets/block_list/caret.js
var LONGEST = 24;
function placeOfClick(root, event) {
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const node = range?.startContainer;
  if (!range || !node || node.nodeType !== Node.TEXT_NODE || !root.contains(node)) return null;
  const text = node.textContent ?? "";
  const before = document.createRange();
  before.selectNodeContents(root);
  before.setEnd(node, range.startOffset);
  const all = root.textContent?.length || 1;
  return {
    before: text.slice(Math.max(0, range.startOffset - LONGEST), range.startOffset),
    after: text.slice(range.startOffset, range.startOffset + LONGEST),
    share: before.toString().length / all
  };
}
function findPlace(source, { before, after, share }) {
  for (let size = before.length + after.length; size > 0; size -= 1) {
    const left = Math.min(before.length, Math.max(Math.floor(size / 2), size - after.length));
    const words = before.slice(before.length - left) + after.slice(0, size - left);
    const wanted = share * source.length;
    let best = -1;
    for (let at = source.indexOf(words); at >= 0; at = source.indexOf(words, at + 1)) {
      if (best < 0 || Math.abs(at + left - wanted) < Math.abs(best - wanted)) best = at + left;
    }
    if (best >= 0) return { offset: best, length: size };
  }
  return null;
}
function textFields(box) {
  return (
    /** @type {(HTMLTextAreaElement | HTMLInputElement)[]} */
    [...box.querySelectorAll("textarea:enabled, input[type=text]:enabled")]
  );
}
function focusField(field2, offset) {
  field2.focus({ preventScroll: true });
  field2.setSelectionRange(offset, offset);
  field2.scrollIntoView({ block: "nearest" });
}
function focusAt(box, place) {
  const fields = textFields(box);
  if (fields.length && (typeof place === "string" || typeof place === "number")) {
    const field3 = place === "end" ? fields[fields.length - 1] : fields[0];
    focusField(field3, place === "start" ? 0 : place === "end" ? field3.value.length : place);
    return true;
  }
  let best = null;
  for (const field3 of place ? fields : []) {
    const found = findPlace(
      field3.value,
      /** @type {TextPlace} */
      place
    );
    if (found && found.length > (best?.length ?? 0)) best = { field: field3, ...found };
  }
  const field2 = best?.field ?? fields[0];
  if (!field2) return false;
  focusField(field2, best?.offset ?? field2.value.length);
  return true;
}

// workbench/widgets/block_list/media_forms.js
var MEDIA_FORMS = {
  image(content, options) {
    const text = oneLine(content.alternativeText);
    const decorative = tick("Decorative picture", content.decorative);
    const caption = oneLine(content.caption);
    const asset = assetField(content, { type: "image", name: "picture", options, texts: { alternativeText: text } });
    const silence = () => {
      text.disabled = decorative.input.checked;
    };
    decorative.input.addEventListener("change", silence);
    silence();
    const words = [field("Alternative text", text), decorative.label, field("Caption (optional)", caption)];
    return {
      nodes: asset.isEmpty ? [asset.element, ...words] : [...words, asset.element],
      read: () => ({
        ...content,
        asset: asset.read(),
        alternativeText: text.value,
        decorative: decorative.input.checked,
        caption: caption.value
      })
    };
  },
  audio: (content, options) => mediaFields(content, { type: "audio", name: "sound", options }),
  video: (content, options) => mediaFields(content, { type: "video", name: "video", options }),
  file: (content, options) => mediaFields(content, { type: "file", name: "file", options })
};
function assetField(content, { type, name, options, texts }) {
  const asset = oneLine(content.asset);
  asset.className = "bl-asset";
  asset.spellcheck = false;
  const isEmpty = !asset.value;
  const choose = button({
    icon: "file",
    text: isEmpty ? `Choose a ${name}\u2026` : `Choose another ${name}\u2026`,
    className: isEmpty ? "bl-main" : "",
    onClick: () => options.chooseFile(type, (stored) => {
      asset.value = stored.asset;
      if (texts.alternativeText && !texts.alternativeText.value) texts.alternativeText.value = stored.alternativeText;
      if (texts.fileName && !texts.fileName.value) texts.fileName.value = stored.fileName;
      asset.dispatchEvent(new Event("input", { bubbles: true }));
    })
  });
  const known = element("details");
  known.append(element("summary", "", "Or paste an ID"), field("ID of an uploaded file (wb.assets.list())", asset));
  const row = element("div", "bl-asset-row");
  row.append(choose, known);
  return { element: row, isEmpty, read: () => asset.value.trim() };
}
function mediaFields(content, about) {
  const caption = oneLine(content.caption);
  const asset = assetField(content, { ...about, texts: { fileName: caption } });
  const words = field("Caption: what it is", caption);
  return {
    nodes: asset.isEmpty ? [asset.element, words] : [words, asset.element],
    read: () => ({ ...content, asset: asset.read(), caption: caption.value })
  };
}

// workbench/widgets/block_list/forms.js
var AFTERWARDS = "Feedback (optional)";
var TEXTS = "input[type=text], textarea";
var FIRST = ":is(input, textarea, select):enabled, .bl-asset-row button";
function makeForm(form, content, options) {
  if (!form) return makeJsonForm(content, "", options);
  const { onInput, direction, language } = options;
  const box = element("div", options.isInline ? "bl-form bl-inline" : "bl-form");
  if (form.note) box.append(element("p", "bl-soft", form.note));
  const fields = form.special ? SPECIAL[form.special](content, options) : makeFields(form.controls, content);
  box.append(...fields.nodes);
  box.addEventListener("input", onInput);
  function prepare(parent) {
    for (
      const input of
      /** @type {NodeListOf<TextField>} */
      parent.querySelectorAll(TEXTS)
    ) {
      input.dir = input.value ? direction : "auto";
      input.lang = language.toLowerCase();
      if (input instanceof HTMLTextAreaElement) requestAnimationFrame(() => grow(input));
    }
  }
  prepare(box);
  box.addEventListener("bl-added", (event) => {
    prepare(
      /** @type {HTMLElement} */
      event.target
    );
    onInput();
  });
  const first = () => (
    /** @type {HTMLElement | null} */
    box.querySelector(FIRST)
  );
  return { element: box, read: fields.read, focus: () => first()?.focus(), rawText: () => "" };
}
function makeJsonForm(content, rawText, { onInput }) {
  const text = manyLines(rawText || JSON.stringify(content, null, 2));
  text.className = "bl-json";
  text.spellcheck = false;
  text.dir = "ltr";
  requestAnimationFrame(() => grow(text));
  const box = element("div", "bl-form");
  box.append(field("Content (JSON)", text));
  box.addEventListener("input", onInput);
  function read() {
    const value = JSON.parse(text.value);
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      throw new SyntaxError("it must be an object in braces");
    }
    return value;
  }
  return { element: box, read, focus: () => text.focus(), rawText: () => text.value };
}
var GROWS_ITSELF = globalThis.CSS?.supports("field-sizing", "content") ?? false;
function grow(area) {
  const isInline = area.closest(".bl-inline") !== null;
  if (isInline && GROWS_ITSELF) return;
  area.style.height = "auto";
  if (isInline) {
    area.style.height = `${area.scrollHeight}px`;
    return;
  }
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, 64), 420)}px`;
}
function manyLines(value, placeholder = "") {
  const input = element("textarea");
  input.value = typeof value === "string" ? value : "";
  input.rows = 3;
  input.placeholder = placeholder;
  input.addEventListener("input", () => grow(input));
  return input;
}
function makeFields(controls, content) {
  const made = controls.map((control) => {
    const { node, read } = CONTROLS[control.control](control, content[control.name]);
    const input = control.control === "parts" ? null : node.querySelector("textarea, input");
    if (input instanceof HTMLElement) input.dataset.field = control.name;
    return { name: control.name, node, read };
  });
  return {
    nodes: made.map(({ node }) => node),
    read: () => ({ ...content, ...Object.fromEntries(made.map(({ name, read }) => [name, read()])) })
  };
}
var CONTROLS = {
  line({ label, width }, value) {
    const input = oneLine(value);
    return { node: field(label, input, widthClass(width)), read: readerOf(input, value) };
  },
  lines({ label, width, rows, hint }, value) {
    const input = manyLines(value, hint);
    input.rows = rows ?? 3;
    return { node: field(label, input, widthClass(width)), read: readerOf(input, value) };
  },
  items({ label, width, rows }, value) {
    const input = manyLines(Array.isArray(value) ? value.join("\n") : "");
    input.rows = rows ?? 3;
    return { node: field(label, input, widthClass(width)), read: linesReaderOf(input, value) };
  },
  tick({ label }, value) {
    const box = tick(label, value);
    return { node: box.label, read: () => box.input.checked };
  },
  options({ label, width, options = [], default: standard }, value) {
    const select = element("select");
    for (const [option, text] of options) select.append(new Option(text, String(option), false, option === (value ?? standard)));
    const read = () => options.find(([option]) => String(option) === select.value)?.[0];
    return { node: field(label, select, widthClass(width)), read };
  },
  parts({ part = "", fields = [] }, value) {
    const rows = makeParts(value, part, (content) => makeFields(fields, content));
    return { node: rows.element, read: rows.read };
  }
};
function readerOf(input, value) {
  const shown2 = input.value;
  const isCrlf = typeof value === "string" && /\r\n/.test(value) && !/\r(?!\n)|(?<!\r)\n/.test(value);
  return () => {
    if (input.value === shown2) return typeof value === "string" ? value : shown2;
    return isCrlf ? input.value.replaceAll("\n", "\r\n") : input.value;
  };
}
function linesReaderOf(input, value) {
  const shown2 = input.value;
  return () => input.value === shown2 && Array.isArray(value) ? value : linesOf(input.value);
}
var widthClass = (width) => width ? `bl-${width}` : "";
var SPECIAL = {
  ...MEDIA_FORMS,
  quiz(content) {
    const question = manyLines(content.question);
    question.rows = 2;
    const readQuestion = readerOf(question, content.question);
    const several = tick("Allow several correct answers", content.multiple);
    const kind = () => several.input.checked ? "checkbox" : "radio";
    const group = `bl-correct-${randomId()}`;
    const choices = makeParts(content.choices, "choice", (part) => {
      const text = oneLine(part.text);
      const feedback = oneLine(part.feedback);
      const [readText, readFeedback] = [readerOf(text, part.text), readerOf(feedback, part.feedback)];
      const correct = tick("Correct", part.isCorrect, kind(), group);
      correct.input.className = "bl-correct";
      return {
        nodes: [
          correct.label,
          field("Answer", text, "bl-wide"),
          field(AFTERWARDS, feedback, "bl-wide")
        ],
        read: () => ({ ...part, text: readText(), isCorrect: correct.input.checked, feedback: readFeedback() })
      };
    });
    several.input.addEventListener("change", () => {
      const boxes = (
        /** @type {NodeListOf<HTMLInputElement>} */
        choices.element.querySelectorAll(".bl-correct")
      );
      for (const box of boxes) box.type = kind();
    });
    return {
      nodes: [field("Question", question), several.label, choices.element],
      read: () => ({ ...content, question: readQuestion(), multiple: several.input.checked, choices: choices.read() })
    };
  },
  gaps(content) {
    const text = manyLines(content.text, "Water boils at ___ \xB0C.");
    const gaps = makeGaps(content.gaps);
    const feedback = manyLines(content.feedback);
    feedback.rows = 2;
    const [readText, readFeedback] = [readerOf(text, content.text), readerOf(feedback, content.feedback)];
    const count = () => gaps.show((text.value.match(/_{3,}/g) ?? []).length);
    text.addEventListener("input", count);
    count();
    const add = button({
      icon: "plus",
      text: "Add a gap",
      onClick: () => {
        text.setRangeText("___", text.selectionStart, text.selectionEnd, "end");
        text.dispatchEvent(new Event("input", { bubbles: true }));
        text.focus();
      }
    });
    return {
      nodes: [field("Text with gaps (type ___ for each gap)", text), add, gaps.element, field(AFTERWARDS, feedback)],
      read: () => ({ ...content, text: readText(), gaps: gaps.read(), feedback: readFeedback() })
    };
  }
};
function makeGaps(gaps) {
  const box = element("div", "bl-parts");
  const rows = [];
  let shown2 = 0;
  function add(gap) {
    const answers = manyLines(Array.isArray(gap.answers) ? gap.answers.join("\n") : "");
    answers.rows = 1;
    const row = field(`Gap ${rows.length + 1}: accepted answers, one per line`, answers);
    const read = linesReaderOf(answers, gap.answers);
    rows.push({ row, read: () => ({ ...gap, answers: read() }) });
  }
  function show(count) {
    if (count === shown2) return;
    while (rows.length < count) add({});
    shown2 = count;
    box.replaceChildren(...rows.slice(0, count).map((entry) => entry.row));
    box.dispatchEvent(new Event("bl-added", { bubbles: true }));
  }
  for (const gap of Array.isArray(gaps) ? gaps : []) add(gap && typeof gap === "object" ? gap : {});
  return { element: box, show, read: () => rows.slice(0, shown2).map((entry) => entry.read()) };
}
function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
function makeParts(parts, name, make) {
  const box = element("div", "bl-parts");
  const rows = [];
  function add(part) {
    const form = make(part);
    const row = element("div", "bl-part");
    row.setAttribute("role", "group");
    const entry = { row, read: form.read };
    const tools = element("div", "bl-part-tools");
    tools.append(
      button({ icon: "up", label: `Move this ${name} up`, className: "bl-icon", onClick: () => moveUp(entry) }),
      button({ icon: "bin", label: `Remove this ${name}`, className: "bl-icon", onClick: () => remove(entry) })
    );
    row.append(...form.nodes, tools);
    rows.push(entry);
    box.insertBefore(row, more);
    label();
    return row;
  }
  function label() {
    rows.forEach((entry, place) => entry.row.setAttribute("aria-label", `${name} ${place + 1}`));
  }
  function changed() {
    label();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function remove(entry) {
    rows.splice(rows.indexOf(entry), 1);
    entry.row.remove();
    changed();
    focusIn(rows.at(-1)?.row, "input, textarea", more);
  }
  function moveUp(entry) {
    const place = rows.indexOf(entry);
    if (place < 1) return;
    rows.splice(place, 1);
    rows.splice(place - 1, 0, entry);
    box.insertBefore(entry.row, rows[place].row);
    changed();
    focusIn(entry.row, ".bl-part-tools button");
  }
  const more = button({
    icon: "plus",
    text: `Add a ${name}`,
    onClick: () => {
      const row = add({});
      row.dispatchEvent(new Event("bl-added", { bubbles: true }));
      focusIn(row, TEXTS);
    }
  });
  box.append(more);
  for (const part of Array.isArray(parts) ? parts : []) add(part && typeof part === "object" ? part : {});
  return { element: box, read: () => rows.map((entry) => entry.read()) };
}
function focusIn(parent, selector, otherwise) {
  const found = (
    /** @type {HTMLElement | null | undefined} */
    parent?.querySelector(selector)
  );
  (found ?? otherwise)?.focus();
}

// workbench/widgets/block_list/markdown_edit.js
var ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;
var BEGUN = "https://";
function surround(mark) {
  const size = mark.length;
  return ({ value, start, end }) => {
    while (start < end && /\s/.test(value[start])) start += 1;
    while (end > start && /\s/.test(value[end - 1])) end -= 1;
    const words = value.slice(start, end);
    const isAround = (at, to) => countOf(value, mark[0], at, -1) >= size && countOf(value, mark[0], to, 1) >= size && (size > 1 || countOf(value, mark[0], at, -1) !== 2);
    if (words && isAround(start, end)) {
      return { start: start - size, end: end + size, text: words, from: start - size, to: end - size };
    }
    if (words.length > 2 * size && isAround(start + size, end - size)) {
      return { start, end, text: words.slice(size, -size), from: start, to: end - 2 * size };
    }
    return { start, end, text: mark + words + mark, from: start + size, to: end + size };
  };
}
function countOf(value, character, at, step) {
  let place = step < 0 ? at - 1 : at;
  let count = 0;
  for (; value[place] === character; place += step) count += 1;
  return count;
}
function link({ value, start, end }) {
  const words = value.slice(start, end);
  if (ADDRESS.test(words)) return { start, end, text: `[](${words})`, from: start + 1, to: start + 1 };
  const from = start + words.length + 3;
  return { start, end, text: `[${words}](${BEGUN})`, from, to: from + BEGUN.length };
}
function list({ value, start, end }) {
  const first = value.lastIndexOf("\n", start - 1) + 1;
  const next = value.indexOf("\n", end);
  const last = next < 0 ? value.length : next;
  const lines = value.slice(first, last).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const text = lines.map((line) => isList ? line.slice(2) : line.startsWith("- ") ? line : `- ${line}`).join("\n");
  const isOne = lines.length === 1;
  return { start: first, end: last, text, from: isOne ? first + text.length : first, to: first + text.length };
}
var FORMATS = { bold: surround("**"), italic: surround("*"), code: surround("`"), formula: surround("$"), link, list };
function applyEdit(area, { start, end, text, from, to }) {
  area.focus();
  area.setSelectionRange(start, end);
  const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
  if (!isDone) {
    area.setRangeText(text, start, end);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(from, to);
}

// workbench/widgets/block_list/markdown_tools.js
var TOOLS = [
  ["bold", "B", "Bold", "b"],
  ["italic", "I", "Italic", "i"],
  ["code", "Code", "Code", "e"],
  ["link", "Link", "Link", "k"],
  ["formula", "Formula", "Formula", ""],
  ["list", "List", "List", ""]
];
function makeMarkdownTools(box) {
  const bar = element("div", "bl-formats");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Format");
  const areas = () => (
    /** @type {NodeListOf<HTMLTextAreaElement>} */
    box.querySelectorAll("textarea[data-field=markdown]")
  );
  bar.hidden = areas().length === 0;
  let area = areas()[0];
  function apply(name) {
    if (!area) return;
    const { value, selectionStart: start, selectionEnd: end } = area;
    applyEdit(area, FORMATS[name]({ value, start, end }));
  }
  for (const [name, text, label, key] of TOOLS) {
    const hint = key ? `Ctrl+${key.toUpperCase()}` : "";
    const made = button({ text, label, hint, className: `bl-format bl-format-${name}`, onClick: () => apply(name) });
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    bar.append(made);
  }
  box.addEventListener("focusin", (event) => {
    const found = [...areas()].find((one) => one === event.target);
    if (found) area = found;
  });
  return {
    element: bar,
    /**
     * Apply the format of a key; Ctrl+K is a link of selected words only.
     * @param {KeyboardEvent} event
     * @returns {boolean} whether the key did something
     */
    onKey(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.target !== area || !area) return false;
      const found = TOOLS.find(([, , , key]) => key && key === event.key.toLowerCase());
      if (!found || found[0] === "link" && area.selectionStart === area.selectionEnd) return false;
      apply(found[0]);
      return true;
    }
  };
}

// workbench/widgets/block_list/splitting.js
var FENCE = /^ {0,3}(`{3,}|~{3,})/;
var BEGINS_A_BLOCK = /^(\s{4}|\t| {0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||`{3}|~{3}|\$\$|<|\[\^))/;
var IS_LINES = /^ {0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||`{3}|~{3}|\$\$|\[\^)/;
function splitText(markdown, start, end) {
  return [markdown.slice(0, start).trimEnd(), markdown.slice(end).replace(/^\s*\n/, "").replace(/^[ \t]+/, "")];
}
function joinTexts(first, second) {
  const lines = first.trimEnd().split("\n");
  const isApart = Boolean(first && second) && (IS_LINES.test(lines[lines.length - 1]) || BEGINS_A_BLOCK.test(second));
  const before = isApart ? `${first.replace(/\n+$/, "")}

` : first;
  return { markdown: before + second, place: before.length };
}
function joinContents(first, second) {
  const { markdown, place } = joinTexts(first.markdown ?? "", second.markdown ?? "");
  const sources = [first.sources, second.sources].filter(Array.isArray).flat();
  return { content: { ...second, ...first, markdown, ...sources.length ? { sources } : {} }, place };
}
function isSecondEnter(markdown, at) {
  const before = markdown.slice(0, at);
  const rest = markdown.slice(at);
  if (!/\S[^\n]*\n$/.test(before) || !/^[ \t]*(\n|$)/.test(rest)) return false;
  let fence = "";
  for (const line of before.split("\n")) {
    const [, marks = ""] = FENCE.exec(line) ?? [];
    if (!fence) fence = marks;
    else if (marks[0] === fence[0] && marks.length >= fence.length) fence = "";
  }
  return !fence && (before.split("$$").length - 1) % 2 === 0;
}

// workbench/widgets/block_list/block_form.js
var BY_BUTTON = /* @__PURE__ */ new Set(["image", "audio", "video", "file", "fillIn", "ordering", "matching"]);
var STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
function makeBlockForm(draft, options) {
  const { kinds, onInput, onSave, onCancel, onLeave, onType, onFields, ...look } = options;
  const record = kinds.find(([wire]) => wire === draft.type)?.[3];
  const isSelfSaving = Boolean(record) && !draft.isJson && !BY_BUTTON.has(draft.type);
  const type = element("select");
  type.setAttribute("aria-label", "Type of this block");
  for (const [wire, name] of kinds) type.append(new Option(name, wire, false, wire === draft.type));
  if (!kinds.some(([wire]) => wire === draft.type)) type.append(new Option(draft.type, draft.type, true, true));
  type.addEventListener("change", () => onType(type.value));
  const fields = draft.isJson ? makeJsonForm(draft.content, draft.rawText ?? "", { onInput }) : makeForm(record, draft.content, { onInput, isInline: isSelfSaving, ...look });
  const settings = element("div", "bl-settings");
  const texts = fields.element.querySelectorAll("textarea, input[type=text]");
  if (isSelfSaving) {
    if (texts.length === 1) fields.element.classList.add("bl-single");
    settings.append(...fields.element.querySelectorAll(":scope > .bl-field:has(> select)"));
    settings.addEventListener("input", onInput);
  }
  const formats = makeMarkdownTools(fields.element);
  const tools = element("div", "bl-tools");
  tools.append(type, settings, ...isSelfSaving ? [formats.element] : []);
  if (draft.isJson) tools.append(button({ text: "Edit as fields", onClick: onFields }));
  const warning = element("div", "bl-changed");
  const problem = element("p", "bl-problem");
  problem.setAttribute("role", "alert");
  problem.hidden = true;
  const save = element("div", "bl-save");
  save.append(
    button({ text: "Save", hint: "Ctrl+Enter", className: "bl-main", onClick: onSave }),
    button({ text: "Cancel", hint: "Escape", onClick: onCancel })
  );
  const preview = element("div", "bl-rendered");
  const frame = element("div", "bl-preview");
  frame.append(element("div", "bl-preview-name", "Preview of the block"), preview);
  let isComposing = false;
  let keyCount = 0;
  let wasUndone = false;
  fields.element.addEventListener("compositionstart", () => {
    isComposing = true;
  });
  fields.element.addEventListener("compositionend", () => {
    isComposing = false;
    onInput();
  });
  fields.element.addEventListener("input", (event) => {
    if (event instanceof InputEvent && event.inputType.startsWith("history")) wasUndone = true;
  });
  for (const part of [fields.element, tools]) part.addEventListener("keydown", isSelfSaving ? onTextKey : onFormKey);
  function onFormKey(event) {
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && (event.key === "Enter" || event.key.toLowerCase() === "s")) onSave();
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onTextKey(event) {
    if (event.isComposing || isComposing) return;
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    keyCount += 1;
    if (isControl && (key === "z" || key === "y")) {
      const isRedo = key === "y" || event.shiftKey;
      wasUndone = false;
      setTimeout(() => {
        if (!wasUndone) options.onUndo(isRedo);
      }, 0);
      return;
    }
    if (changesBlocks(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key in STEPS && !isControl && !event.altKey && !event.shiftKey) {
      crossLater(event);
      return;
    }
    if (event.altKey && key === "f10") (formats.element.hidden ? type : formats.element.querySelector("button"))?.focus();
    else if (isControl && key === "s") onSave();
    else if (key === "escape" || isControl && key === "enter") onLeave();
    else if (key === "/" && isEmptyText(event.target)) options.onTypes(
      /** @type {HTMLElement} */
      event.target
    );
    else if (!formats.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function changesBlocks(event) {
    const { target, key } = event;
    if (draft.type !== "text" || !(target instanceof HTMLTextAreaElement) || event.altKey || event.shiftKey) return false;
    const { value, selectionStart: start, selectionEnd: end } = target;
    const isControl = event.ctrlKey || event.metaKey;
    if (key === "Enter" && isControl && value.slice(0, start).trim() && value.slice(end).trim()) options.onSplit(start, end);
    else if (key === "Enter" && !isControl && start === end && isSecondEnter(value, start)) options.onSplit(start, end);
    else if (key === "Backspace" && !isControl && end === 0) options.onJoin();
    else return false;
    return true;
  }
  function crossLater({ target, key }) {
    const field2 = (
      /** @type {HTMLTextAreaElement | HTMLInputElement} */
      target
    );
    const places = textFields(fields.element);
    if (!places.includes(field2) || field2.selectionStart !== field2.selectionEnd) return;
    const before = field2.selectionStart;
    const thisKey = keyCount;
    setTimeout(() => {
      if (keyCount !== thisKey) return;
      const isThere = places.includes(
        /** @type {any} */
        /** @type {Document} */
        field2.getRootNode().activeElement
      );
      if (isComposing || !isThere || field2.selectionStart !== before || field2.selectionEnd !== before) return;
      const step = STEPS[key];
      const next = places[places.indexOf(field2) + step];
      if (next) focusField(next, step < 0 ? next.value.length : 0);
      else options.onCross(step);
    }, 0);
  }
  function isEmptyText(target) {
    return texts.length === 1 && target instanceof HTMLTextAreaElement && !target.value;
  }
  function showProblem(sentence) {
    if (problem.textContent !== sentence) problem.textContent = sentence;
    problem.hidden = !sentence;
  }
  return {
    draft,
    tools,
    visit: randomId(),
    isSelfSaving,
    nodes: isSelfSaving ? [warning, fields.element, problem] : [warning, fields.element, problem, save, frame],
    isSaving: false,
    isWarned: false,
    isComposing: () => isComposing,
    /** @param {import("./caret.js").CaretPlace | null} [place] */
    focus(place = null) {
      if (place === null || !focusAt(fields.element, place)) fields.focus();
    },
    focusType: () => type.focus(),
    showProblem,
    problem: () => problem.hidden ? "" : problem.textContent ?? "",
    /** Read the fields into the draft; whether they could be read. */
    read() {
      try {
        draft.content = fields.read();
        draft.problem = draft.rawText = "";
      } catch (error) {
        draft.rawText = fields.rawText();
        draft.problem = `This is not JSON that can be saved: ${/** @type {Error} */
        error.message}.`;
      }
      return !draft.problem;
    },
    /** Whether the fields can be read; why not is shown. */
    isReadable() {
      const isRead = this.read();
      if (!isRead) showProblem(draft.problem ?? "");
      return isRead;
    },
    /** @param {string} html */
    showPreview: (html) => showRendered(preview, html, look),
    /**
     * Somebody else has changed the block that is being written here: show theirs, and ask.
     * @param {{ html: string, by?: string, at?: string }} block
     */
    warn(block) {
      this.isWarned = true;
      const when = block.at ? ` (${localTime(block.at)})` : "";
      const who = `This block was changed while you were writing, by ${block.by || "somebody else"}${when}.`;
      const theirs = element("div", "bl-rendered bl-theirs");
      showRendered(theirs, block.html, look);
      const words = isSelfSaving ? "Your text is not saved yet. Theirs is:" : "Saving replaces theirs, which is:";
      warning.replaceChildren(
        element("span", "", `${who} ${words}`),
        theirs,
        button({ text: "Keep both", hint: "Yours becomes a separate block after theirs", onClick: options.onKeepBoth }),
        button({ text: "Keep theirs", onClick: options.onKeepTheirs }),
        ...isSelfSaving ? [button({ text: "Keep mine", hint: "Yours replaces theirs", onClick: options.onKeepMine })] : []
      );
      warning.setAttribute("role", "alert");
    },
    endWarning() {
      this.isWarned = false;
      warning.replaceChildren();
    }
  };
}

// workbench/widgets/block_list/sources.js
var PAUSE = 400;
var STATES = {
  verified: ["\u2713", "Supported by the passage"],
  corrected: ["\u2713", "Quoted from the passage"],
  unverified: ["?", "Not found in the passage"]
};
function userText(text) {
  const made = element("bdi", "", text);
  made.dir = "auto";
  return made;
}
function makeQuoteList(quotes, ask) {
  const box = element("section", "bl-quotes");
  box.setAttribute("aria-label", "From sources");
  const list2 = element("ul");
  for (const quote of quotes) list2.append(makeQuote(quote, ask));
  box.append(element("div", "bl-soft", "From sources"), list2);
  setTimeout(() => {
    if (box.isConnected) markChanged(list2, quotes, ask);
  }, PAUSE);
  return box;
}
async function markChanged(list2, quotes, ask) {
  for (const source of new Set(quotes.map((cited) => cited.source))) {
    const { passage, quote } = quotes.find((cited) => cited.source === source) ?? quotes[0];
    const answer = await ask("passage", { source, passage, quote });
    const note = answer.isGone ? "Source deleted" : answer.note ? "The source has a newer version" : "";
    for (const [place, cited] of quotes.entries()) {
      if (note && cited.source === source) {
        list2.children[place].querySelector(".bl-quote-head")?.append(element("span", "bl-quote-changed", note));
      }
    }
  }
}
function makeQuote(quote, ask) {
  const [sign, name] = STATES[quote.state] ?? STATES.unverified;
  const item = element("li", "bl-quote");
  item.dataset.state = quote.state;
  const mark = element("span", "bl-quote-sign", sign);
  mark.setAttribute("aria-hidden", "true");
  const where = element("span", "bl-quote-where");
  where.append(userText(quote.title), ", ", userText(quote.place));
  const head = element("div", "bl-quote-head");
  const passage = element("blockquote", "bl-passage");
  passage.hidden = true;
  passage.tabIndex = 0;
  passage.setAttribute("role", "region");
  passage.setAttribute("aria-label", `Passage: ${quote.title}, ${quote.place}`);
  const open = button({
    text: "Open the passage",
    className: "bl-quote-open",
    label: `Open the passage: ${quote.title}, ${quote.place}`,
    onClick: toggle
  });
  open.setAttribute("aria-expanded", "false");
  head.append(mark, where, element("span", "bl-soft", name));
  item.append(head);
  if (quote.quote) {
    const words = element("q", "bl-quote-words", quote.quote);
    words.dir = "auto";
    item.append(words);
  }
  item.append(open, passage);
  async function toggle() {
    const isOpen = passage.hidden;
    passage.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || passage.dataset.state === "read") return;
    passage.replaceChildren(element("p", "bl-soft", "Reading\u2026"));
    const answer = await ask("passage", { source: quote.source, passage: quote.passage, quote: quote.quote });
    passage.replaceChildren(...answer.problem ? [element("p", "bl-problem", answer.problem)] : shown(answer));
    if (!answer.problem) passage.dataset.state = "read";
  }
  return item;
}
function shown({ parts: [before, quote, after], heading, note }) {
  const nodes = [];
  if (note) nodes.push(element("p", "bl-problem", note));
  if (heading) {
    const above = element("p", "bl-soft");
    above.append(userText(heading));
    nodes.push(above);
  }
  const text = element("p");
  text.dir = "auto";
  text.append(before, ...quote ? [element("mark", "", quote)] : [], after);
  nodes.push(text);
  return nodes;
}

// workbench/widgets/block_list/text_saving.js
var SAVE_PAUSE = 1e3;
function canonical(value) {
  return JSON.stringify(value, (_, part) => part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => one < other ? -1 : 1)) : part);
}
function makeTextSaving({ ask, edit, drafts, isDisputed, getState, onHtml, onDrafts, opened }) {
  const pause = debounce(SAVE_PAUSE, () => void save());
  let isSending = false;
  function isSendable(form) {
    return !isSending && form.isSelfSaving && !form.isWarned && !form.isComposing() && !isDisputed();
  }
  async function save() {
    const mine = opened();
    if (!mine || !drafts.has(mine.id) || !isSendable(mine.form)) return;
    const { form, id } = mine;
    form.read();
    const written = JSON.stringify(form.draft.content);
    const answer = await ask("draft", { id, type: form.draft.type, content: form.draft.content });
    if (opened()?.form !== form || written !== JSON.stringify(form.draft.content)) return;
    form.showProblem(answer.refused);
    onHtml(id, answer.html);
    if (answer.refused || !drafts.has(id) || !isSendable(form)) onDrafts();
    else send(form, id, answer.stored);
  }
  function send({ draft, visit }, id, stored) {
    const base = canonical(stored);
    if (base === draft.base && getState().card(id)[0] === draft.type) {
      drafts.drop(id);
      return;
    }
    isSending = true;
    const n = edit(id, draft, visit);
    isSending = false;
    if (n === void 0) return;
    Object.assign(draft, { n, isSent: true, baseBefore: draft.base, base });
    drafts.put(id, draft);
    onDrafts();
  }
  return {
    /** Save when nothing more is typed for a second. */
    pause,
    save,
    /** Send what is typed, now and without a question. */
    flush() {
      const mine = opened();
      if (!mine || !drafts.has(mine.id) || !isSendable(mine.form)) return;
      mine.form.read();
      if (!mine.form.problem()) send(mine.form, mine.id, mine.form.draft.content);
    },
    cancel: pause.cancel
  };
}

// workbench/widgets/block_list/text_splitting.js
function makeTextSplitting({ ask, drafts, split, join, isDisputed, getState, contentOf, opened, open }) {
  function free() {
    const mine = opened();
    const { write, move } = getState().can;
    return mine && !mine.form.isWarned && !isDisputed() && write && move ? mine : null;
  }
  function keepSent(id, content, n, baseBefore) {
    drafts.put(id, { type: "text", content, base: canonical(content), baseBefore, isJson: false, isSent: true, n });
  }
  return {
    /**
     * Split the text that is written; what is selected goes.
     * @param {number} start
     * @param {number} end
     */
    splitAt(start, end) {
      const mine = free();
      if (!mine) return;
      const { form, id } = mine;
      form.read();
      const { content: whole, base } = form.draft;
      const [first, second] = splitText(whole.markdown ?? "", start, end).map((markdown) => ({ ...whole, markdown }));
      const made = split(id, { first, second });
      if (!made) return;
      keepSent(id, first, made.n, base);
      keepSent(made.id, second, made.n);
      open("start", second);
    },
    /** Join the text that is written with the one before it, unless that is no text, or not saved itself. */
    async joinWithPrevious() {
      const mine = free();
      if (!mine) return;
      const { form, id } = mine;
      const { order, card } = getState();
      const before = order[order.indexOf(id) - 1];
      if (before === void 0 || card(before)[0] !== "text" || drafts.has(before)) return;
      const known = drafts.get(before) ?? contentOf(before) ?? await ask("block", { id: before });
      if (opened()?.form !== form || !known.content) return;
      form.read();
      const { content, place } = joinContents(known.content, form.draft.content);
      const n = join(before, id, content);
      if (n === void 0) return;
      drafts.drop(id);
      keepSent(before, content, n, canonical(known.content));
      open(place, content);
    }
  };
}

// workbench/widgets/block_list/unsaved_texts.js
var MOST_LOST = 3;
var MOST_PLACES = 5;
function makeUnsavedTexts({ pane, onContinue, onRescue }) {
  const { drafts } = pane;
  const box = element("div", "bl-unsaved");
  box.setAttribute("role", "status");
  let shown2 = "";
  function update(order, isOrderKnown) {
    const ids = [...drafts.ids()];
    const here = ids.filter((id) => order.includes(id) && id !== pane.writing());
    const gone = isOrderKnown ? ids.filter((id) => !order.includes(id)) : [];
    const places = here.map((id) => order.indexOf(id) + 1);
    const now = JSON.stringify([here, gone, drafts.problem(), places]);
    if (now === shown2) return;
    shown2 = now;
    box.replaceChildren();
    if (drafts.problem()) box.append(element("p", "bl-problem", drafts.problem()));
    if (here.length) {
      const text = `You have unsaved text in ${listed(places)}. It is kept in this browser.`;
      box.append(makeLine(text, [["Continue writing", () => onContinue(here[here.length - 1])]]));
    }
    for (const id of gone.slice(0, MOST_LOST)) {
      const words = excerptOf(drafts.get(id)?.content);
      const text = `Your text was not saved, and its block has been deleted: \u201C${words}\u201D`;
      const ways = (
        /** @type {[string, () => void][]} */
        [
          ["Insert as a new block", () => onRescue(id)],
          ["Discard", () => drafts.drop(id)]
        ]
      );
      box.append(makeLine(text, ways));
    }
  }
  return { element: box, update };
}
function listed(places) {
  const ordered = [...places].sort((one, other) => one - other);
  const some = ordered.slice(0, MOST_PLACES).join(", ");
  return `${ordered.length === 1 ? "block" : "blocks"} ${some}${ordered.length > MOST_PLACES ? " \u2026" : ""}`;
}
function makeLine(text, ways) {
  const line = element("div", "bl-changed");
  const words = element("span", "", text);
  words.dir = "auto";
  line.append(words, ...ways.map(([name, onClick]) => button({ text: name, onClick })));
  return line;
}

// workbench/widgets/block_list/block_pane.js
var PREVIEW_PAUSE = 250;
function makeBlockPane({
  ask,
  edit,
  insertBehind,
  split,
  join,
  cross,
  undo,
  kinds,
  isDisputed,
  getState,
  afterwards,
  onDrafts,
  onMode,
  onReturn,
  onHtml,
  onTypes,
  contentOf,
  store,
  chooseFile
}) {
  const pane = element("section", "bl-page");
  pane.setAttribute("aria-label", "Selected block");
  const head = element("div", "bl-page-head");
  const notes = element("div", "bl-page-findings");
  const body = element("div", "bl-page-body");
  pane.append(head, body, notes);
  const drafts = makeBlockDrafts({
    store,
    ask,
    isRefused: (id) => getState().refused.has(id),
    onChange: onDrafts,
    onReturn(id) {
      const draft = drafts.get(id);
      if (draft?.baseBefore !== void 0) draft.base = draft.baseBefore;
      if (id !== current) onReturn(id);
      else if (mode === "look") write();
      else warnOfOthers();
    }
  });
  let discarded = null;
  let current = null;
  let currentCard = "";
  let form = null;
  let mode = "look";
  let round = 0;
  function follow(active, chosen) {
    if (chosen.length > 1) {
      leave();
      setMode("many");
      current = null;
      clear();
      return;
    }
    const state = getState();
    const card = active === null ? "" : JSON.stringify([state.card(active), state.can.write]);
    if (active === current && card === currentCard) return;
    if (active === current && mode === "write") {
      currentCard = card;
      warnOfOthers();
      return;
    }
    if (active !== current) leave();
    current = active;
    currentCard = card;
    if (active === null) {
      setMode("look");
      clear();
    } else if (drafts.has(active)) {
      clear();
      write();
    } else {
      look();
    }
  }
  function clear() {
    round += 1;
    head.replaceChildren();
    body.replaceChildren();
  }
  function setMode(now) {
    mode = now;
    onMode();
  }
  function showFindings(listOf) {
    const list2 = current === null || mode === "write" ? void 0 : listOf(current);
    if (!list2?.isEqualNode(notes.firstElementChild)) notes.replaceChildren(...list2 ? [list2] : []);
  }
  async function look() {
    form = null;
    clear();
    setMode("look");
    const mine = round;
    const id = current;
    if (discarded && discarded.id === id) body.append(makeRestoreLine(discarded));
    const block = await ask("block", { id });
    if (mine !== round || !block.found) return;
    if (block.problem) body.append(element("p", "bl-problem", block.problem));
    if (block.quotes.length) body.append(makeQuoteList(block.quotes, ask));
  }
  function makeRestoreLine(lost) {
    const line = makeLine("Your text was discarded.", [["Restore", () => {
      drafts.put(lost.id, lost.draft);
      discarded = null;
      onDrafts();
      write({ focus: true });
    }]]);
    line.setAttribute("role", "status");
    return line;
  }
  async function write({ focus = false, place = null, content } = {}) {
    if (current === null || !getState().can.write) return;
    if (form) {
      if (focus) form.focus(place);
      return;
    }
    mode = "write";
    const mine = ++round;
    const id = current;
    let draft = drafts.has(id) ? drafts.get(id) : void 0;
    if (draft?.base) draft.base = canonical(JSON.parse(draft.base));
    if (!draft) {
      const begunText = content && { found: true, type: "text", content };
      const block = begunText ?? contentOf(id) ?? await ask("block", { id });
      if (mine !== round || !block.found) return;
      const isBlank = block.type === "blank";
      const begun = isBlank ? await ask("convert", { id, type: "blank", content: {}, to: "text" }) : block;
      if (mine !== round) return;
      const type = isBlank ? "text" : block.type;
      draft = { type, content: begun.content, base: canonical(block.content), isJson: false };
    }
    const opened = openForm(id, draft);
    if (focus) opened.focus(place);
  }
  function openForm(id, draft) {
    const { direction, language } = getState();
    const opened = makeBlockForm(draft, {
      kinds: kinds(),
      direction,
      language,
      onInput,
      onCancel: discard,
      onType: convert,
      onFields: () => turn(false),
      onLeave: close,
      onSave: () => opened.isSelfSaving ? void saving.save() : void save(),
      onCross: cross,
      onSplit: splitting.splitAt,
      onJoin: () => void splitting.joinWithPrevious(),
      onUndo: undo,
      onKeepBoth: keepBoth,
      onKeepMine: keepMine,
      onKeepTheirs: discard,
      onTypes,
      chooseFile
    });
    form = opened;
    head.replaceChildren(opened.tools);
    body.replaceChildren(...opened.nodes);
    notes.replaceChildren();
    pane.classList.toggle("bl-writing-text", opened.isSelfSaving);
    setMode("write");
    preview();
    if (drafts.get(id) === draft) {
      warnOfOthers();
      saving.pause();
    }
    return opened;
  }
  const preview = debounce(PREVIEW_PAUSE, async () => {
    const mine = form;
    const id = current;
    if (!mine || id === null || !mine.isReadable()) return;
    const answer = await ask("draft", { id, type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return;
    if (mine.isSelfSaving) {
      mine.showProblem(answer.refused);
      onHtml(id, answer.html);
      onDrafts();
    } else {
      mine.showPreview(answer.html);
      if (mine.problem()) mine.showProblem(answer.problem);
    }
  });
  function onInput() {
    if (!form || current === null) return;
    const isNew = !drafts.has(current);
    form.read();
    form.draft.isSent = false;
    drafts.put(current, form.draft);
    preview();
    saving.pause();
    if (isNew) onDrafts();
  }
  const saving = makeTextSaving({
    ask,
    edit,
    drafts,
    isDisputed,
    getState,
    onHtml,
    onDrafts,
    opened: () => form && current !== null ? { form, id: current } : null
  });
  function leave() {
    if (form && current !== null && mode === "write" && drafts.has(current)) {
      form.read();
      drafts.put(current, form.draft);
      saving.flush();
    }
    preview.cancel();
    saving.cancel();
    form = null;
    pane.classList.remove("bl-writing-text");
  }
  function showLeft() {
    leave();
    onDrafts();
    currentCard = "";
    look();
  }
  function close() {
    showLeft();
    afterwards();
  }
  function onFocusOut() {
    const mine = form;
    setTimeout(() => {
      if (!mine || mine !== form || !mine.isSelfSaving || !document.hasFocus() || hasFocus()) return;
      if (focused()?.closest(".bl-popup") && pane.closest(".bl-block")?.contains(focused())) return;
      showLeft();
    }, 0);
  }
  for (const part of [pane, head]) part.addEventListener("focusout", onFocusOut);
  const focused = () => (
    /** @type {Document | ShadowRoot} */
    pane.getRootNode().activeElement
  );
  const hasFocus = () => pane.contains(focused()) || head.contains(focused());
  async function findProblem(mine, id) {
    const answer = await ask("draft", { id, type: mine.draft.type, content: mine.draft.content });
    const problem = mine.isSelfSaving ? answer.refused : answer.problem;
    mine.showProblem(problem);
    return problem;
  }
  async function save() {
    const mine = form;
    const id = current;
    if (!mine || id === null || mine.isSaving || !mine.isReadable()) return;
    mine.isSaving = true;
    const problem = await findProblem(mine, id);
    mine.isSaving = false;
    const isOpen = mine === form;
    if (problem && isOpen) mine.focus();
    if (problem || !(isOpen || drafts.get(id) === mine.draft && drafts.has(id))) return;
    mine.draft.n = edit(id, mine.draft, "");
    mine.draft.isSent = true;
    drafts.put(id, mine.draft);
    if (isOpen) close();
    else onDrafts();
  }
  function discard() {
    if (form && current !== null && drafts.has(current)) {
      form.read();
      discarded = { id: current, draft: form.draft };
      drafts.drop(current);
    }
    close();
  }
  async function convert(to, isWriting = false) {
    const mine = form;
    if (!mine || !mine.isReadable()) return;
    const answer = await ask("convert", { id: current, type: mine.draft.type, content: mine.draft.content, to });
    if (mine !== form || current === null) return;
    const draft = { ...mine.draft, type: to, content: answer.content, isSent: false };
    drafts.put(current, draft);
    onDrafts();
    const opened = openForm(current, draft);
    opened.visit = mine.visit;
    if (isWriting) opened.focus();
    else opened.focusType();
    saving.pause();
  }
  function turn(isJson) {
    if (!form || current === null || !form.isReadable()) return;
    form.draft.isJson = isJson;
    openForm(current, form.draft).focus();
  }
  const splitting = makeTextSplitting({
    ask,
    drafts,
    split,
    join,
    contentOf,
    isDisputed,
    getState,
    opened: () => form && current !== null ? { form, id: current } : null,
    open: (place, content) => void write({ focus: true, place, content })
  });
  async function warnOfOthers() {
    const mine = form;
    const id = current;
    if (!mine || id === null) return;
    const block = await ask("block", { id });
    const { base } = mine.draft;
    if (mine !== form || !block.found || base === void 0 || base === canonical(block.content)) return;
    if (drafts.has(id)) {
      mine.warn(block);
      onDrafts();
    } else if (!drafts.get(id) && mine.isSelfSaving) {
      const hadFocus = hasFocus();
      const opened = openForm(id, { type: block.type, content: block.content, base: canonical(block.content), isJson: false });
      if (hadFocus) opened.focus();
    }
  }
  async function keepBoth() {
    const mine = form;
    const id = current;
    if (!mine || id === null || !mine.read() || await findProblem(mine, id) || mine !== form) return;
    const copy = insertBehind(id, mine.draft);
    if (!copy) return;
    mine.draft.isSent = true;
    mine.draft.n = copy.n;
    drafts.put(copy.id, mine.draft);
    drafts.drop(id);
    close();
  }
  async function keepMine() {
    const mine = form;
    if (!mine || current === null) return;
    const block = await ask("block", { id: current });
    if (mine !== form || !block.found) return;
    mine.draft.base = canonical(block.content);
    mine.endWarning();
    mine.focus();
    void saving.save();
  }
  return {
    element: pane,
    head,
    drafts,
    follow,
    showFindings,
    flush: saving.flush,
    hasFocus,
    autosave: () => void saving.save(),
    convert: (to) => void convert(to, true),
    /** @param {CaretPlace | null} [place] where the caret is wanted */
    edit: (place) => void write({ focus: true, place }),
    /** Write the chosen block as JSON. */
    async editJson() {
      await write();
      turn(true);
    },
    restoreDrafts() {
      drafts.restore();
      if (!form && current !== null && drafts.has(current) && mode === "look") write();
    },
    /** The block that is being written; `null` if there is none. */
    writing: () => mode === "write" ? current : null,
    /** Whether the block that is written saves itself, and why it does not. */
    saving() {
      if (!form?.isSelfSaving || current === null || !drafts.has(current)) return null;
      return { problem: form.problem() || (form.isWarned ? "someone else changed this block" : "") };
    },
    close: leave
  };
}

// workbench/widgets/block_list/dispute.js
function makeDispute(model, act, isTyping) {
  const box = element("div", "bl-dispute");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Two versions of this lesson");
  box.tabIndex = -1;
  function update() {
    const { sentence, theirs = [], mine = [], texts = [] } = model.get("dispute");
    box.replaceChildren();
    box.hidden = !sentence;
    if (!sentence) return;
    box.append(element("p", "bl-why", sentence), ...texts.map(makeTexts));
    if (texts.length) {
      const line = element("div", "bl-save");
      line.append(
        button({ text: "Keep both", className: "bl-main", onClick: () => act("both", {}) }),
        element("span", "bl-soft", "Theirs stays; yours becomes a separate block after it.")
      );
      box.append(line);
    }
    const versions = element("div", "bl-versions");
    versions.append(
      makeVersion("Theirs, saved", theirs, "Keep theirs", "theirs"),
      makeVersion("Theirs with your changes", mine, "Apply mine", "mine")
    );
    box.append(versions);
    if (!isTyping()) box.focus();
  }
  function makeVersion(name, entries, text, intent) {
    const version = element("div", "bl-version");
    const list2 = element("ul");
    for (const { place, type, text: excerpt, mark } of entries) {
      const row = element("li", mark ? "bl-differs" : "");
      if (place === void 0) {
        row.append(element("span", "bl-soft", "\u2026"));
      } else {
        const words = element("bdi", "", excerpt || type);
        words.dir = model.get("direction");
        row.append(element("span", "bl-number", String(place)), words);
        if (mark) row.append(element("span", "bl-soft", mark));
      }
      list2.append(row);
    }
    version.setAttribute("role", "group");
    version.setAttribute("aria-label", name);
    version.append(
      element("div", "bl-version-name", name),
      list2,
      button({ text, className: "bl-main", onClick: () => act(intent, {}) })
    );
    return version;
  }
  return { element: box, update };
}
function makeTexts({ place, who, at, theirs, mine }) {
  const box = element("div", "bl-versions bl-texts");
  const when = at ? `, ${localTime(at)}` : "";
  const where = place ? `block ${place}` : "a deleted block";
  for (const [name, text] of [[`${who}${when}, in ${where}`, theirs], ["You, not saved", mine]]) {
    const version = element("div", "bl-version");
    const words = element("div", "bl-whole", text || "(deleted)");
    words.dir = "auto";
    words.tabIndex = 0;
    words.setAttribute("role", "group");
    words.setAttribute("aria-label", name);
    version.append(element("div", "bl-version-name", name), words);
    box.append(version);
  }
  return box;
}

// workbench/widgets/block_list/findings.js
var PAUSE2 = 700;
var SEVERITIES = { error: ["\u2716", "Error"], warning: ["\u25B2", "Warning"], note: ["\u25CB", "Note"] };
function worstOf(findings) {
  const worst = findings?.find(({ severity }) => severity !== "note");
  if (!worst) return { sign: "", severity: "", sentence: "" };
  const [sign, name] = SEVERITIES[worst.severity] ?? SEVERITIES.note;
  return { sign, severity: worst.severity, sentence: `${name}: ${worst.message}` };
}
function makeFindingList(findings, { canWrite, fix }) {
  const list2 = element("ul", "bl-findings");
  for (const finding of findings) {
    const [sign, name] = SEVERITIES[finding.severity] ?? SEVERITIES.note;
    const item = element("li", "bl-finding");
    item.dataset.severity = finding.severity;
    const mark = element("span", "bl-finding-sign", sign);
    mark.setAttribute("aria-hidden", "true");
    item.append(mark, element("strong", "", name), element("span", "bl-finding-text", finding.message));
    if (finding.fix && canWrite) {
      item.append(button({
        text: finding.fix,
        label: `${finding.fix}: ${finding.message}`,
        hint: "You can undo it",
        onClick: () => fix(finding)
      }));
    }
    list2.append(item);
  }
  return list2;
}
function makeFindings({ ask, fix, canWrite, onFindings }) {
  let findings = [];
  let byBlock = /* @__PURE__ */ new Map();
  let lesson = [];
  let shown2 = "";
  let round = 0;
  function draw() {
    const now = JSON.stringify([findings, canWrite()]);
    if (now === shown2) return;
    shown2 = now;
    onFindings();
  }
  const check = debounce(PAUSE2, async () => {
    const mine = ++round;
    const answer = await ask("findings", {});
    if (mine !== round) return;
    findings = answer.findings;
    byBlock = /* @__PURE__ */ new Map();
    for (const finding of findings) byBlock.set(finding.block, [...byBlock.get(finding.block) ?? [], finding]);
    draw();
  });
  return {
    /** @param {string} id */
    of: (id) => byBlock.get(id),
    /** @param {string} id */
    listOf(id) {
      const found = byBlock.get(id);
      return found && makeFindingList(found, { canWrite: canWrite(), fix });
    },
    /** @param {unknown[]} now what the findings depend on: one of it is another object when the lesson is another */
    update(now) {
      if (now.length !== lesson.length || now.some((value, at) => value !== lesson[at])) {
        lesson = now;
        check();
      }
      draw();
    },
    close: () => check.cancel()
  };
}

// workbench/widgets/block_list/gestures.js
function insertBlock({ type, after = true, active, order, canMove }) {
  const id = newId();
  const place = active === null ? -1 : order.indexOf(active);
  const before = place < 0 ? null : order[after ? place + 1 : place] ?? null;
  function reorder(now) {
    if (now.includes(id)) return now;
    const cut = before === null || !canMove ? now.length : now.indexOf(before);
    return cut < 0 ? now : [...now.slice(0, cut), id, ...now.slice(cut)];
  }
  return { id, fields: { id, type, before }, reorder };
}
function insertBlockBehind(other, type, order) {
  const id = newId();
  const before = order[order.indexOf(other) + 1] ?? null;
  return { id, fields: { id, type, before }, reorder: behind(other, id) };
}
function appendBlock(type) {
  const id = newId();
  const reorder = (now) => now.includes(id) ? now : [...now, id];
  return { id, fields: { id, type, before: null }, reorder };
}
function duplicateBlock(other) {
  const id = newId();
  const reorder = (now) => now.includes(other) ? behind(other, id)(now) : now;
  return { id, fields: { id: other, new: id }, reorder };
}
function deleteBlocks(ids) {
  const gone = new Set(ids);
  return { fields: { ids }, reorder: (now) => now.filter((id) => !gone.has(id)) };
}
function joinBlocks(id, gone, content) {
  return { fields: { id, gone, content }, reorder: deleteBlocks([gone]).reorder };
}
function moveBlocks(ids, before) {
  const moving = new Set(ids);
  function reorder(now) {
    const rest = now.filter((id) => !moving.has(id));
    const place = before === null ? rest.length : rest.indexOf(before);
    if (place < 0) return now;
    return [...rest.slice(0, place), ...now.filter((id) => moving.has(id)), ...rest.slice(place)];
  }
  return { fields: { ids, before }, reorder };
}
function behind(other, id) {
  return (now) => {
    const place = now.indexOf(other);
    return now.includes(id) ? now : [...now.slice(0, place + 1), id, ...now.slice(place + 1)];
  };
}

// workbench/widgets/block_list/neighbours.js
function makeNeighbours({ sendGesture, kinds, cardOf, edit, isDisabled, isBeside, begin, getState, rows, page, guesses, choose }) {
  return {
    /**
     * Put the caret into the text of the block before or after; a block that is not written in its place is chosen.
     * @param {-1 | 1} step
     */
    cross(step) {
      const { order, active } = rows();
      const next = order[order.indexOf(active ?? "") + step];
      if (next === void 0 || isBeside()) return;
      choose(next);
      const type = cardOf(next)[0];
      if (kinds().some(([wire]) => wire === type) && !BY_BUTTON.has(type)) edit(step < 0 ? "end" : "start");
      else page().focus();
      page().reveal(next);
    },
    /** @param {string} id */
    duplicate(id) {
      const gesture = duplicateBlock(id);
      guesses.set(gesture.id, cardOf(id));
      const n = sendGesture("duplicate", gesture);
      rows().choose(gesture.id);
      return n;
    },
    /** @param {string} id @param {import("./block_drafts.js").BlockDraft} draft */
    insertBehind(id, { type, content }) {
      const { write, move } = getState().can;
      if (isDisabled() || !write || !move) return void 0;
      begin();
      const gesture = insertBlockBehind(id, type, rows().order);
      guesses.set(gesture.id, [type, excerptOf(content), ""]);
      sendGesture("insert", gesture);
      return { id: gesture.id, n: sendGesture("edit", { fields: { id: gesture.id, type, content } }) };
    },
    /** @type {import("./text_splitting.js").Split} */
    split(id, { first, second }) {
      if (isDisabled() || isBeside()) return void 0;
      begin();
      const { id: made, fields, reorder } = insertBlockBehind(id, "text", rows().order);
      guesses.set(made, ["text", excerptOf(second), ""]);
      const n = sendGesture("split", { fields: { id, new: fields.id, content: first, rest: second }, reorder });
      choose(made);
      page().reveal(made);
      return { id: made, n };
    },
    /** @type {import("./text_splitting.js").Join} */
    join(id, gone, content) {
      if (isDisabled() || isBeside()) return void 0;
      begin();
      choose(id);
      return sendGesture("join", joinBlocks(id, gone, content));
    }
  };
}

// workbench/widgets/block_list/outbox.js
var PATIENCE = 3e3;
var BUSY = "The notebook is busy: a cell may be running. If you restarted the kernel, run the cell again.";
var LOST = "The kernel was restarted or stopped. What was saved is safe; run the cell again.";
function makeOutbox(model, view) {
  const note = element("p", "bl-hint bl-quiet");
  note.setAttribute("role", "status");
  let number = 0;
  let isLost = false;
  let gestures = [];
  const questions = /* @__PURE__ */ new Map();
  let timer = 0;
  function send(intent, fields = {}, buffers = []) {
    number += 1;
    try {
      model.send({ intent, view, n: number, ...fields }, void 0, buffers);
    } catch {
      isLost = true;
    }
    return number;
  }
  function updateNote() {
    clearTimeout(timer);
    if (!gestures.length) {
      note.textContent = "";
      return;
    }
    timer = setTimeout(() => {
      note.textContent = isLost ? LOST : BUSY;
    }, isLost ? 0 : PATIENCE);
  }
  return {
    note,
    send,
    get isLost() {
      return isLost;
    },
    isWaiting: () => gestures.length > 0,
    /** @param {number | undefined} n */
    hasGesture: (n) => gestures.some((gesture) => gesture.n === n),
    /**
     * @param {string} intent
     * @param {Record<string, any>} fields
     * @param {Reorder} [reorder]
     */
    sendGesture(intent, fields, reorder = (order) => order) {
      const n = send(intent, fields);
      gestures.push({ n, reorder });
      updateNote();
      return n;
    },
    /**
     * @param {string} intent
     * @param {Record<string, any>} fields
     * @param {ArrayBuffer[]} [buffers]
     * @returns {Promise<any>}
     */
    ask(intent, fields, buffers) {
      return new Promise((resolve) => {
        questions.set(send(intent, fields, buffers), resolve);
      });
    },
    /** @param {{ view?: string, answer?: number }} message @param {DataView[]} [buffers] */
    onMessage(message, buffers) {
      if (message?.view !== view || message.answer === void 0) return;
      questions.get(message.answer)?.(buffers?.length ? { ...message, buffers } : message);
      questions.delete(message.answer);
    },
    /** The number of the last message that Python has acknowledged. */
    acknowledged: () => model.get("acknowledged")[view] ?? 0,
    /** Forget the gestures that Python has acknowledged. */
    settle() {
      const upTo = model.get("acknowledged")[view] ?? 0;
      const before = gestures.length;
      gestures = gestures.filter(({ n }) => n > upTo);
      if (before !== gestures.length) updateNote();
    },
    /**
     * The order with every gesture that is not acknowledged.
     * @param {string[]} order
     */
    reordered: (order) => gestures.reduce((now, { reorder }) => reorder(now), order),
    close: () => clearTimeout(timer)
  };
}

// workbench/widgets/block_list/page.js
var FIRST2 = 20;
var TOGETHER = 100;
var PART = 40;
var CONTROLS2 = "a, button, input, select, textarea, summary, label, audio, video, .bl-page, .bl-popup, .bl-handle";
function makePage({ ask, nameOf, onChoose, onOpen, onKey, opensByClick, onPointer, onMenu }) {
  const page = element("section", "bl-document");
  page.setAttribute("aria-label", "Lesson");
  const none = element("p", "bl-none");
  const bar = element("div", "bl-document-bar");
  page.append(none, bar);
  const blocks = /* @__PURE__ */ new Map();
  const near = /* @__PURE__ */ new Set();
  let state = null;
  let headings = "";
  let headingsVersion = 0;
  let isLoading = false;
  let isFirst = true;
  let isPressed = false;
  let active = null;
  let mounted = null;
  let written = null;
  const seen = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) near.add(target);
      else near.delete(target);
    }
    load();
  }, { rootMargin: "300px" });
  function makePart() {
    const part = element("div", "bl-portion");
    seen.observe(part);
    page.append(part);
    return part;
  }
  function scrollTo(block) {
    const [inner, outer] = [block.getBoundingClientRect(), page.getBoundingClientRect()];
    const above = inner.top - outer.top - bar.offsetHeight;
    const below = inner.bottom - outer.bottom;
    if (above < 0) page.scrollTop += above;
    else if (below > 0) page.scrollTop += Math.min(below, above);
  }
  const versionOf = (id) => `${state?.card(id)[0]} ${state?.card(id)[3] ?? ""} ${headingsVersion}`;
  function show(now, chosen, selected, sentence) {
    state = now;
    const { order, card } = now;
    const headingsNow = order.filter((id) => card(id)[0] === "heading").map((id) => id.slice(0, 8) + card(id)[3]).join();
    if (headingsNow !== headings) headingsVersion += 1;
    headings = headingsNow;
    const keep = new Set(order);
    const focused = (
      /** @type {Document | ShadowRoot} */
      page.getRootNode().activeElement
    );
    let hadFocus = false;
    for (const [id, block] of blocks) {
      if (keep.has(id)) continue;
      hadFocus ||= block.element === focused;
      block.element.remove();
      blocks.delete(id);
    }
    const several = new Set(selected.length > 1 ? selected : []);
    let part = page.querySelector(".bl-portion") ?? makePart();
    let next = part.firstChild;
    order.forEach((id, at) => {
      let block = blocks.get(id);
      if (!block) blocks.set(id, block = makeBlock(id));
      while (!next && part.nextElementSibling) {
        part = part.nextElementSibling;
        next = part.firstChild;
      }
      if (!next && part.childElementCount >= PART) part = makePart();
      if (block.element === next) next = next.nextSibling;
      else part.insertBefore(block.element, next);
      const [type, excerpt] = card(id);
      const label = `Block ${at + 1}, ${nameOf(type)}`;
      if (block.label !== label) block.element.setAttribute("aria-label", block.label = label);
      if (!block.version && !block.rendered.firstChild) block.rendered.textContent = excerpt || nameOf(type);
      block.element.classList.toggle("bl-chosen", several.has(id));
    });
    for (const one of page.querySelectorAll(".bl-portion:empty")) {
      seen.unobserve(one);
      near.delete(one);
      one.remove();
    }
    none.textContent = order.length ? "" : sentence;
    activate(chosen);
    if (hadFocus) blocks.get(active ?? "")?.element.focus({ preventScroll: true });
    load();
  }
  function activate(id) {
    const before = active === null ? void 0 : blocks.get(active);
    const now = id === null ? void 0 : blocks.get(id);
    active = id;
    if (before && before !== now) {
      before.element.classList.remove("bl-active");
      before.element.tabIndex = -1;
    }
    if (!now) return;
    now.element.classList.add("bl-active");
    now.element.tabIndex = 0;
  }
  function load() {
    if (isLoading || !state) return;
    isLoading = true;
    queueMicrotask(loadStale);
  }
  async function loadStale() {
    try {
      for (; ; ) {
        if (!state) return;
        const stale = state.order.filter(isStale);
        if (!stale.length) return;
        const seenFirst = stale.filter((id) => isNear(id) || id === active);
        const ids = (seenFirst.length ? seenFirst : stale).slice(0, isFirst ? FIRST2 : TOGETHER);
        isFirst = false;
        const versions = new Map(ids.map((id) => [id, versionOf(id)]));
        const answer = await ask("rendered", { ids });
        for (const id of ids) {
          const block = blocks.get(id);
          if (!block) continue;
          block.version = versions.get(id) ?? "";
          const [classes, html, content] = answer.blocks[id] ?? [];
          if (classes === void 0) continue;
          block.content = content;
          fill(id, classes, html);
        }
      }
    } finally {
      isLoading = false;
    }
  }
  function isNear(id) {
    const part = blocks.get(id)?.element.parentElement;
    return part !== null && part !== void 0 && near.has(part);
  }
  function isStale(id) {
    return Boolean(state?.card(id)[3]) && id !== written && blocks.get(id)?.version !== versionOf(id);
  }
  function fill(id, classes, html) {
    const block = blocks.get(id);
    if (!block || !state) return;
    block.rendered.className = `bl-rendered block ${classes}`;
    showRendered(block.rendered, html, state);
    if (!html.trim()) block.rendered.append(element("p", "bl-soft", `${nameOf(state.card(id)[0])}: empty.`));
  }
  function mount({ element: pane, head }, isWriting) {
    const block = active === null ? void 0 : blocks.get(active);
    const before = mounted === null ? void 0 : blocks.get(mounted);
    if (before && before !== block) before.element.classList.remove("bl-writing");
    mounted = block ? active : null;
    written = null;
    if (block) {
      const isText = isWriting && pane.classList.contains("bl-writing-text");
      if (isText) written = active;
      if (isText && !block.element.classList.contains("bl-writing")) keepLook(block);
      if (pane.parentElement !== block.place) block.place.append(pane);
      block.element.classList.toggle("bl-writing", isText);
    } else {
      pane.remove();
    }
    const home = written === null ? pane : bar;
    if (head.parentElement !== home) home.prepend(head);
    load();
  }
  page.addEventListener("click", (event) => {
    const id = idOf(event);
    if (!id || !state || closest(event, CONTROLS2)) return;
    const isSelecting = !(getSelection()?.isCollapsed ?? true);
    const how = { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey };
    const isAlone = !how.extend && !how.toggle && !isSelecting;
    const block = blocks.get(id);
    const place = block && isAlone ? placeOfClick(block.rendered, event) : null;
    if (isSelecting && !how.extend && !how.toggle) return;
    onChoose(id, how);
    if (isAlone && state.can.write && opensByClick(state.card(id)[0])) onOpen(place);
    else block?.element.focus({ preventScroll: true });
  });
  page.addEventListener("dblclick", (event) => {
    const id = idOf(event);
    if (id && state && !closest(event, CONTROLS2) && !opensByClick(state.card(id)[0])) onOpen(null);
  });
  page.addEventListener("keydown", (event) => {
    if (event.target !== blocks.get(active ?? "")?.element) return;
    if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) {
      onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    onMenu();
  });
  page.addEventListener("pointerdown", () => {
    isPressed = true;
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => {
      isPressed = false;
    }, { capture: true, once: true });
  });
  page.addEventListener("focusin", (event) => {
    const id = idOf(event);
    if (id && !isPressed && event.target === blocks.get(id)?.element && id !== active) onChoose(id, { extend: false, toggle: false });
  });
  page.addEventListener("contextmenu", (event) => {
    if (!page.querySelector(".bl-popup")) return;
    event.preventDefault();
    event.stopPropagation();
  });
  page.addEventListener("pointerover", (event) => {
    const id = idOf(event);
    if (id) onPointer(id);
  });
  return {
    element: page,
    show,
    activate,
    mount,
    /**
     * How a block looks while it is written, before it is saved.
     * @param {string} id
     * @param {string} html
     */
    showDraft(id, html) {
      const block = blocks.get(id);
      if (!block || !state) return;
      showRendered(block.rendered, html, state);
      block.version = "";
    },
    /**
     * What is in a block, if it is known here as it is now.
     * @param {string} id
     */
    contentOf(id) {
      const block = blocks.get(id);
      if (!block?.content || block.version !== versionOf(id)) return null;
      return { found: true, type: state?.card(id)[0] ?? "", content: block.content };
    },
    /** @param {string} id */
    blockOf: (id) => blocks.get(id)?.element,
    /** @param {string | null} id */
    reveal(id) {
      const block = blocks.get(id ?? "")?.element;
      if (!block) return;
      scrollTo(block);
      requestAnimationFrame(() => scrollTo(block));
    },
    focus() {
      blocks.get(active ?? "")?.element.focus({ preventScroll: true });
    },
    close: () => seen.disconnect()
  };
}
var idOf = (event) => closest(event, ".bl-block")?.dataset.id;
function keepLook({ rendered, place }) {
  const first = rendered.querySelector("h1, h2, h3, h4, h5, h6");
  const isHeading = first !== null && first === rendered.lastElementChild;
  const { fontSize, fontWeight, lineHeight } = getComputedStyle(isHeading ? first : rendered);
  place.style.setProperty("--bl-size", fontSize);
  place.style.setProperty("--bl-weight", fontWeight);
  place.style.setProperty("--bl-line", lineHeight);
  place.style.setProperty("--bl-height", `${rendered.offsetHeight}px`);
}
function makeBlock(id) {
  const made = element("div", "bl-block");
  made.dataset.id = id;
  made.setAttribute("role", "group");
  made.tabIndex = -1;
  const rendered = element("div", "bl-rendered");
  const place = element("div", "bl-block-pane");
  made.append(rendered, place);
  return { element: made, rendered, place, version: "", label: "", content: null };
}

// workbench/widgets/block_list/poller.js
var POLL_EVERY = 2e3;
var POLL_SELDOM = 1e4;
var QUIET_AFTER = 3e5;
function makePoller(el, { isWanted, poll, acknowledged }) {
  let unanswered = 0;
  let isSeen = false;
  let lastAction = Date.now();
  let lastPoll = 0;
  const seen = new IntersectionObserver((entries) => {
    isSeen = entries[entries.length - 1].isIntersecting;
  });
  seen.observe(el);
  const timer = setInterval(() => {
    const every = Date.now() - lastAction > QUIET_AFTER ? POLL_SELDOM : POLL_EVERY;
    if (unanswered || !isSeen || document.hidden || !isWanted() || Date.now() - lastPoll < every - 100) return;
    lastPoll = Date.now();
    unanswered = poll();
  }, POLL_EVERY / 2);
  return {
    onAction() {
      lastAction = Date.now();
    },
    settle() {
      if (unanswered <= acknowledged()) unanswered = 0;
    },
    close() {
      clearInterval(timer);
      seen.disconnect();
    }
  };
}

// workbench/widgets/block_list/row.js
var ROW_HEIGHT = 44;
function makeRow(id, nameOf, glyphOf) {
  const row = element("div", "bl-row");
  row.setAttribute("role", "option");
  row.dataset.id = id;
  const grip = element("span", "bl-grip");
  const number = element("span", "bl-number");
  const chip = element("span", "bl-chip");
  const text = element("span", "bl-text");
  const kind = element("span", "bl-kind");
  const words = element("span", "bl-words");
  const finding = element("span", "bl-row-finding");
  const comments = element("span", "bl-row-comments");
  const mark = element("span", "bl-mark");
  for (const part of [grip, number, chip, finding, comments, mark]) part.setAttribute("aria-hidden", "true");
  text.append(words, kind);
  row.append(grip, number, chip, text, finding, comments, mark);
  let shown2 = "";
  function fill(state, { place, count, isActive, isSelected }) {
    const [type, excerpt, problem] = state.card(id);
    const [sign, sentence] = saveState(state, id, problem);
    const worst = worstOf(state.findings(id));
    const open = state.comments[id] ?? 0;
    const { view, direction, language } = state;
    const now = JSON.stringify([
      view,
      place,
      count,
      isActive,
      isSelected,
      type,
      nameOf(type),
      excerpt,
      direction,
      language,
      sign,
      sentence,
      worst,
      open
    ]);
    if (now === shown2) return;
    shown2 = now;
    row.style.transform = `translateY(${place * ROW_HEIGHT}px)`;
    row.id = `${view}-${id}`;
    row.tabIndex = isActive ? 0 : -1;
    row.setAttribute("aria-selected", String(isSelected));
    row.setAttribute("aria-posinset", String(place + 1));
    row.setAttribute("aria-setsize", String(count));
    row.classList.toggle("bl-active", isActive);
    number.textContent = String(place + 1);
    chip.textContent = glyphOf(type) ?? "{ }";
    chip.dataset.type = glyphOf(type) ? type : "other";
    kind.textContent = nameOf(type);
    words.textContent = excerpt;
    words.dir = excerpt ? direction : "ltr";
    words.lang = language.toLowerCase();
    mark.dataset.sign = sign;
    mark.title = sentence;
    row.title = "";
    finding.textContent = worst.sign;
    finding.dataset.severity = worst.severity;
    finding.title = worst.sentence;
    const openText = open ? `${open} open comment${open === 1 ? "" : "s"}` : "";
    comments.textContent = open ? String(open) : "";
    comments.title = openText;
    row.setAttribute("aria-busy", String(sign === "saving"));
    row.setAttribute(
      "aria-label",
      [`Block ${place + 1}`, nameOf(type), excerpt, sentence, worst.sentence, openText].filter(Boolean).join(". ")
    );
  }
  return { element: row, fill };
}
function saveState(state, id, problem) {
  if (state.refused.has(id) && state.drafts.has(id)) {
    return ["refused", "The last change was rejected; your text is kept here"];
  }
  if (state.refused.has(id)) return ["refused", "The last change was rejected and undone"];
  if (state.pending.has(id)) return ["saving", "Not saved yet"];
  if (state.drafts.has(id)) return ["draft", "Unsaved text here"];
  return problem ? ["problem", problem] : ["", ""];
}

// workbench/widgets/block_list/dragging.js
var EDGE = 36;
var THRESHOLD = 5;
function makeDragging({ scroll, list: list2, canMove, rowCount, lift, moveTo }) {
  const line = element("div", "bl-drop");
  let drag = null;
  let wasDragged = false;
  function onDown(event) {
    wasDragged = false;
    const row = closest(event, ".bl-row");
    if (!row || event.button !== 0 || !canMove()) return;
    if (event.pointerType === "touch" && !closest(event, ".bl-grip")) return;
    drag = {
      id: row.dataset.id ?? "",
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      clientY: event.clientY,
      gap: 0,
      frame: 0,
      badge: null
    };
  }
  function onMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.badge) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
      begin(drag);
    }
    drag.clientY = event.clientY;
    aim(drag);
    moveBadge(drag, event);
    event.preventDefault();
  }
  function begin(now) {
    try {
      scroll.setPointerCapture(now.pointer);
    } catch {
    }
    const { label, rows } = lift(now.id);
    now.badge = element("div", "bl-badge", label);
    scroll.append(now.badge);
    list2.append(line);
    scroll.classList.add("bl-dragging");
    for (const row of rows) row.classList.add("bl-lifted");
    now.frame = requestAnimationFrame(scrollAtEdge);
  }
  function aim(now) {
    const y = now.clientY - scroll.getBoundingClientRect().top + scroll.scrollTop;
    now.gap = Math.max(0, Math.min(rowCount(), Math.round(y / ROW_HEIGHT)));
    line.style.transform = `translateY(${now.gap * ROW_HEIGHT - 1}px)`;
  }
  function moveBadge(now, event) {
    const box = scroll.getBoundingClientRect();
    const x = event.clientX - box.left + 14;
    const y = event.clientY - box.top + scroll.scrollTop + 8;
    if (now.badge) now.badge.style.transform = `translate(${x}px, ${y}px)`;
  }
  function scrollAtEdge() {
    if (!drag?.badge) return;
    const box = scroll.getBoundingClientRect();
    const above = box.top + EDGE - drag.clientY;
    const below = drag.clientY - (box.bottom - EDGE);
    if (above > 0) scroll.scrollTop -= Math.min(18, above / 2);
    else if (below > 0) scroll.scrollTop += Math.min(18, below / 2);
    aim(drag);
    drag.frame = requestAnimationFrame(scrollAtEdge);
  }
  function onUp(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { badge, gap } = drag;
    stop();
    if (badge && event.type === "pointerup") moveTo(gap);
  }
  function stop() {
    if (!drag) return;
    wasDragged = drag.badge !== null;
    cancelAnimationFrame(drag.frame);
    drag.badge?.remove();
    line.remove();
    scroll.classList.remove("bl-dragging");
    for (const row of list2.querySelectorAll(".bl-lifted")) row.classList.remove("bl-lifted");
    drag = null;
  }
  function onKey(event) {
    if (event.key !== "Escape" || !drag?.badge) return;
    stop();
    event.preventDefault();
    event.stopPropagation();
  }
  list2.addEventListener("pointerdown", onDown);
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onUp);
  window.addEventListener("keydown", onKey, true);
  return {
    /** Whether the last press of the pointer dragged: its click chooses nothing. */
    get wasDragged() {
      return wasDragged;
    },
    close() {
      stop();
      list2.removeEventListener("pointerdown", onDown);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
      window.removeEventListener("keydown", onKey, true);
    }
  };
}

// workbench/widgets/block_list/rows.js
var SPARE = 6;
function makeRows({ act, nameOf, glyphOf, onActive, onOpen, onHelp }) {
  const scroll = element("div", "bl-scroll");
  const list2 = element("div", "bl-rows");
  list2.setAttribute("role", "listbox");
  list2.setAttribute("aria-multiselectable", "true");
  list2.setAttribute("aria-label", "Blocks");
  const empty = element("p", "bl-none");
  scroll.append(list2, empty);
  let state = {
    view: "",
    order: [],
    card: () => ["", "", ""],
    pending: /* @__PURE__ */ new Set(),
    refused: /* @__PURE__ */ new Set(),
    drafts: /* @__PURE__ */ new Set(),
    can: { move: false, insert: false, write: false, watch: false },
    language: "",
    direction: "",
    findings: () => void 0,
    comments: {}
  };
  let order = [];
  let places = /* @__PURE__ */ new Map();
  let selected = /* @__PURE__ */ new Set();
  let active = null;
  let anchor = null;
  const rows = /* @__PURE__ */ new Map();
  let frame = 0;
  let wasTouched = false;
  const placeOf = (id) => id === null ? -1 : places.get(id) ?? -1;
  const chosen = () => order.filter((id) => selected.has(id));
  function show(now, none) {
    const before = order;
    state = now;
    order = now.order;
    places = new Map(order.map((id, place) => [id, place]));
    selected = new Set([...selected].filter((id) => places.has(id)));
    if (active !== null && !places.has(active)) active = neighbour(before, active);
    if (active === null && order.length) active = order[0];
    if (active !== null && !selected.size) selected.add(active);
    if (anchor !== null && !places.has(anchor)) anchor = active;
    list2.style.height = `${order.length * ROW_HEIGHT}px`;
    empty.textContent = order.length ? "" : none;
    draw();
    onActive(active, chosen());
  }
  function neighbour(before, gone) {
    const place = before.indexOf(gone);
    const rest = [...before.slice(place + 1), ...before.slice(0, Math.max(place, 0)).reverse()];
    return rest.find((id) => places.has(id)) ?? null;
  }
  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.min(
      order.length,
      Math.ceil((scroll.scrollTop + (scroll.clientHeight || 480)) / ROW_HEIGHT) + SPARE
    );
    const wanted = order.slice(first, last);
    if (active !== null && placeOf(active) < first) wanted.unshift(active);
    else if (active !== null && placeOf(active) >= last) wanted.push(active);
    const keep = new Set(wanted);
    const focused = (
      /** @type {Document | ShadowRoot} */
      list2.getRootNode().activeElement
    );
    const hadFocus = list2.contains(focused);
    for (const [id, row] of rows) {
      if (!keep.has(id)) {
        row.element.remove();
        rows.delete(id);
      }
    }
    let next = list2.firstChild;
    for (const id of wanted) {
      const row = rows.get(id) ?? makeRow(id, nameOf, glyphOf);
      rows.set(id, row);
      if (row.element === next) next = next.nextSibling;
      else list2.insertBefore(row.element, next);
      row.fill(state, {
        place: placeOf(id),
        count: order.length,
        isActive: id === active,
        isSelected: selected.has(id)
      });
    }
    if (hadFocus) focusActive();
  }
  function focusActive() {
    if (active !== null) rows.get(active)?.element.focus({ preventScroll: true });
  }
  function reveal(id) {
    const top = placeOf(id) * ROW_HEIGHT;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + ROW_HEIGHT > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = top + ROW_HEIGHT - scroll.clientHeight;
    }
  }
  function choose(id, { extend = false, toggle = false, keep = false, focus = true } = {}) {
    if (id === void 0 || id === null || placeOf(id) < 0) return;
    if (extend) {
      const [from, to] = [placeOf(anchor ?? active), placeOf(id)].sort((one, other) => one - other);
      selected = new Set(order.slice(Math.max(from, 0), to + 1));
    } else if (toggle) {
      if (selected.has(id) && selected.size > 1) selected.delete(id);
      else selected.add(id);
      anchor = id;
    } else if (!keep) {
      selected = /* @__PURE__ */ new Set([id]);
      anchor = id;
    }
    active = id;
    reveal(id);
    draw();
    if (focus) focusActive();
    onActive(active, chosen());
  }
  function chooseAll() {
    selected = new Set(order);
    draw();
    onActive(active, chosen());
  }
  function moveTo(gap) {
    const moving = new Set(chosen());
    let place = Math.max(0, Math.min(gap, order.length));
    while (place < order.length && moving.has(order[place])) place += 1;
    const before = order[place] ?? null;
    const rest = order.filter((id) => !moving.has(id));
    const cut = before === null ? rest.length : rest.indexOf(before);
    const after = [...rest.slice(0, cut), ...order.filter((id) => moving.has(id)), ...rest.slice(cut)];
    if (!moving.size || after.every((id, index) => id === order[index])) return;
    act("move", { ids: chosen(), before });
    if (active !== null) {
      reveal(active);
      draw();
    }
  }
  function moveBy(step) {
    const ids = chosen();
    if (!ids.length) return;
    if (step < 0) moveTo(placeOf(ids[0]) - 1);
    else moveTo(placeOf(ids[ids.length - 1]) + 2);
  }
  const moves = {
    up: () => moveBy(-1),
    down: () => moveBy(1),
    top: () => moveTo(0),
    bottom: () => moveTo(order.length)
  };
  function onKey(event) {
    wasTouched = true;
    if (!navigate(event) && !edit(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function navigate(event) {
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(scroll.clientHeight / ROW_HEIGHT) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    const moveKeys = { ArrowUp: "up", ArrowDown: "down", Home: "top", End: "bottom" };
    if (altKey && !isControl) {
      if (key === "Enter") {
        onHelp();
        return true;
      }
      if (!(key in moveKeys)) return false;
      if (state.can.move) moves[moveKeys[key]]();
    } else if (key in steps) {
      const place = Math.max(0, Math.min(order.length - 1, placeOf(active) + steps[key]));
      choose(order[place], { extend: shiftKey, keep: isControl && !shiftKey });
    } else if (key === " ") {
      choose(active, { toggle: !shiftKey, extend: shiftKey });
    } else if (isControl && key.toLowerCase() === "a") {
      chooseAll();
    } else if (key === "Escape" && selected.size > 1) {
      choose(active);
    } else if (key === "Enter" || key === "F2") {
      onOpen();
    } else {
      return false;
    }
    return true;
  }
  function edit(event) {
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey && !isControl) return false;
    if ((key === "delete" || key === "backspace") && state.can.write) act("delete", { ids: chosen() });
    else if (key === "insert" && state.can.insert) act("insert", { type: "blank", after: !event.shiftKey });
    else if (isControl && key === "z") act(event.shiftKey ? "redo" : "undo", {});
    else if (isControl && key === "y") act("redo", {});
    else if (isControl && key === "d" && state.can.write) act("duplicate", { id: active });
    else return false;
    return true;
  }
  const dragging = makeDragging({
    scroll,
    list: list2,
    moveTo,
    canMove: () => state.can.move,
    rowCount: () => order.length,
    lift(id) {
      if (!selected.has(id)) choose(id);
      const moving = chosen();
      const [type, excerpt] = state.card(moving[0]);
      const label = moving.length > 1 ? `${moving.length} blocks` : excerpt || nameOf(type);
      return { label, rows: moving.flatMap((rowId) => rows.get(rowId)?.element ?? []) };
    }
  });
  function onClick(event) {
    const row = closest(event, ".bl-row");
    if (!row || dragging.wasDragged) return;
    choose(row.dataset.id, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
  }
  function onScroll() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  }
  list2.addEventListener("pointerdown", () => {
    wasTouched = true;
  });
  list2.addEventListener("keydown", onKey);
  list2.addEventListener("click", onClick);
  list2.addEventListener("dblclick", (event) => {
    if (closest(event, ".bl-row")) onOpen();
  });
  scroll.addEventListener("scroll", onScroll, { passive: true });
  const resized = new ResizeObserver(onScroll);
  resized.observe(scroll);
  return {
    element: scroll,
    show,
    onKey,
    moves,
    chosen,
    choose,
    focus() {
      if (active === null) return;
      reveal(active);
      draw();
      focusActive();
    },
    get active() {
      return active;
    },
    get wasTouched() {
      return wasTouched;
    },
    get order() {
      return order;
    },
    close() {
      dragging.close();
      resized.disconnect();
      cancelAnimationFrame(frame);
    }
  };
}

// workbench/widgets/block_list/suggest.js
var PATIENCE2 = 3e3;
var NO_ANSWER = "The notebook isn't responding: a cell may be running, or its kernel was stopped.";
var PAID_AGAIN = "another suggestion, charged again";
var UNSAVED = "Save or discard your changes to this block, then ask for help.";
function makeSuggest(model, { ask, send, getState, isLost, acknowledged, focusList, reveal }) {
  const box = element("section", "bl-help");
  box.setAttribute("aria-label", "Help with this block");
  box.hidden = true;
  const line = element("div", "bl-unsaved");
  line.setAttribute("role", "status");
  let current = null;
  let isOpen = false;
  let instruction = "";
  let shown2 = "";
  let round = 0;
  let timer = 0;
  let request = 0;
  const stateOf = (id) => model.get("proposals")[id] ?? "";
  const placeOf = (id) => id === null ? 0 : getState().order.indexOf(id) + 1;
  function close() {
    isOpen = false;
    draw();
    focusList();
  }
  async function open() {
    if (current === null) return;
    isOpen = true;
    draw();
    box.querySelector("button")?.focus();
    const mine = round;
    const late = setTimeout(() => sayReason(mine, NO_ANSWER), isLost() ? 0 : PATIENCE2);
    const offer = await ask("help", {});
    clearTimeout(late);
    if (mine !== round || !isOpen) return;
    showMenu(offer);
  }
  function sayReason(mine, reason) {
    if (mine === round && isOpen) showMenu({ reason, cost: "", actions: [] });
  }
  function showMenu({ reason, cost, actions }) {
    const why = reason || (current !== null && getState().drafts.has(current) ? UNSAVED : "");
    const head = makeHead("Help with this block");
    if (why) {
      const sentence = element("p", "bl-problem", why);
      sentence.setAttribute("role", "status");
      box.replaceChildren(head, sentence);
      if (box.contains(document.activeElement)) head.querySelector("button")?.focus();
      return;
    }
    const how = element("input");
    how.type = "text";
    how.maxLength = 1e3;
    how.value = instruction;
    how.dir = "auto";
    how.placeholder = "Such as: for people who are new to it";
    how.addEventListener("input", () => {
      instruction = how.value;
    });
    const choices = element("div", "bl-help-actions");
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", "What AI can do with this block");
    for (const [action, name] of actions) choices.append(button({ text: name, onClick: () => start(action) }));
    const price = element("p", "bl-soft bl-help-cost", model.get("cost") || cost || "Loading the price\u2026");
    price.setAttribute("role", "status");
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(head, price, choices, field("Instructions (optional)", how));
    if (hadFocus) choices.querySelector("button")?.focus();
  }
  function makeHead(title) {
    const head = element("div", "bl-help-head");
    head.append(
      element("strong", "", title),
      button({ icon: "close", label: "Close", hint: "Escape", className: "bl-icon", onClick: close })
    );
    return head;
  }
  function start(action, again = false) {
    if (current === null) return;
    isOpen = false;
    request = send("suggest", { id: current, action, instruction, again }) ?? 0;
    const busy = element("p", "bl-soft", "Asking\u2026");
    busy.tabIndex = -1;
    box.replaceChildren(busy);
    busy.focus();
  }
  async function showProposal() {
    const id = current;
    const mine = ++round;
    clearInterval(timer);
    const proposal = await ask("proposed", { id });
    if (mine !== round || id === null) return;
    if (!proposal.found) {
      draw();
      return;
    }
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(...makeProposal(id, proposal));
    if (hadFocus) box.querySelector("button")?.focus();
  }
  function makeProposal(id, proposal) {
    instruction = proposal.instruction;
    if (proposal.state === "writing") return makeProgress(id, proposal);
    if (proposal.state === "failed") {
      const sentence = element("p", "bl-problem", proposal.problem);
      return [element("strong", "", `${proposal.name}: no suggestion`), sentence, makeLine2([
        ["Try again", () => start(proposal.action)],
        ["Close", () => choose(id, "discard")]
      ])];
    }
    return makeReady(id, proposal);
  }
  function makeProgress(id, { name, seconds }) {
    const began = Date.now() - seconds * 1e3;
    const progress = element("p", "bl-help-progress");
    const count = element("span", "", "");
    count.setAttribute("aria-hidden", "true");
    const tell = () => {
      count.textContent = `, ${Math.round((Date.now() - began) / 1e3)} s`;
    };
    tell();
    timer = setInterval(tell, 1e3);
    progress.append(element("span", "", `${name}: writing`), count);
    return [
      progress,
      makeLine2([["Stop waiting", () => choose(id, "discard")]]),
      element("p", "bl-soft", "It is still being written and charged; ask for the same again to see it at no extra cost.")
    ];
  }
  function makeReady(id, proposal) {
    const { name, isNew, difference = "", html = "", findings = [], meanwhile = "", by } = proposal;
    const state = getState();
    const parts = [element("strong", "", isNew ? `${name}: a new block after this one` : `${name}: what would change`)];
    if (meanwhile) {
      const what = `${by || "Someone"} ${meanwhile} this block since you asked. Nothing is overwritten unless you choose to.`;
      const warning = element("p", "bl-changed", what);
      parts.push(warning);
    }
    const look = element("div", "bl-rendered");
    showRendered(look, html, state);
    if (difference) {
      const words = element("div", "wb-words bl-help-difference");
      showRendered(words, difference, state);
      words.tabIndex = 0;
      words.setAttribute("role", "group");
      words.setAttribute("aria-label", "Removed words are struck through, added words are underlined");
      const whole = element("details");
      whole.append(element("summary", "", "Preview of the block"), look);
      parts.push(words, whole);
    } else {
      parts.push(look);
    }
    for (const { severity, message } of findings) parts.push(element("p", "bl-soft", `${severity}: ${message}`));
    const ways = [["Accept", () => choose(id, "accept")]];
    if (meanwhile === "changed") {
      ways.splice(0, 1, ["Keep both", () => choose(id, "behind")], ["Replace the block", () => choose(id, "replace")]);
    }
    if (meanwhile === "deleted") ways.splice(0, 1, ["Insert at the end", () => choose(id, "behind")]);
    ways.push(["Discard", () => choose(id, "discard")]);
    if (meanwhile !== "deleted") ways.push(["Ask again", () => start(proposal.action, true), PAID_AGAIN]);
    return [...parts, makeLine2(ways)];
  }
  function choose(id, choice) {
    send("proposal", { id, choice });
    focusList();
  }
  function draw() {
    round += 1;
    clearInterval(timer);
    const state = current === null ? "" : stateOf(current);
    box.hidden = !(isOpen || state);
    if (isOpen) box.replaceChildren(makeHead("Help with this block"), element("p", "bl-soft", "Asking the notebook\u2026"));
    else if (state) showProposal();
    else box.replaceChildren();
  }
  function drawLine() {
    const { order } = getState();
    const others = Object.entries(model.get("proposals")).filter(([id]) => id !== current || !order.includes(id));
    const parts = others.map(([id, state]) => {
      const place = order.indexOf(id) + 1;
      const where = place ? `block ${place}` : "a deleted block";
      const sentences = {
        writing: `A suggestion for ${where} is being written.`,
        failed: `The suggestion for ${where} failed.`
      };
      const row = element("div", "bl-changed");
      row.append(element("span", "", sentences[state] ?? `A suggestion for ${where} is ready.`));
      if (place) {
        row.append(button({ text: "Show", onClick: () => reveal(id) }));
      } else if (state === "stale") {
        row.append(
          button({ text: "Insert at the end", onClick: () => choose(id, "behind") }),
          button({ text: "Show", onClick: () => {
            current = id;
            isOpen = false;
            draw();
          } }),
          button({ text: "Discard", onClick: () => choose(id, "discard") })
        );
      }
      return row;
    });
    line.replaceChildren(...parts);
  }
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen) return;
    close();
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element: box,
    line,
    open,
    /**
     * Show the help with a block; `null` for none, as while the whole lesson is shown.
     * @param {string | null} id
     */
    follow(id) {
      if (id === current) return;
      current = id;
      isOpen = false;
      instruction = "";
      draw();
      drawLine();
    },
    /** Show what has changed in Python. */
    update() {
      const state = getState();
      const card = current === null ? "" : state.card(current);
      const now = JSON.stringify([model.get("proposals"), placeOf(current), state.order.length, card]);
      const price = box.querySelector(".bl-help-cost");
      if (price && model.get("cost")) price.textContent = model.get("cost");
      const isRefused = request > 0 && acknowledged() >= request && current !== null && !stateOf(current);
      if (request && acknowledged() >= request) request = 0;
      if (now === shown2 && !isRefused) return;
      shown2 = now;
      if (!isOpen && !request) draw();
      drawLine();
    },
    close: () => clearInterval(timer)
  };
}
function makeLine2(ways) {
  const tools = element("div", "bl-save");
  ways.forEach(([text, onClick, hint], at) => {
    tools.append(button({ text, hint, className: at ? "" : "bl-main", onClick }));
  });
  return tools;
}

// workbench/widgets/block_list/toolbars.js
function enable(control, isEnabled) {
  control.setAttribute("aria-disabled", String(!isEnabled));
}
function stopDisabledClick(event) {
  if (!closest(event, "[aria-disabled=true]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
function makeLessonBar(model, { act, onFiles, onRetry, onList }) {
  const bar = element("div", "bl-bar");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "The lesson");
  const add = button({
    icon: "plus",
    text: "Add a block",
    className: "bl-main",
    onClick: () => menu.open(Boolean(menu.element.hidden))
  });
  add.setAttribute("aria-expanded", "false");
  const menu = makeTypeMenu(model, act, add);
  const files = button({ icon: "file", text: "Add files", onClick: onFiles });
  const undo = button({ icon: "undo", text: "Undo", hint: "Ctrl+Z", onClick: () => act("undo", {}) });
  const redo = button({ icon: "redo", text: "Redo", hint: "Ctrl+Shift+Z", onClick: () => act("redo", {}) });
  const list2 = button({
    icon: "list",
    text: "List of blocks",
    className: "bl-list-button",
    onClick: () => list2.setAttribute("aria-expanded", String(onList()))
  });
  list2.setAttribute("aria-expanded", "false");
  const status = makeStatus(model, onRetry);
  bar.append(add, files, undo, redo, list2, status.element);
  return {
    element: bar,
    menu: menu.element,
    showStatus: status.show,
    update() {
      const can = model.get("can");
      enable(add, can.insert);
      const { types, problem } = model.get("uploads");
      enable(files, can.write && types.length > 0);
      files.title = problem || "Pictures, sound, video or PDF. You can also drop or paste them here.";
      enable(undo, Boolean(model.get("undo")));
      enable(redo, Boolean(model.get("redo")));
      undo.title = model.get("undo") ? `Undo ${model.get("undo")} (Ctrl+Z)` : "Nothing to undo";
      redo.title = model.get("redo") ? `Redo ${model.get("redo")} (Ctrl+Shift+Z)` : "Nothing to redo";
    }
  };
}
function makeTypeMenu(model, act, opener) {
  const menu = element("div", "bl-kinds");
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Add a block below the selected one");
  menu.hidden = true;
  function open(isOpen) {
    menu.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    menu.replaceChildren();
    for (const [type, name, glyph] of model.get("kinds")) {
      if (type !== "blank" && !model.get("can").write) continue;
      const choice = button({
        text: name,
        onClick: () => {
          open(false);
          act("insert", { type });
        }
      });
      const chip = element("span", "bl-chip", glyph);
      chip.dataset.type = type;
      chip.setAttribute("aria-hidden", "true");
      choice.prepend(chip);
      menu.append(choice);
    }
    menu.querySelector("button")?.focus();
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    opener.focus();
    event.stopPropagation();
  });
  return { element: menu, open };
}
function makeStatus(model, onRetry) {
  const status = element("div", "bl-standing");
  const sentence = element("span", "bl-sentence");
  sentence.setAttribute("role", "status");
  const retry = button({ icon: "again", text: "Try again", onClick: onRetry });
  status.append(element("span", "bl-dot"), sentence, retry);
  function show({ blocks, drafts, isWaiting, saving }) {
    const known = isWaiting ? "saving" : model.get("state");
    const isTyping = saving !== null && !saving.problem && drafts === 1;
    const state = known === "saved" && drafts ? isTyping ? "saving" : "draft" : known;
    status.dataset.state = state;
    const size = blocks === 1 ? "1 block" : `${blocks.toLocaleString("en")} blocks`;
    const unsaved = drafts === 1 ? "1 unsaved text" : `${drafts.toLocaleString("en")} unsaved texts`;
    const sentences = {
      saved: `${size} \xB7 All changes saved`,
      empty: "Reading\u2026",
      draft: saving?.problem ? `Not saved: ${saving.problem}` : `${size} \xB7 ${unsaved}`
    };
    const text = (state === "saving" && known === "saved" ? "" : sentences[state] ?? model.get("sentence")) || "Saving\u2026";
    if (sentence.textContent !== text) sentence.textContent = text;
    retry.hidden = !["unsaved", "away"].includes(state) || !model.get("sentence").includes(".");
    return state;
  }
  return { element: status, show };
}
function tool(options) {
  return button({ className: "bl-icon", ...options });
}
function makeBlockTools(model, { act, rows, onEdit, onHelp }) {
  const tools = element("div", "bl-acts");
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "Selected blocks");
  const { moves } = rows;
  const top = tool({ icon: "top", label: "Move to the top", hint: "Alt+Home", onClick: moves.top });
  const up = tool({ icon: "up", label: "Move up", hint: "Alt+\u2191", onClick: moves.up });
  const down = tool({ icon: "down", label: "Move down", hint: "Alt+\u2193", onClick: moves.down });
  const bottom = tool({ icon: "bottom", label: "Move to the end", hint: "Alt+End", onClick: moves.bottom });
  const before = tool({
    icon: "before",
    label: "Blank block before",
    hint: "Shift+Insert",
    onClick: () => act("insert", { type: "blank", after: false })
  });
  const after = tool({
    icon: "after",
    label: "Blank block after",
    hint: "Insert",
    onClick: () => act("insert", { type: "blank" })
  });
  const edit = tool({ icon: "edit", label: "Edit", hint: "Enter", onClick: onEdit });
  const copy = tool({
    icon: "copy",
    label: "Duplicate",
    hint: "Ctrl+D",
    onClick: () => act("duplicate", { id: rows.active })
  });
  const help = tool({ icon: "help", label: "Help with this block", hint: "Alt+Enter", onClick: onHelp });
  const remove = tool({
    icon: "bin",
    label: "Delete",
    hint: "Delete",
    onClick: () => act("delete", { ids: rows.chosen() })
  });
  tools.append(top, up, down, bottom, before, after, edit, copy, help, remove);
  function update() {
    const can = model.get("can");
    const { order } = rows;
    const chosen = rows.chosen();
    const some = chosen.length > 0;
    const first = order.indexOf(chosen[0]);
    const last = order.indexOf(chosen[chosen.length - 1]);
    const isOneRange = chosen.length === last - first + 1;
    for (const control of [top, up]) enable(control, can.move && some && !(isOneRange && first === 0));
    for (const control of [down, bottom]) enable(control, can.move && some && !(isOneRange && last === order.length - 1));
    enable(before, can.insert && can.move && some);
    enable(after, can.insert && (can.move || !order.length));
    for (const control of [edit, copy]) enable(control, can.write && chosen.length === 1);
    enable(help, chosen.length === 1);
    enable(remove, can.write && some);
  }
  return { element: tools, update };
}

// workbench/widgets/block_list/translation/pair_row.js
var STATES2 = {
  current: "",
  stale: "Out of date",
  missing: "Not translated yet",
  extra: "Only in the translation"
};
var PROPOSALS = {
  writing: "Translating\u2026",
  ready: "Suggestion ready",
  stale: "Suggestion ready",
  failed: "No suggestion"
};
function makePairRow(key, does) {
  const row = element("div", "bl-pair");
  row.setAttribute("role", "article");
  row.dataset.key = key;
  const head = element("div", "bl-pair-head");
  const number = element("span", "bl-number");
  const kind = element("span", "bl-soft");
  const mark = element("span", "bl-pair-mark");
  head.append(number, kind, mark);
  const sides = element("div", "bl-pair-sides");
  const source = element("div", "bl-pair-side bl-rendered");
  const target = element("div", "bl-pair-side");
  const look = element("div", "bl-rendered");
  target.append(look);
  sides.append(source, target);
  const foot = element("div", "bl-pair-foot");
  row.append(head, sides, foot);
  let details = {};
  let isFilled = false;
  let isSeen = false;
  let shown2 = "";
  function draw(view) {
    const now = JSON.stringify([view, details]);
    if (now === shown2) return;
    shown2 = now;
    const { how, proposal, place, count, isActive, isPending } = view;
    const title = view.key === "title";
    const name = title ? "Title" : details.kind ?? "";
    row.dataset.state = how;
    row.classList.toggle("bl-active", isActive);
    row.tabIndex = isActive ? 0 : -1;
    number.textContent = title ? "" : String(place - 1);
    kind.textContent = name;
    const words = [STATES2[how] ?? "", PROPOSALS[proposal] ?? "", isPending ? "Not saved yet" : ""].filter(Boolean);
    mark.textContent = words.join(" \xB7 ");
    row.setAttribute("aria-posinset", String(place));
    row.setAttribute("aria-setsize", String(count));
    row.setAttribute("aria-label", [`${place} of ${count}`, name, ...words, view.excerpt].filter(Boolean).join(". "));
    drawSides(view, title);
    drawFoot(view);
  }
  function drawSides(view, title) {
    if (title) {
      [source, look].forEach((side, at) => {
        side.textContent = view.titles[at];
        side.dir = "auto";
      });
      return;
    }
    if (!isFilled) {
      look.textContent = view.excerpt;
      look.dir = view.target.direction;
      return;
    }
    showRendered(source, details.source ?? "", view.source);
    showRendered(look, details.html ?? "", view.target);
    if (!details.source) source.replaceChildren(element("p", "bl-soft", "Nothing in the source."));
    if (!details.html) look.replaceChildren(element("p", "bl-soft", view.how === "missing" ? "Not translated yet." : "Empty."));
  }
  function drawFoot(view) {
    const hadFocus = foot.contains(document.activeElement);
    const parts = view.isActive ? [...makeChange(view), ...makeProposal(view), makeWays(view)] : [];
    foot.replaceChildren(...parts);
    foot.hidden = parts.length === 0;
    if (hadFocus) row.focus({ preventScroll: true });
  }
  function makeChange({ how, source: side }) {
    if (how !== "stale") return [];
    const name = element("p", "bl-pair-name", "What changed in the source");
    if (!details.changed) {
      return key === "title" || !isFilled ? [] : [element("p", "bl-soft", details.note ?? "")];
    }
    const words = element("div", "wb-words bl-help-difference");
    showRendered(words, details.changed, side);
    words.setAttribute("role", "group");
    words.setAttribute("aria-label", "What changed in the source: removed words are struck through, added words are underlined");
    return [name, words];
  }
  function makeProposal({ proposal, target: side }) {
    const found = details.proposal;
    if (!proposal || !found) return [];
    if (proposal === "failed") return [element("p", "bl-problem", found.problem ?? "")];
    if (proposal === "writing") {
      return [element("p", "bl-soft", "It will be written and charged in any case. You can continue with other blocks.")];
    }
    const parts = [element("p", "bl-pair-name", "Proposed translation")];
    if (proposal === "stale") parts.push(element("p", "bl-changed", "This block has changed since you asked. Nothing is overwritten unless you choose to."));
    if (found.isSourceChanged) parts.push(element("p", "bl-changed", "The source has changed again since you asked, so the block stays marked if you accept this."));
    const words = element("div", found.difference ? "wb-words bl-help-difference" : "bl-rendered");
    showRendered(words, found.difference || found.html || "", side);
    words.classList.add("bl-pair-proposal");
    parts.push(words);
    return parts;
  }
  function makeWays({ how, proposal, canWrite }) {
    const tools = element("div", "bl-save");
    const add = (text, hint, onClick, isMain) => {
      if (canWrite) tools.append(button({ text, hint, className: isMain ? "bl-main" : "", onClick }));
    };
    if (proposal === "ready") add("Accept", "A", does.accept, true);
    if (proposal === "stale") add("Replace the block", "", does.replace, true);
    const same = details.note ? "Mark as current" : "Mark as current";
    if (!proposal && how === "stale") add(same, "A", does.accept, true);
    if (how !== "extra" && proposal !== "writing") add(proposal ? "Ask again\u2026" : "Translate with AI\u2026", "G", does.askModel);
    if (key !== "title") add(how === "missing" ? "Write" : "Edit", "Enter", does.edit);
    if (proposal) add(proposal === "writing" ? "Stop waiting" : "Discard", "", does.discard);
    return tools;
  }
  return {
    element: row,
    version: "",
    isSeen: () => isSeen,
    /** @param {boolean} isNow */
    setSeen(isNow) {
      isSeen = isNow;
    },
    draw,
    /** @param {PairDetails} found @param {PairView} view */
    fill(found, view) {
      details = found;
      isFilled = true;
      draw(view);
    },
    /**
     * @param {HTMLElement | null} form the form that stands in place of the translation; null for none
     * @returns {boolean} whether it was not there before
     */
    showForm(form) {
      const isNew = form !== null && form.parentElement !== target;
      if (isNew) target.append(form);
      look.hidden = form !== null;
      foot.classList.toggle("bl-writing", form !== null);
      return isNew;
    }
  };
}

// workbench/widgets/block_list/translation/price_question.js
function makePriceQuestion({ state, onAsk, onClose }) {
  const box = element("div", "bl-beside-question");
  box.hidden = true;
  let keys = null;
  function cancel() {
    keys = null;
    update();
  }
  function close() {
    cancel();
    onClose();
  }
  function update() {
    box.hidden = keys === null;
    if (keys === null) {
      box.replaceChildren();
      return;
    }
    const rows = keys;
    const { cost = "", proposals = {}, open: todo = 0 } = state();
    const number = rows.length || todo;
    const what = number === 1 ? "this block" : `${number.toLocaleString("en")} blocks`;
    const isAgain = rows.some((key) => ["ready", "stale"].includes(proposals[key]));
    const price = element("span", "", `Translate with AI: ${what}. ${cost || "Loading the price\u2026"}`);
    price.setAttribute("role", "status");
    const confirm = button({
      text: isAgain ? "Ask again (charged again)" : "Ask",
      className: "bl-main",
      onClick: () => {
        onAsk(rows, isAgain);
        close();
      }
    });
    const hasPrice = cost.startsWith("Costs") || cost.startsWith("The price");
    const hadFocus = box.contains(document.activeElement);
    const cancelling = button({ text: "Cancel", hint: "Escape", onClick: close });
    box.replaceChildren(price, ...hasPrice ? [confirm] : [], cancelling);
    if (hadFocus) box.querySelector("button")?.focus();
  }
  return {
    element: box,
    update,
    cancel,
    close,
    isOpen: () => keys !== null,
    /** @param {string[]} rows none are all that is to be done */
    open(rows) {
      keys = rows;
      update();
      box.querySelector("button")?.focus();
    }
  };
}

// workbench/widgets/block_list/translation/beside.js
var TOGETHER2 = 40;
var PAUSE3 = 40;
var PATIENCE3 = 3e3;
var NO_ANSWER2 = "The notebook isn't responding: a cell may be running, or its kernel was stopped.";
var LEAP = 5;
var KEYS = "\u2191 \u2193 move \xB7 N next to do \xB7 A accept or mark as current \xB7 G ask AI \xB7 Enter edit \xB7 Esc back to the list";
var isOpenState = (state) => state === "stale" || state === "missing";
function makeBeside(model, { ask, act, newId: newId2, getState, pane, rows, isLost, onToggle }) {
  const text = element("span", "bl-translation-text");
  const toggle = button({ text: "Side by side", onClick: () => open(!isOn) });
  const line = element("span", "bl-translation");
  line.append(text, toggle);
  const box = element("section", "bl-beside");
  box.setAttribute("aria-label", "Translation next to its source");
  box.hidden = true;
  const names = [element("strong", "bl-beside-name"), element("strong", "bl-beside-name")];
  const count = element("span", "bl-beside-count");
  count.setAttribute("role", "status");
  const next = button({ text: "Next", hint: "N", className: "bl-main", onClick: () => goToOpen(1) });
  const askAll = button({ text: "Translate all with AI\u2026", onClick: () => question.open([]) });
  const tools = element("div", "bl-beside-tools");
  tools.append(count, next, askAll);
  const problem = element("p", "bl-problem");
  problem.setAttribute("role", "alert");
  const question = makePriceQuestion({
    state: () => state(),
    onAsk: (keys2, again) => act("askTranslation", { keys: keys2, again }),
    onClose: () => shown2.get(active ?? "")?.element.focus()
  });
  const heads = element("div", "bl-beside-heads");
  heads.append(...names);
  const feed = element("div", "bl-feed");
  feed.setAttribute("role", "feed");
  feed.setAttribute("aria-label", "Blocks of the source with their translation");
  const keys = element("p", "bl-soft bl-beside-keys", KEYS);
  box.append(tools, problem, question.element, heads, feed, keys);
  let isOn = Boolean(model.get("translation").isOpen);
  let active = null;
  let wantsFocus = false;
  const shown2 = /* @__PURE__ */ new Map();
  const wanted = /* @__PURE__ */ new Set();
  let timer = 0;
  const state = () => (
    /** @type {TranslationState} */
    model.get("translation")
  );
  const entries = () => state().rows ?? [];
  const entryOf = (key) => entries().find(([entryKey]) => entryKey === key);
  const seen = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      const key = (
        /** @type {HTMLElement} */
        target.dataset.key ?? ""
      );
      shown2.get(key)?.setSeen(isIntersecting);
      if (isIntersecting) want(key);
    }
  }, { rootMargin: "200px" });
  function want(key) {
    const row = shown2.get(key);
    if (!row || !row.isSeen() || row.version === versionOf(key)) return;
    wanted.add(key);
    timer ||= setTimeout(load, PAUSE3);
  }
  function versionOf(key) {
    const [, block = "", how = ""] = entryOf(key) ?? [];
    const { revision, proposals = {}, titles } = state();
    return JSON.stringify([block, how, revision, proposals[key], block ? getState().card(block) : key === "title" && titles]);
  }
  async function load() {
    const some = [...wanted].slice(0, TOGETHER2);
    for (const key of some) wanted.delete(key);
    timer = wanted.size ? setTimeout(load, PAUSE3) : 0;
    const versions = new Map(some.map((key) => [key, versionOf(key)]));
    const late = setTimeout(() => {
      sayNoAnswer(true);
    }, isLost() ? 0 : PATIENCE3);
    const answer = await ask("pairs", { keys: some });
    clearTimeout(late);
    sayNoAnswer(false);
    for (const key of some) {
      const row = shown2.get(key);
      if (!row) continue;
      row.version = versions.get(key) ?? "";
      row.fill(answer.rows[key] ?? {}, viewOf(key));
      want(key);
    }
    mount();
    if (active !== null && some.includes(active)) reveal();
  }
  let isSilent = false;
  function sayNoAnswer(isNow) {
    isSilent = isNow;
    const words = isSilent ? NO_ANSWER2 : state().problem ?? "";
    if (problem.textContent !== words) problem.textContent = words;
    problem.hidden = !words;
  }
  function viewOf(key) {
    const { names: languages = ["", ""], titles = ["", ""], language = "", direction = "ltr" } = state();
    const { language: own, direction: ownDirection, can } = getState();
    const [, block = "", how = ""] = entryOf(key) ?? [];
    return {
      key,
      block,
      how,
      titles,
      languages,
      place: entries().findIndex(([entryKey]) => entryKey === key) + 1,
      count: entries().length,
      source: { language, direction },
      target: { language: own, direction: ownDirection },
      excerpt: block ? getState().card(block)[1] : "",
      isActive: key === active,
      isPending: block !== "" && getState().pending.has(block),
      canWrite: can.write && !model.get("disabled"),
      proposal: (state().proposals ?? {})[key] ?? ""
    };
  }
  function open(isWanted) {
    if (isWanted === isOn) return;
    isOn = isWanted;
    question.cancel();
    act("beside", { open: isOn });
    onToggle();
    update();
    wantsFocus = isOn;
    if (isOn) next.focus();
    else toggle.focus();
  }
  function activate(key, { focus = true } = {}) {
    if (key === null || !entryOf(key)) return;
    const before = active;
    active = key;
    if (before !== null && before !== key) draw(before);
    draw(key);
    const block = entryOf(key)?.[1];
    if (block) rows.choose(block, { focus: false });
    mount();
    reveal();
    if (focus) shown2.get(key)?.element.focus({ preventScroll: true });
  }
  function reveal() {
    const row = shown2.get(active ?? "")?.element;
    if (!row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < feed.scrollTop || bottom - top > feed.clientHeight) feed.scrollTop = top;
    else if (bottom > feed.scrollTop + feed.clientHeight) feed.scrollTop = bottom - feed.clientHeight;
  }
  function go(step) {
    const all = entries();
    const place = all.findIndex(([key]) => key === active);
    activate(all[Math.max(0, Math.min(all.length - 1, place + step))]?.[0] ?? null);
  }
  function goToOpen(step) {
    const all = entries();
    const place = all.findIndex(([key]) => key === active);
    const order = [...all.slice(place + 1), ...all.slice(0, place + 1)];
    const found = (step > 0 ? order : [...order.slice(0, -1).reverse()]).find(([, , how]) => isOpenState(how));
    if (found) activate(found[0]);
  }
  function acceptOrConfirm(key) {
    const proposal = (state().proposals ?? {})[key];
    if (proposal === "ready") act("translationChoice", { key, choice: "accept" });
    else if (!proposal && entryOf(key)?.[2] === "stale") act("stillSame", { key });
  }
  function edit(key) {
    const [, block = "", how = ""] = entryOf(key) ?? [];
    if (!getState().can.write || key === "title") return;
    if (how === "missing") {
      const id = newId2();
      act("writeTranslation", { key, id });
      writing = id;
      return;
    }
    if (!block) return;
    activate(key, { focus: false });
    pane.edit();
    mount();
  }
  let writing = "";
  function editNew() {
    const found = writing && entries().find(([, block, how]) => block === writing && how !== "extra");
    if (!found) return;
    writing = "";
    edit(found[0]);
  }
  function onKey(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    if (pane.element.contains(target)) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey || !(isControl ? onControlKey(event) : onPlainKey(event, target))) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onControlKey(event) {
    const key = event.key.toLowerCase();
    if (key === "z") act(event.shiftKey ? "redo" : "undo", {});
    else if (key === "y") act("redo", {});
    else return false;
    return true;
  }
  function onPlainKey(event, target) {
    if (event.key === "Escape") {
      if (question.isOpen()) question.close();
      else open(false);
      return true;
    }
    if (!feed.contains(target) || active === null) return false;
    const isRow = target.getAttribute("role") === "article";
    if (isRow && (event.key === "Enter" || event.key === "F2")) {
      edit(active);
      return true;
    }
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -LEAP, PageDown: LEAP, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      go(steps[event.key]);
      return true;
    }
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
    if (letter === "n") goToOpen(event.shiftKey ? -1 : 1);
    else if (letter === "a") acceptOrConfirm(active);
    else if (letter === "g" && entryOf(active)?.[2] !== "extra") question.open([active]);
    else return false;
    return true;
  }
  box.addEventListener("keydown", onKey);
  feed.addEventListener("focusin", (event) => {
    const row = (
      /** @type {HTMLElement} */
      event.target.closest?.("[data-key]")
    );
    const key = (
      /** @type {HTMLElement | null} */
      row?.dataset.key ?? null
    );
    if (key !== null && key !== active) activate(key, { focus: false });
  });
  function draw(key) {
    shown2.get(key)?.draw(viewOf(key));
  }
  function drawRows() {
    const all = entries();
    const keep = new Set(all.map(([key]) => key));
    for (const [key, row] of shown2) {
      if (keep.has(key)) continue;
      seen.unobserve(row.element);
      row.element.remove();
      shown2.delete(key);
    }
    if (active === null || !keep.has(active)) {
      const chosen = all.find(([, block]) => block && block === rows.active);
      const first = all.find(([, , how]) => isOpenState(how));
      active = (chosen && rows.wasTouched ? chosen : first ?? chosen ?? all[0])?.[0] ?? null;
      if (active !== null && entryOf(active)?.[1]) rows.choose(entryOf(active)?.[1], { focus: false });
    }
    let behind2 = feed.firstChild;
    for (const [key] of all) {
      let row = shown2.get(key);
      if (!row) {
        row = makePairRow(key, {
          accept: () => acceptOrConfirm(key),
          askModel: () => question.open([key]),
          edit: () => edit(key),
          replace: () => act("translationChoice", { key, choice: "replace" }),
          discard: () => act("translationChoice", { key, choice: "discard" })
        });
        shown2.set(key, row);
        seen.observe(row.element);
      }
      if (row.element === behind2) behind2 = behind2.nextSibling;
      else feed.insertBefore(row.element, behind2);
      row.draw(viewOf(key));
      want(key);
    }
    if (wantsFocus && active !== null) {
      wantsFocus = false;
      activate(active);
    }
  }
  function mount() {
    if (!isOn) return;
    const block = pane.writing();
    const found = block && entries().find(([, entryBlock]) => entryBlock === block);
    if (!found) pane.element.remove();
    let isNew = false;
    for (const [key, row] of shown2) isNew = row.showForm(found && key === found[0] ? pane.element : null) || isNew;
    if (isNew) reveal();
  }
  function update() {
    const { kind, text: words, open: todo = 0, isReading, names: languages = ["", ""] } = state();
    line.hidden = kind === "none";
    text.textContent = words;
    text.dataset.open = String(todo);
    toggle.hidden = kind !== "translation";
    toggle.setAttribute("aria-pressed", String(isOn));
    if (isOn && kind !== "translation") open(false);
    box.hidden = !isOn;
    if (!isOn) return;
    names.forEach((label, place) => {
      label.textContent = languages[place];
    });
    const all = entries().length;
    const now = isReading ? "Reading the source\u2026" : todo ? `${todo} of ${all} to do` : "All up to date";
    if (count.textContent !== now) count.textContent = now;
    next.setAttribute("aria-disabled", String(!todo));
    askAll.setAttribute("aria-disabled", String(!todo || !getState().can.write));
    sayNoAnswer(isSilent);
    feed.setAttribute("aria-busy", String(Boolean(isReading)));
    drawRows();
    question.update();
    mount();
    editNew();
  }
  return {
    line,
    element: box,
    update,
    mount,
    isOn: () => isOn,
    leave: () => open(false),
    /** The form was closed: its row has the focus again. */
    focus() {
      mount();
      shown2.get(active ?? "")?.element.focus();
    },
    close() {
      clearTimeout(timer);
      seen.disconnect();
    }
  };
}

// workbench/widgets/block_list/upload_row.js
var PATIENCE4 = 3e3;
var WAITING = "waiting for the notebook: a cell may be running";
function makeProgressRow(name, onCancel) {
  const row = element("div", "bl-upload");
  const words = element("span", "bl-upload-words", name);
  const bar = element("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `Uploading ${name}`);
  let stop;
  const cancelled = new Promise((_, reject) => {
    stop = reject;
  });
  cancelled.catch(() => {
  });
  let isCancelled = false;
  let timer = 0;
  let expected = 0;
  const cancel = button({
    icon: "close",
    text: "Cancel",
    label: `Cancel ${name}`,
    onClick: () => {
      isCancelled = true;
      clearTimeout(timer);
      onCancel();
      stop?.(new Error("cancelled"));
    }
  });
  row.append(words, bar, cancel);
  function watch() {
    clearTimeout(timer);
    if (expected) timer = setTimeout(() => {
      words.textContent = `${name}: ${WAITING}`;
    }, PATIENCE4);
  }
  return {
    element: row,
    get isCancelled() {
      return isCancelled;
    },
    /**
     * Wait for an answer; of a notebook that stays silent it is said so.
     * @template T
     * @param {Promise<T>} answer
     */
    async expect(answer) {
      expected += 1;
      watch();
      try {
        return await Promise.race([answer, cancelled]);
      } finally {
        expected -= 1;
        watch();
      }
    },
    /** The notebook has got so far. @param {"Reading" | "Sending"} step @param {number} share of it, 0 to 1 */
    show(step, share) {
      bar.value = step === "Reading" ? share / 2 : 0.5 + share / 2;
      words.textContent = `${step} ${name}: ${Math.round(share * 100)} %`;
      watch();
    },
    /** The service asked to wait, or the way to it is cut. @param {string} reason @param {number} seconds */
    wait(reason, seconds) {
      words.textContent = `${name}: ${reason} Next try in ${seconds} s.`;
      watch();
    },
    /** @param {string} problem */
    fail(problem) {
      clearTimeout(timer);
      const alert = element("span", "bl-upload-words");
      alert.setAttribute("role", "alert");
      row.classList.add("bl-failed");
      row.replaceChildren(alert, button({ icon: "close", label: "Close this message", className: "bl-icon", onClick: () => row.remove() }));
      alert.textContent = problem;
    }
  };
}

// workbench/widgets/block_list/uploads.js
var PIECE = 1e6;
var AHEAD = 3;
var TAKEN = "Pictures (PNG, JPEG, WebP, GIF), sound (MP3, M4A, OGG), video (MP4, WebM) and PDF are supported.";
var LOST2 = "The kernel was restarted or stopped. Run the cell again, then add the file again.";
function typeOf(file, types) {
  const ending = file.name.toLowerCase().split(".").pop() ?? "";
  return types.find(([name]) => name === file.type) ?? types.find(([, , endings]) => endings.includes(ending));
}
function refusal(file, { types, problem }, blockType = "file") {
  if (problem || !types.length) return problem || "The lesson is still loading. Try again in a moment.";
  if (file.size === 0) return `${file.name} is empty or a folder.`;
  const found = typeOf(file, types);
  if (!found) {
    const isSvg = /\.svgz?$/i.test(file.name) || file.type === "image/svg+xml";
    const why = isSvg ? "is an SVG, which may have scripts in it; save it as PNG." : "can't be shown in lessons.";
    return `${file.name} ${why} ${TAKEN} Nothing was sent.`;
  }
  const [name, kind, , most] = found;
  if (blockType !== "file" && kind !== blockType) {
    return `${file.name} does not fit into this block. Drop it on the list to add it as a new block.`;
  }
  if (file.size <= most) return "";
  const size = (file.size / 1e6).toLocaleString("en", { maximumFractionDigits: 1 });
  return `${file.name} has ${size} MB; a file of the type ${name} has at most ${most / 1e6} MB. Nothing was sent.`;
}
function makeUploads(model, { el, view, ask, send, isLost, place, onBlock }) {
  const box = element("div", "bl-uploads");
  const input = element("input", "bl-file");
  input.type = "file";
  input.hidden = true;
  let onChosen;
  const rows = /* @__PURE__ */ new Map();
  box.append(input);
  async function sendFile(file, { block, after, blockType }) {
    const reason = refusal(file, model.get("uploads"), blockType);
    const row = makeProgressRow(file.name, () => send("cancel", { transfer }));
    const transfer = newId();
    box.append(row.element);
    if (reason) {
      row.fail(reason);
      return void 0;
    }
    rows.set(transfer, row);
    try {
      await sendPieces(file, transfer, row);
      row.show("Sending", 0);
      const stored = await answered(row, "store", { transfer, block, after });
      row.element.remove();
      return stored;
    } catch (error) {
      if (row.isCancelled) row.element.remove();
      else row.fail(error instanceof Refused ? error.message : `${file.name} could not be read.`);
      return void 0;
    } finally {
      rows.delete(transfer);
    }
  }
  async function sendPieces(file, transfer, row) {
    const onTheirWay = [];
    async function keepPiece(start, bytes) {
      const { received } = await answered(row, "piece", { transfer, name: file.name, size: file.size, start }, [bytes]);
      row.show("Reading", received / file.size);
    }
    for (let start = 0; start < file.size; start += PIECE) {
      const bytes = await file.slice(start, start + PIECE).arrayBuffer();
      const kept = keepPiece(start, bytes);
      kept.catch(() => {
      });
      onTheirWay.push(kept);
      if (onTheirWay.length > AHEAD) await onTheirWay.shift();
    }
    await Promise.all(onTheirWay);
  }
  async function answered(row, intent, fields, buffers) {
    const answer = ask(intent, fields, buffers);
    if (isLost()) throw new Refused(LOST2);
    const { problem, ...rest } = await row.expect(answer);
    if (problem !== void 0) throw new Refused(problem);
    return (
      /** @type {any} */
      rest
    );
  }
  async function add(files) {
    let after = place();
    for (const file of files) {
      const block = newId();
      const stored = await sendFile(file, { block, after });
      if (!stored) continue;
      if (after !== null) after = block;
      if (files.length === 1) onBlock(block, stored.type);
    }
  }
  function open(accept, isMany, then) {
    input.accept = accept;
    input.multiple = isMany;
    onChosen = then;
    input.click();
  }
  function endings(blockType = "file") {
    const { types } = model.get("uploads");
    const fitting = types.filter(([, kind]) => blockType === "file" || kind === blockType);
    return fitting.flatMap(([name, , suffixes]) => [name, ...suffixes.map((ending) => `.${ending}`)]).join(",");
  }
  input.addEventListener("change", () => {
    onChosen?.([...input.files ?? []]);
    input.value = "";
  });
  const mayTake = () => !model.get("disabled") && model.get("can").write;
  function onDrag(event) {
    if (![...event.dataTransfer?.types ?? []].includes("Files") || !mayTake()) return;
    event.preventDefault();
    event.stopPropagation();
    const isOutside = event.type === "dragleave" && !el.contains(
      /** @type {Node | null} */
      event.relatedTarget
    );
    el.classList.toggle("bl-dropping", event.type !== "drop" && !isOutside);
  }
  function onDrop(event) {
    onDrag(event);
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length && mayTake()) void add(files);
  }
  function onPaste(event) {
    const files = [...event.clipboardData?.files ?? []];
    const panel = el.closest(".wb-panel") ?? el;
    if (!files.length || !mayTake() || !panel.contains(
      /** @type {Node} */
      event.target
    )) return;
    if (event.clipboardData?.getData("text/plain") && closest(event, "input, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    void add(files);
  }
  function onMessage(message) {
    if (message?.view !== view || !message.upload) return;
    const row = rows.get(message.upload);
    if (message.waiting) row?.wait(message.waiting, message.seconds ?? 0);
    else row?.show("Sending", (message.percent ?? 0) / 100);
  }
  const drags = (
    /** @type {const} */
    ["dragenter", "dragover", "dragleave"]
  );
  for (const name of drags) el.addEventListener(name, onDrag);
  el.addEventListener("drop", onDrop);
  document.addEventListener("paste", onPaste, true);
  const unsubscribe = subscribe(model, [["msg:custom", onMessage]]);
  return {
    element: box,
    choose: () => open(endings(), true, (files) => void add(files)),
    /**
     * The asset of one file for a block of this type, which is not inserted.
     * @param {string} blockType
     * @param {(stored: Stored) => void} then
     */
    chooseFor(blockType, then) {
      open(endings(blockType), false, async ([file]) => {
        const stored = file && await sendFile(file, { block: null, after: null, blockType });
        if (stored) then(stored);
      });
    },
    close() {
      document.removeEventListener("paste", onPaste, true);
      el.removeEventListener("drop", onDrop);
      for (const name of drags) el.removeEventListener(name, onDrag);
      unsubscribe();
    }
  };
}
var Refused = class extends Error {
};

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

// workbench/widgets/kit/previews.js
var UNFILLED = "figure[data-asset]:not([data-filled])";
var SHOWN = { image: "img", audio: "audio", video: "video" };
var NEAR = "400px";
function makePreviews(root, ask) {
  const previews = /* @__PURE__ */ new Map();
  async function load(asset) {
    const { type, why = "", lasts = true, buffers } = await ask(asset);
    if (!lasts) previews.delete(asset);
    if (!type || !buffers?.length) return { address: "", why };
    const blob = new Blob([
      /** @type {BlobPart} */
      buffers[0]
    ], { type });
    return { address: URL.createObjectURL(blob), why: "" };
  }
  async function fill(figure) {
    const { asset = "", kind = "" } = figure.dataset;
    const tag = SHOWN[
      /** @type {keyof typeof SHOWN} */
      kind
    ];
    const words = figure.querySelector(".missing");
    if (!tag || !asset || !words) return;
    let preview = previews.get(asset);
    if (!preview) previews.set(asset, preview = load(asset));
    const { address, why } = await preview;
    if (!address) {
      if (why) words.append(element("br"), element("span", "why", why));
      return;
    }
    const shown2 = (
      /** @type {HTMLImageElement | HTMLMediaElement} */
      element(
        /** @type {"img"} */
        tag
      )
    );
    if (shown2 instanceof HTMLImageElement) {
      shown2.alt = figure.dataset.alternative ?? "";
    } else {
      shown2.controls = true;
      shown2.setAttribute("aria-label", figure.querySelector("figcaption")?.textContent || words.textContent || "");
    }
    shown2.addEventListener("error", () => {
      words.append(element("br"), element("span", "why", "This browser can't show it."));
      shown2.replaceWith(words);
    });
    shown2.src = address;
    words.replaceWith(shown2);
  }
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void fill(
        /** @type {HTMLElement} */
        target
      );
    }
  }, { rootMargin: NEAR });
  function lookAtAll() {
    for (
      const figure of
      /** @type {NodeListOf<HTMLElement>} */
      root.querySelectorAll(UNFILLED)
    ) {
      figure.dataset.filled = "yes";
      seen.observe(figure);
    }
  }
  const observer = new MutationObserver(lookAtAll);
  observer.observe(root, { childList: true, subtree: true });
  lookAtAll();
  return {
    async close() {
      observer.disconnect();
      seen.disconnect();
      for (const { address } of await Promise.all(previews.values())) if (address) URL.revokeObjectURL(address);
    }
  };
}

// workbench/widgets/block_list/view.js
var AFTER_CHOICE = /* @__PURE__ */ new Set(["edit", "theirs", "mine", "both", "beside"]);
var CHECKED_TRAITS = (
  /** @type {const} */
  ["order", "cards", "patch", "pending", "checked"]
);
var MEDIA = /* @__PURE__ */ new Set(["image", "audio", "video", "file"]);
function render({ model, el }) {
  const view = newId().slice(0, 13);
  el.classList.add("wb-blocks");
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  const outbox = makeOutbox(model, view);
  const guesses = /* @__PURE__ */ new Map();
  const cardOf = (id) => model.get("patch")[id] ?? model.get("cards")[id] ?? guesses.get(id) ?? ["", "", ""];
  const kinds = () => model.get("kinds");
  const nameOf = (type) => kinds().find(([wire]) => wire === type)?.[1] ?? type;
  const glyphOf = (type) => kinds().find(([wire]) => wire === type)?.[2];
  function act(intent, fields) {
    if (model.get("disabled")) return void 0;
    poller.onAction();
    if (!AFTER_CHOICE.has(intent)) pane.flush();
    if (intent === "delete") pane.drafts.dropSent(fields.ids);
    if (intent === "undo" || intent === "redo") pane.drafts.dropSent(rows.order);
    if (intent === "theirs" || intent === "both") pane.drafts.dropSent(model.get("pending"));
    if (intent === "insert") return insert(fields.type, fields.after);
    if (intent === "duplicate") return neighbours.duplicate(fields.id);
    if (intent === "delete") return fields.ids.length ? sendGesture(intent, deleteBlocks(fields.ids)) : void 0;
    if (intent === "move") return sendGesture(intent, moveBlocks(fields.ids, fields.before));
    return sendGesture(intent, { fields });
  }
  function sendGesture(intent, { fields, reorder }) {
    const n = outbox.sendGesture(intent, fields, reorder);
    refresh();
    updateStatus();
    return n;
  }
  function insert(type, after) {
    const { order, can } = getState();
    const gesture = insertBlock({ type, after, active: rows.active, order, canMove: can.move });
    guesses.set(gesture.id, [type, "", ""]);
    const n = sendGesture("insert", gesture);
    rows.choose(gesture.id);
    if (type !== "blank") pane.edit();
    return n;
  }
  const neighbours = makeNeighbours({
    sendGesture,
    getState,
    kinds,
    cardOf,
    edit,
    isDisabled: () => model.get("disabled"),
    isBeside: () => beside.isOn(),
    rows: () => rows,
    page: () => page,
    begin() {
      poller.onAction();
      pane.flush();
    },
    guesses,
    choose(id) {
      isInPage = true;
      rows.choose(id, { focus: false });
    }
  });
  function rescue(id) {
    const gesture = appendBlock("blank");
    guesses.set(gesture.id, ["blank", "", ""]);
    sendGesture("insert", gesture);
    pane.drafts.carryOver(id, gesture.id);
    rows.choose(gesture.id);
  }
  function edit(at) {
    isFromPage = isInPage;
    pane.edit(at);
    beside.mount();
  }
  function helped() {
    return rows.chosen().length > 1 ? null : rows.active;
  }
  function help() {
    pane.flush();
    suggest.open();
  }
  function showAdded(id, type) {
    if (pane.writing() !== null) return;
    rows.choose(id);
    if (type === "image") pane.edit();
  }
  function getState() {
    return {
      view,
      order: rows.order,
      card: cardOf,
      pending: new Set(model.get("pending")),
      refused: new Set(model.get("refused")),
      drafts: pane.drafts.ids(),
      can: model.get("can"),
      language: model.get("language"),
      direction: model.get("direction"),
      findings: findings.of,
      comments: model.get("comments")
    };
  }
  function refresh() {
    const known = model.get("order");
    const order = outbox.reordered(known);
    const now = { ...getState(), order };
    if (order !== known) {
      const stored = new Set(known);
      for (const id of order) if (!stored.has(id)) now.pending.add(id);
    }
    const none = {
      empty: "Reading the lesson\u2026",
      failed: "Nothing to show.",
      away: "Not loaded yet."
    };
    const sentence = none[model.get("state")] ?? "This lesson has no blocks yet. Add one above.";
    rows.show(now, sentence);
    page.show(now, rows.active, rows.chosen(), sentence);
    place();
    handle.update();
    pane.drafts.settle((id, n) => outbox.isLost || now.pending.has(id) || outbox.hasGesture(n));
    updateControls();
    updateFindings();
    suggest.update();
    beside.update();
  }
  function place() {
    el.classList.toggle("bl-beside-on", beside.isOn());
    if (!beside.isOn()) {
      page.mount(pane, pane.writing() !== null);
      return;
    }
    if (pane.head.parentElement !== pane.element) pane.element.prepend(pane.head);
    beside.mount();
  }
  function updateControls() {
    bar.update();
    tools.update();
    el.classList.toggle("bl-may-move", Boolean(model.get("can").move));
    el.classList.toggle("bl-may-write", Boolean(model.get("can").write));
  }
  function updateStatus() {
    const drafts = pane.drafts.ids().size;
    const state = bar.showStatus({ blocks: rows.order.length, drafts, isWaiting: outbox.isWaiting(), saving: pane.saving() });
    unsaved.update(rows.order, !["empty", "failed", "away"].includes(model.get("state")));
    hint.textContent = model.get("hint");
    el.setAttribute("aria-busy", String(state === "saving" && pane.writing() === null));
    updateControls();
  }
  function restoreDrafts() {
    pane.restoreDrafts();
    const ids = [...pane.drafts.ids()].filter((id) => rows.order.includes(id));
    if (ids.length && !rows.wasTouched) rows.choose(ids[ids.length - 1], { focus: false });
  }
  const previews = makePreviews(el, (asset) => outbox.ask("asset", { asset }));
  const findings = makeFindings({
    ask: outbox.ask,
    fix: ({ rule, block }) => act("fix", { rule, block }),
    canWrite: () => model.get("can").write && !model.get("disabled"),
    onFindings: () => refresh()
  });
  function updateFindings() {
    findings.update(CHECKED_TRAITS.map((name) => model.get(name)));
    pane.showFindings(findings.listOf);
  }
  let isInPage = false;
  let isFromPage = false;
  let shownActive = null;
  const page = makePage({
    ask: outbox.ask,
    nameOf,
    opensByClick: (type) => !MEDIA.has(type),
    onChoose(id, how) {
      isInPage = true;
      rows.choose(id, { ...how, focus: false });
    },
    onOpen: edit,
    onMenu: () => handle.openMenu(),
    onKey(event) {
      rows.onKey(event);
      if (!event.defaultPrevented) return;
      if (pane.writing() === null) page.focus();
      page.reveal(rows.active);
    },
    onPointer: (id) => handle.moveTo(id)
  });
  page.element.addEventListener("focusin", () => {
    isInPage = true;
  });
  const rows = makeRows({
    act,
    nameOf,
    glyphOf,
    onActive(active, chosen) {
      page.activate(active);
      if (active !== shownActive && !isInPage) page.reveal(active);
      shownActive = active;
      pane.follow(active, chosen);
      handle.moveTo(active);
      pane.showFindings(findings.listOf);
      suggest.follow(helped());
      updateControls();
    },
    onOpen: edit,
    onHelp: help
  });
  rows.element.addEventListener("focusin", () => {
    isInPage = false;
  });
  const uploads = makeUploads(model, {
    el,
    view,
    ask: outbox.ask,
    send: outbox.send,
    isLost: () => outbox.isLost,
    place: () => rows.active,
    onBlock: showAdded
  });
  const pane = makeBlockPane({
    ...neighbours,
    kinds,
    getState,
    chooseFile: uploads.chooseFor,
    ask: outbox.ask,
    edit: (id, { type, content }, visit) => act("edit", { id, type, content, visit }),
    undo: (isRedo) => void act(isRedo ? "redo" : "undo", {}),
    isDisputed: () => Boolean(model.get("dispute").sentence),
    store: makeDrafts(() => model.get("drafts")),
    afterwards() {
      if (beside.isOn()) beside.focus();
      else if (isFromPage) page.focus();
      else rows.focus();
    },
    onMode() {
      place();
      pane.showFindings(findings.listOf);
    },
    onReturn: (id) => void (rows.wasTouched || pane.writing() !== null || rows.choose(id, { focus: false })),
    onHtml: page.showDraft,
    contentOf: page.contentOf,
    onTypes: (field2) => handle.openTypesAt(field2, pane.convert),
    onDrafts() {
      refresh();
      updateStatus();
    }
  });
  const suggest = makeSuggest(model, {
    getState,
    ask: outbox.ask,
    send: act,
    isLost: () => outbox.isLost,
    acknowledged: outbox.acknowledged,
    focusList: () => rows.focus(),
    reveal: (id) => rows.choose(id)
  });
  pane.element.append(suggest.element);
  const bar = makeLessonBar(model, {
    act,
    onFiles: uploads.choose,
    onRetry: () => outbox.send("retry"),
    onList: () => el.classList.toggle("bl-list-open")
  });
  const tools = makeBlockTools(model, { act, rows, onEdit: () => edit(), onHelp: help });
  const handle = makeBlockHandle(model, {
    act,
    rows,
    page,
    onEdit: () => edit(),
    onHelp: help,
    onJson() {
      isFromPage = true;
      void pane.editJson();
    },
    hasFields: (id) => kinds().some(([type, , , record]) => type === cardOf(id)[0] && Boolean(record))
  });
  const beside = makeBeside(model, {
    act,
    newId,
    getState,
    pane,
    rows,
    ask: outbox.ask,
    isLost: () => outbox.isLost,
    onToggle: place
  });
  bar.element.append(beside.line);
  const dispute = makeDispute(model, act, pane.hasFocus);
  function continueWriting(id) {
    rows.choose(id, { focus: false });
    edit();
  }
  const unsaved = makeUnsavedTexts({ pane, onContinue: continueWriting, onRescue: rescue });
  const hint = element("p", "bl-hint");
  const spoken = element("div", "bl-spoken");
  spoken.setAttribute("aria-live", "polite");
  const side = element("div", "bl-side");
  side.append(rows.element, tools.element);
  const main = element("div", "bl-body");
  main.append(side, page.element);
  el.append(bar.element, bar.menu, uploads.element, hint, outbox.note, unsaved.element, suggest.line, dispute.element, main, beside.element, spoken);
  el.addEventListener("click", stopDisabledClick, true);
  function onDispute() {
    dispute.update();
    pane.autosave();
  }
  function announce() {
    const { text } = model.get("announcement");
    spoken.replaceChildren(element("p", "", text));
  }
  const poller = makePoller(el, {
    isWanted: () => !outbox.isLost && model.get("can").watch,
    poll: () => outbox.send("poll"),
    acknowledged: outbox.acknowledged
  });
  let isStale = false;
  let isNew = true;
  function onChange() {
    if (isStale) return;
    isStale = true;
    queueMicrotask(() => {
      isStale = false;
      outbox.settle();
      poller.settle();
      refresh();
      if (isNew) restoreDrafts();
      isNew &&= rows.order.length === 0;
      updateStatus();
    });
  }
  const traits = [
    "order",
    "cards",
    "patch",
    "pending",
    "refused",
    "can",
    "language",
    "direction",
    "undo",
    "redo",
    "state",
    "sentence",
    "hint",
    "acknowledged",
    "proposals",
    "cost",
    "translation",
    "checked",
    "comments",
    "uploads"
  ];
  const unsubscribe = subscribe(model, [
    ...traits.map((name) => (
      /** @type {[string, () => void]} */
      [`change:${name}`, onChange]
    )),
    ["change:reveal", () => rows.choose(model.get("reveal").block)],
    ["change:dispute", onDispute],
    ["change:announcement", announce],
    ["change:drafts", restoreDrafts],
    ["msg:custom", outbox.onMessage]
  ]);
  place();
  refresh();
  restoreDrafts();
  updateStatus();
  dispute.update();
  return () => {
    unsubscribe();
    poller.close();
    outbox.close();
    findings.close();
    uploads.close();
    void previews.close();
    suggest.close();
    beside.close();
    rows.close();
    pane.close();
    page.close();
    el.removeEventListener("click", stopDisabledClick, true);
    el.replaceChildren();
  };
}
var view_default = { initialize, render };
export {
  view_default as default
};
