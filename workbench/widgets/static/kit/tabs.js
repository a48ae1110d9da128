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

// workbench/widgets/kit/tabs.js
function render({ model, el }) {
  el.classList.add("wb-tabs");
  el.setAttribute("role", "tablist");
  const tabs = () => (
    /** @type {HTMLButtonElement[]} */
    [...el.children]
  );
  function choose(text) {
    model.send({ intent: "choose", text });
  }
  function makeTab(text) {
    const tab = element("button", "wb-tab", text);
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => choose(text));
    return tab;
  }
  function fill() {
    el.replaceChildren(...model.get("texts").map(makeTab));
    update();
  }
  function update() {
    el.setAttribute("aria-label", model.get("label"));
    for (const tab of tabs()) {
      const isChosen = tab.textContent === model.get("chosen");
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
  function onKey(event) {
    const all = tabs();
    const now = all.findIndex((tab) => tab === document.activeElement);
    const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: all.length - 1 };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const place = steps[
      /** @type {keyof typeof steps} */
      event.key
    ];
    const next = all[(place + all.length) % all.length];
    next.focus();
    choose(next.textContent ?? "");
  }
  el.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [
    ["change:texts", fill],
    ["change:chosen", update],
    ["change:label", update]
  ]);
  fill();
  return () => {
    unsubscribe();
    el.removeEventListener("keydown", onKey);
  };
}
var tabs_default = { initialize, render };
export {
  tabs_default as default
};
