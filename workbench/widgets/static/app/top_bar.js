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

// workbench/widgets/app/menu.js
function makeMenu(content, entries) {
  const place = element("div", "wb-menu");
  const button = element("button", "wb-bar-button");
  button.type = "button";
  button.setAttribute("aria-haspopup", "menu");
  button.append(...content);
  const list = element("div", "wb-menu-list");
  list.setAttribute("role", "menu");
  let items = [];
  place.append(button, list);
  function makeItem({ text, choose }) {
    const item = element("button", "wb-menu-item", text);
    item.type = "button";
    item.tabIndex = -1;
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => {
      setOpen(false);
      button.focus();
      choose();
    });
    return item;
  }
  function setOpen(isOpen) {
    if (isOpen) {
      items = entries().map(makeItem);
      list.replaceChildren(...items);
    }
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) document.addEventListener("pointerdown", closeOutside, true);
    else document.removeEventListener("pointerdown", closeOutside, true);
  }
  function closeOutside(event) {
    if (!place.contains(
      /** @type {Node} */
      event.target
    )) setOpen(false);
  }
  button.addEventListener("click", () => {
    setOpen(Boolean(list.hidden));
    if (!list.hidden) items[0].focus();
  });
  place.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !place.contains(
      /** @type {Node} */
      event.relatedTarget
    )) setOpen(false);
  });
  place.addEventListener("keydown", (event) => {
    if (list.hidden) {
      if (event.key === "ArrowDown") button.click();
      return;
    }
    if (event.key === "Escape") {
      setOpen(false);
      button.focus();
      return;
    }
    const now = items.findIndex((item) => item === document.activeElement);
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = steps[
      /** @type {keyof typeof steps} */
      event.key
    ];
    items[(next + items.length) % items.length].focus();
  });
  setOpen(false);
  return {
    element: place,
    /** @param {string} label */
    setLabel(label) {
      button.title = label;
      button.setAttribute("aria-label", label);
    },
    stop: () => document.removeEventListener("pointerdown", closeOutside, true)
  };
}

// workbench/widgets/app/top_bar.js
var BELL = "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4";
var SEARCH = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5";
var PERSON = "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-9 16-9 16 0";
var FRAMES_TO_WAIT = 600;
var BACK = ".wb-aside .wb-back-button";
var HEADING = ".wb-aside .wb-document-title:not([hidden])";
var IS_MAC = /mac/i.test(navigator.platform);
function goButton(model, anchor, className, label) {
  const button = element("button", `wb-bar-button ${className}`);
  button.type = "button";
  button.title = label;
  button.addEventListener("click", () => model.send({ intent: "go", anchor }));
  return button;
}
function makeSwitcher(model) {
  const place = element("div", "wb-switcher");
  const select = element("select");
  select.setAttribute("aria-label", "Organization");
  const only = goButton(model, "settings/organizations", "wb-only", "Organization");
  place.append(select, only);
  function update() {
    const organizations = model.get("organizations");
    const isChoice = organizations.length > 1;
    const id = model.get("organization_id");
    select.hidden = !isChoice;
    only.hidden = isChoice;
    only.textContent = organizations.find((known) => known.id === id)?.name || "Organization";
    select.replaceChildren(...organizations.map((known) => new Option(known.name, known.id)));
    if (!organizations.some((known) => known.id === id)) select.prepend(new Option("Choose an organization", ""));
    select.value = id;
  }
  select.addEventListener("change", () => {
    if (select.value) model.send({ intent: "work_in", organization_id: select.value });
  });
  return { element: place, update };
}
function makeFocusKeeper(el) {
  let before = null;
  let frame = 0;
  const app = () => el.closest(".wb-app");
  const find = (selector) => (
    /** @type {HTMLElement | null | undefined} */
    app()?.querySelector(selector)
  );
  function focusWhenDrawn(selector, { left, former, from }) {
    const now = document.activeElement;
    if (now !== from && find(".wb-aside")?.contains(now)) return;
    const drawn = find(selector);
    const found = drawn && drawn !== former ? drawn : left > 0 ? null : find(BACK);
    if (found) found.focus({ preventScroll: true });
    else if (left > 0) frame = requestAnimationFrame(() => focusWhenDrawn(selector, { left: left - 1, former, from }));
  }
  function markMain(left) {
    const main = (
      /** @type {HTMLElement | null | undefined} */
      app()?.querySelector(".wb-page-main")
    );
    if (main) main.tabIndex = -1;
    else if (left > 0) frame = requestAnimationFrame(() => markMain(left - 1));
  }
  function isFree() {
    const now = document.activeElement;
    return !now || now === document.body || Boolean(app()?.querySelector(".wb-page-main")?.contains(now));
  }
  return {
    start: () => markMain(FRAMES_TO_WAIT),
    /** @param {string} anchor of what was opened */
    opened(anchor) {
      const now = (
        /** @type {HTMLElement | null} */
        document.activeElement
      );
      if (now?.closest(".wb-place")) before = now;
      cancelAnimationFrame(frame);
      if (!isFree()) return;
      const isLesson = anchor.startsWith("lesson/");
      focusWhenDrawn(isLesson ? HEADING : BACK, { left: FRAMES_TO_WAIT, former: isLesson ? find(HEADING) : null, from: now });
    },
    closed() {
      if (!isFree()) return;
      frame = requestAnimationFrame(() => {
        const isThere = before?.isConnected && before.offsetParent !== null;
        const place = (
          /** @type {HTMLElement | null | undefined} */
          app()?.querySelector(".wb-place [role=listbox]")
        );
        (isThere ? before : place)?.focus({ preventScroll: true });
        before = null;
      });
    },
    stop: () => cancelAnimationFrame(frame)
  };
}
function render({ model, el }) {
  el.classList.add("wb-top-bar");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "Organization, search and account");
  const switcher = makeSwitcher(model);
  const credits = goButton(model, "settings/credits", "wb-credits", "Credits");
  const search = element("button", "wb-search-button");
  search.type = "button";
  search.setAttribute("aria-keyshortcuts", IS_MAC ? "Meta+K" : "Control+K");
  search.setAttribute("aria-haspopup", "dialog");
  search.title = "Search lessons, people, commands";
  const hint = element("span", "wb-search-words", "Search lessons, people, commands");
  search.append(makeIcon(SEARCH), hint, element("kbd", "", IS_MAC ? "\u2318K" : "Ctrl+K"));
  search.addEventListener("click", () => search.dispatchEvent(new CustomEvent("wb-find", { bubbles: true })));
  const badge = element("span", "wb-badge");
  const goEntry = (text, anchor) => ({ text, choose: () => model.send({ intent: "go", anchor }) });
  const bell = makeMenu([makeIcon(BELL), badge], () => [
    ...model.get("needs").map(({ text, anchor }) => goEntry(text, anchor)),
    goEntry("Changes and undo", "changes")
  ]);
  const name = element("span", "wb-person-name");
  const menu = makeMenu([makeIcon(PERSON), name, element("span", "wb-arrow", "\u25BE")], () => [
    goEntry("Sessions", "settings/sessions"),
    goEntry("Organizations and invitations", "settings/organizations"),
    goEntry("Settings", "settings")
  ]);
  el.append(switcher.element, credits, search, bell.element, menu.element);
  function update() {
    switcher.update();
    credits.textContent = model.get("credits");
    credits.hidden = !model.get("credits");
    name.textContent = model.get("person");
    menu.setLabel(model.get("person") || "Your account");
    const count = model.get("needs").length;
    badge.textContent = String(count);
    badge.hidden = !count;
    bell.setLabel(count ? `Notifications: ${count}` : "Notifications");
  }
  const keeper = makeFocusKeeper(el);
  const unsubscribe = subscribe(model, [
    ["change:organizations", update],
    ["change:organization_id", update],
    ["change:credits", update],
    ["change:person", update],
    ["change:needs", update],
    ["msg:custom", switcher.update],
    ["change:opened", () => model.get("opened") ? keeper.opened(model.get("opened")) : keeper.closed()]
  ]);
  update();
  keeper.start();
  return () => {
    unsubscribe();
    keeper.stop();
    bell.stop();
    menu.stop();
  };
}
var top_bar_default = { initialize, render };
export {
  top_bar_default as default
};
