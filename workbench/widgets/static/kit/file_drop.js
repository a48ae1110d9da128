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

// workbench/widgets/kit/file_drop.js
var PART = 1e6;
function render({ model, el }) {
  el.classList.add("wb-drop");
  const input = element("input", "wb-file");
  input.type = "file";
  input.id = `wb-drop-${randomId()}`;
  const label = element("label", "wb-drop-label");
  label.htmlFor = input.id;
  const hint = element("span", "wb-drop-hint");
  hint.id = `${input.id}-hint`;
  input.setAttribute("aria-describedby", hint.id);
  const state = element("span", "wb-drop-state");
  state.setAttribute("role", "status");
  el.append(label, input, hint, state);
  function update() {
    label.textContent = model.get("label");
    hint.textContent = model.get("hint");
    input.accept = model.get("accept");
    input.multiple = model.get("many");
    input.disabled = model.get("disabled");
    el.classList.toggle("wb-off", model.get("disabled"));
  }
  function refuse(reason) {
    model.send({ intent: "refused", reason });
  }
  async function send(file) {
    const most = model.get("max_bytes");
    if (file.size > most) {
      refuse(`${file.name} is larger than ${Math.floor(most / 1e6)} MB. Split it.`);
      return;
    }
    if (file.size === 0) {
      refuse(`${file.name} is empty or a folder.`);
      return;
    }
    const transfer = randomId();
    const parts = Math.ceil(file.size / PART);
    try {
      for (let part = 0; part < parts; part += 1) {
        if (parts > 1) state.textContent = `Reading ${file.name}: ${Math.round(100 * part / parts)} %`;
        const bytes = await file.slice(part * PART, (part + 1) * PART).arrayBuffer();
        model.send({ intent: "part", transfer, part, parts, name: file.name }, void 0, [bytes]);
      }
    } catch {
      refuse(`${file.name} could not be read. Check that it still exists.`);
    }
    state.textContent = "";
  }
  function take(files) {
    if (!files?.length || model.get("disabled")) return;
    if (files.length > 1 && !model.get("many")) refuse("Drop one file at a time.");
    else void sendAll([...files]);
  }
  async function sendAll(files) {
    for (const file of files) await send(file);
  }
  function onDrag(event) {
    if (![...event.dataTransfer?.types ?? []].includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    el.classList.toggle("wb-over", event.type === "dragover");
  }
  function onDrop(event) {
    onDrag(event);
    take(event.dataTransfer?.files);
  }
  el.addEventListener("dragover", onDrag);
  el.addEventListener("dragleave", onDrag);
  el.addEventListener("drop", onDrop);
  input.addEventListener("change", () => {
    take(input.files);
    input.value = "";
  });
  const shown = ["label", "hint", "accept", "many", "disabled"];
  const unsubscribe = subscribe(model, shown.map((name) => [`change:${name}`, update]));
  update();
  return unsubscribe;
}
var file_drop_default = { initialize, render };
export {
  file_drop_default as default
};
