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

// workbench/widgets/browser/tag_editor.js
var folded = (tag) => tag.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();
function makeChip(tag) {
  const chip = element("li", "wb-tag-chip");
  const search = element("button", "wb-tag-search", tag);
  search.type = "button";
  search.dir = "auto";
  search.title = `Search for ${tag}`;
  const remove = element("button", "wb-tag-remove", "\xD7");
  remove.type = "button";
  remove.setAttribute("aria-label", `Remove ${tag}`);
  chip.append(search, remove);
  return chip;
}
function makeParts() {
  const id = `wb-tags-${randomId()}`;
  const label = element("label", "wb-tags-label");
  label.htmlFor = id;
  const list = element("ul", "wb-tag-list");
  const input = element("input", "wb-field");
  input.id = id;
  input.dir = "auto";
  input.autocomplete = "off";
  input.placeholder = "Add a tag, then press Enter";
  const known = element("datalist");
  known.id = `${id}-known`;
  input.setAttribute("list", known.id);
  const save = element("button", "jupyter-button mod-primary", "Save tags");
  const cancel = element("button", "jupyter-button", "Cancel");
  save.type = cancel.type = "button";
  const said = element("span", "wb-offscreen");
  said.setAttribute("role", "status");
  return { label, list, input, known, save, cancel, said };
}
function render({ model, el }) {
  const { label, list, input, known, save, cancel, said } = makeParts();
  const field = element("span", "wb-tag-field");
  field.append(list, input, known);
  const buttons = element("span", "wb-tag-buttons");
  buttons.append(cancel, save);
  el.classList.add("wb-tag-editor");
  el.append(label, field, buttons, said);
  let tags = [];
  let wantsFocus = false;
  function offer() {
    const there = new Set(tags.map(folded));
    known.replaceChildren(
      ...model.get("known").filter((tag) => !there.has(folded(tag))).map((tag) => {
        const option = element("option");
        option.value = tag;
        return option;
      })
    );
  }
  function show() {
    list.replaceChildren(...tags.map(makeChip));
    list.setAttribute("aria-label", model.get("label"));
    offer();
  }
  function takeOver() {
    tags = [...model.get("tags")];
    show();
  }
  function update() {
    label.textContent = model.get("label");
    for (const part of [input, save, cancel]) part.disabled = model.get("disabled");
    el.classList.toggle("wb-off", model.get("disabled"));
    if (wantsFocus && !model.get("disabled")) {
      wantsFocus = false;
      requestAnimationFrame(() => input.focus());
    }
  }
  function add() {
    const wanted = input.value.split(/[,;]/).map((tag) => tag.split(/\s+/).join(" ").trim()).filter(Boolean);
    input.value = "";
    for (const wantedTag of wanted) {
      const tag = model.get("known").find((one) => folded(one) === folded(wantedTag)) ?? wantedTag;
      if (!tags.some((one) => folded(one) === folded(tag))) tags.push(tag);
      said.textContent = `${tag} added.`;
    }
    show();
  }
  function remove(place) {
    const [tag] = tags.splice(place, 1);
    said.textContent = `${tag} removed.`;
    show();
    input.focus();
  }
  function finish() {
    add();
    model.send({ intent: "save", tags });
  }
  function onKey(event) {
    if (event.isComposing || model.get("disabled")) return;
    if (event.key === "Escape") model.send({ intent: "cancel" });
    else if (event.target !== input) return;
    else if (event.key === "Enter" && input.value.trim()) add();
    else if (event.key === "Enter") finish();
    else if (event.key === "," || event.key === ";") add();
    else if (event.key === "Backspace" && !input.value && tags.length) remove(tags.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onClick(event) {
    const chip = closest(event, ".wb-tag-chip");
    if (!chip || model.get("disabled")) return;
    const place = [...list.children].indexOf(chip);
    if (closest(event, ".wb-tag-remove")) remove(place);
    else if (closest(event, ".wb-tag-search")) model.send({ intent: "search", tag: tags[place] });
  }
  function onMessage(message) {
    if (message?.do !== "begin") return;
    input.value = "";
    takeOver();
    wantsFocus = true;
    update();
  }
  el.addEventListener("keydown", onKey);
  list.addEventListener("click", onClick);
  save.addEventListener("click", finish);
  cancel.addEventListener("click", () => model.send({ intent: "cancel" }));
  const unsubscribe = subscribe(model, [
    ["change:tags", takeOver],
    ["change:known", offer],
    ["change:label", update],
    ["change:disabled", update],
    ["msg:custom", onMessage]
  ]);
  update();
  takeOver();
  return unsubscribe;
}
var tag_editor_default = { initialize, render };
export {
  tag_editor_default as default
};
