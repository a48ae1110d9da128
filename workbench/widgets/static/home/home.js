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

// workbench/widgets/home/home.js
var EXAMPLE = "example";
var CAREFUL = /* @__PURE__ */ new Set(["changesRequested", "lowCredits", "undecidedRuns", "stoppedRuns"]);
function makeText(text) {
  const made = element("bdi", "", text);
  made.dir = "auto";
  return made;
}
function makeSection(title, name) {
  const made = element("section", `wb-home-section wb-home-${name}`);
  const heading = element("h3", "wb-home-heading", title);
  made.setAttribute("aria-label", title);
  made.append(heading);
  return made;
}
function makeStep(anchor, key, className) {
  const made = element("button", className);
  made.type = "button";
  made.dataset.anchor = anchor;
  made.dataset.key = key;
  return made;
}
function render({ model, el }) {
  el.classList.add("wb-home");
  const isStep = (anchor) => anchor !== "" && (anchor === EXAMPLE || model.get("leads"));
  function makeTitle(text, anchor, key) {
    if (!isStep(anchor)) return makeText(text);
    const made = makeStep(anchor, key, "wb-home-title");
    made.append(makeText(text));
    return made;
  }
  function makeNeed(need) {
    const made = element("li", `wb-need${CAREFUL.has(need.kind) ? " wb-careful" : ""}`);
    const words = element("div", "wb-need-words");
    words.append(element("span", "wb-need-text", need.text));
    if (need.items.length) {
      const titles = element("span", "wb-need-titles");
      need.items.forEach((item, at) => {
        const title = element("span", "wb-need-item");
        title.append(makeTitle(item.title, item.anchor, `${need.kind} ${at}`), at + 1 < need.items.length ? "," : "");
        titles.append(at ? " " : "", title);
      });
      if (need.more) titles.append(` ${need.more}`);
      words.append(titles);
    }
    made.append(words);
    if (need.step && isStep(need.anchor)) {
      const step = makeStep(need.anchor, need.kind, "jupyter-button wb-need-step");
      step.textContent = need.step;
      step.setAttribute("aria-label", `${need.step}: ${need.text}`);
      made.append(step);
    }
    return made;
  }
  function makeCard(card, at) {
    const made = element("li", "wb-card");
    made.append(element("h4", "wb-card-title", card.title), element("p", "wb-card-text", card.text));
    if (isStep(card.anchor)) {
      const step = makeStep(card.anchor, `card ${card.anchor}`, `jupyter-button${at ? "" : " mod-primary"}`);
      step.textContent = card.step;
      made.append(step);
    }
    return made;
  }
  function makeLine(line, key) {
    const made = element("li", "wb-home-line");
    const words = element("div", "wb-home-words");
    words.append(makeTitle(line.title, line.anchor, key));
    if (line.tag) words.append(" ", element("span", "wb-tag", line.tag));
    made.append(words);
    const about = element("div", "wb-home-about");
    if (line.detail) about.append(makeText(line.detail));
    if (line.at) {
      const time = element("time", "", localTime(line.at));
      time.dateTime = line.at;
      about.append(line.detail ? " \xB7 " : "", time);
    }
    if (about.childNodes.length) made.append(about);
    if (line.share !== null) {
      const bar = element("progress", "wb-home-share");
      bar.value = line.share;
      bar.setAttribute("aria-label", `${line.title}: ${line.detail}`);
      made.append(bar);
    }
    return made;
  }
  function makeLines(section) {
    const made = makeSection(section.title, section.name);
    const list = element("ul", "wb-home-list");
    list.append(...section.lines.map((line, at) => makeLine(line, `${section.name} ${line.anchor} ${at}`)));
    made.append(list);
    if (section.note) made.append(element("p", "wb-hint", section.note));
    if (section.more && isStep(section.anchor)) {
      const step = makeStep(section.anchor, `more ${section.name}`, "wb-home-title wb-home-more");
      step.textContent = section.more;
      made.append(step);
    }
    return made;
  }
  function fill() {
    const { needs = [], cards = [], sections = [], nothing = "", note = "", welcome = "" } = model.get("state");
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    const key = focused instanceof HTMLElement ? focused.dataset.key : void 0;
    const parts = [];
    if (cards.length) {
      const begin = makeSection(welcome, "begin");
      const list = element("ul", "wb-cards");
      list.append(...cards.map(makeCard));
      begin.append(list);
      parts.push(begin);
    }
    if (needs.length) {
      const attention = makeSection("What needs attention", "attention");
      const list = element("ul", "wb-needs");
      list.append(...needs.map(makeNeed));
      attention.append(list);
      parts.push(attention);
    } else if (nothing) {
      const done = element("p", "wb-nothing", nothing);
      done.setAttribute("role", "status");
      parts.push(done);
    }
    if (note) parts.push(element("p", "wb-hint", note));
    if (sections.length) {
      const grid = element("div", "wb-home-sections");
      const beside = element("div", "wb-home-beside");
      const [first, ...others] = sections;
      beside.append(...others.map(makeLines));
      grid.append(makeLines(first), ...others.length ? [beside] : []);
      parts.push(grid);
    }
    el.replaceChildren(...parts);
    mark();
    if (key) {
      const again = [...el.querySelectorAll("button")].find((found) => found.dataset.key === key);
      again?.focus();
    }
  }
  function mark() {
    for (const step of el.querySelectorAll("button")) step.setAttribute("aria-disabled", String(model.get("disabled")));
  }
  function onClick(event) {
    const step = closest(event, "button[data-anchor]");
    if (step && !model.get("disabled")) model.send({ intent: "go", anchor: step.dataset.anchor });
  }
  el.addEventListener("click", onClick);
  const unsubscribe = subscribe(model, [
    ["change:state", fill],
    ["change:leads", fill],
    ["change:disabled", mark]
  ]);
  fill();
  return () => {
    unsubscribe();
    el.removeEventListener("click", onClick);
  };
}
var home_default = { initialize, render };
export {
  home_default as default
};
