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

// workbench/widgets/document/header.js
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
  const status = element("span", "wb-tag");
  const note = element("p", "wb-hint");
  const preview = makeButton("Preview as learner", () => send("preview"));
  const share = makeButton("Share", () => openMenu(menu.hidden === true));
  share.setAttribute("aria-expanded", "false");
  share.setAttribute("aria-controls", `wb-links-${number}`);
  share.append(element("span", "wb-caret", "\u25BE"));
  const step = makeButton("", () => send("step"));
  step.classList.add("mod-primary");
  line.append(status, preview, share, step);
  const menu = element("div", "wb-links");
  menu.id = `wb-links-${number}`;
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Links");
  menu.hidden = true;
  const left = element("ul", "wb-remaining");
  left.id = `wb-remaining-${number}`;
  const toggles = element("div", "wb-rail-toggles");
  toggles.setAttribute("role", "group");
  toggles.setAttribute("aria-label", "Beside the lesson");
  el.append(where, line, menu, note, left, toggles);
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
    crumbs.forEach((crumb, at) => {
      const item = element("li");
      const place = placeOf(crumb);
      if (at === crumbs.length - 1) place.setAttribute("aria-current", "page");
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
    replace(left, remaining.map((task) => {
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
    }));
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
      toggle.addEventListener("click", () => send("section", `${name} ${chosenBlock()}`.trim()));
      return toggle;
    }));
    toggles.hidden = sections.length === 0;
  }
  function update() {
    const state = model.get("state");
    drawCrumbs(state);
    drawStep(state);
    drawLinks(state);
    drawToggles(state);
    preview.hidden = !state.crumbs?.length;
    preview.setAttribute("aria-pressed", String(Boolean(state.isPreviewed)));
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    openMenu(false);
    share.focus();
    event.stopPropagation();
  });
  const unsubscribe = subscribe(model, [["change:state", update], ["change:disabled", update]]);
  update();
  return () => {
    unsubscribe();
    el.replaceChildren();
  };
}
var header_default = { initialize, render };
export {
  header_default as default
};
