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

// workbench/widgets/app/icon.js
var SVG = "http://www.w3.org/2000/svg";
function makeIcon(path) {
  const made = element("span", "wb-drawing");
  made.setAttribute("aria-hidden", "true");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  made.append(svg);
  return made;
}

// workbench/widgets/app/sidebar.js
var MENU = "M4 6h16M4 12h16M4 18h16";
function render({ model, el }) {
  el.classList.add("wb-sidebar");
  const nav = element("nav");
  nav.setAttribute("aria-label", "Sections");
  const toggle = element("button", "wb-menu-button");
  toggle.type = "button";
  const current = element("span");
  toggle.append(makeIcon(MENU), current);
  const list = element("ul");
  nav.append(toggle, list);
  el.append(nav);
  const links = () => [...list.querySelectorAll("a")];
  function setOpen(isOpen) {
    toggle.setAttribute("aria-expanded", String(isOpen));
    nav.classList.toggle("wb-open", isOpen);
  }
  function makeEntry(text, index) {
    const link = element("a");
    link.href = `#${model.get("anchors")[index]}`;
    link.title = text;
    link.append(makeIcon(model.get("icons")[index]), element("span", "wb-entry", text), element("span", "wb-badge"));
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(false);
      model.send({ intent: "choose", text });
    });
    const entry = element("li");
    entry.append(link);
    return entry;
  }
  function fill() {
    list.replaceChildren(...model.get("texts").map(makeEntry));
    update();
  }
  function update() {
    const chosen = model.get("chosen");
    for (const [index, link] of links().entries()) {
      const count = model.get("counts")[index] || "";
      const badge = (
        /** @type {HTMLElement} */
        link.lastElementChild
      );
      badge.dataset.count = count;
      badge.hidden = !count;
      if (count) link.setAttribute("aria-label", `${link.title}: ${count}`);
      else link.removeAttribute("aria-label");
      if (link.title === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    current.textContent = chosen;
  }
  function onKey(event) {
    if (event.key === "Escape" && nav.classList.contains("wb-open")) {
      setOpen(false);
      toggle.focus();
      return;
    }
    const all = links();
    const now = all.findIndex((link) => link === document.activeElement);
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = steps[
      /** @type {keyof typeof steps} */
      event.key
    ];
    all[(next + all.length) % all.length].focus();
  }
  toggle.addEventListener("click", () => setOpen(!nav.classList.contains("wb-open")));
  nav.addEventListener("keydown", onKey);
  const unsubscribe = subscribe(model, [["change:texts", fill], ["change:chosen", update], ["change:counts", update]]);
  setOpen(false);
  fill();
  return unsubscribe;
}
var sidebar_default = { initialize, render };
export {
  sidebar_default as default
};
