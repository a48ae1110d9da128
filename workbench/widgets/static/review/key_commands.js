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

// workbench/widgets/review/key_commands.js
var FRAMES_TO_WAIT = 240;
var FIELDS = "input, textarea, select, [contenteditable=true], [contenteditable='']";
var HOMES = "[role=listbox], [tabindex='0'], button";
function letterOf({ key, code }) {
  const isOther = key.length === 1 && key.charCodeAt(0) > 127 && code.startsWith("Key");
  return isOther ? code.slice(3).toLowerCase() : key;
}
function render({ model, el }) {
  el.classList.add("wb-keys");
  const open = element("button", "wb-keys-open", "Shortcuts (?)");
  open.type = "button";
  const list = element("dl", "wb-keys-list");
  list.hidden = true;
  el.append(open, list);
  let root = null;
  let home = null;
  function fill() {
    list.replaceChildren(...model.get("commands").flatMap(({ key, text }) => {
      const term = element("dt");
      term.append(element("kbd", "", key));
      return [term, element("dd", "", text)];
    }));
  }
  function show(isOpen) {
    list.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
  }
  function ownTarget(event) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    return target?.closest(".wb-panel") === root ? target : null;
  }
  function send(name) {
    const shown = (
      /** @type {HTMLElement | null | undefined} */
      root?.querySelector("[data-wb-subject]")
    );
    model.send({ intent: "command", name, subject: shown?.dataset.wbSubject ?? "" });
  }
  function onKey(event) {
    const target = ownTarget(event);
    if (!target || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (list.hidden || target.closest(FIELDS)) send("leave");
      else show(false);
      return;
    }
    if (target.closest(FIELDS)) return;
    const key = letterOf(event);
    const command = model.get("commands").find((entry) => entry.key === key);
    if (key !== "?" && !command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command?.focuses) root?.querySelector(command.focuses)?.focus();
    else if (command && !event.repeat) send(command.name);
    else if (!command) show(Boolean(list.hidden));
  }
  function onFocus(event) {
    const target = ownTarget(event);
    if (target?.matches(HOMES) && !target.closest(".wb-question")) home = target;
  }
  function onMessage(message) {
    if (!message?.focus || !root) return;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !root.contains(focused)) return;
    const isThere = home?.isConnected && home.getClientRects().length > 0;
    const place = isThere ? home : (
      /** @type {HTMLElement | null} */
      root.querySelector("[role=listbox]")
    );
    place?.focus({ preventScroll: true });
  }
  let frames = 0;
  let frame = 0;
  function findRoot() {
    root = el.closest(".wb-panel");
    if (root) {
      root.addEventListener("keydown", onKey, true);
      root.addEventListener("focusin", onFocus);
    } else if (frames < FRAMES_TO_WAIT) {
      frames += 1;
      frame = requestAnimationFrame(findRoot);
    }
  }
  open.addEventListener("click", () => show(Boolean(list.hidden)));
  const unsubscribe = subscribe(model, [["change:commands", fill], ["msg:custom", onMessage]]);
  fill();
  show(false);
  findRoot();
  return () => {
    cancelAnimationFrame(frame);
    unsubscribe();
    root?.removeEventListener("keydown", onKey, true);
    root?.removeEventListener("focusin", onFocus);
  };
}
var key_commands_default = { initialize, render };
export {
  key_commands_default as default
};
