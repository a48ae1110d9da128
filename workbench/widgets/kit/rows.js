// A list box: any number of rows in one widget. Rows come down as traits; choosing and opening go up as messages.

let made = 0;

function element(tag, className, text = "") {
  const it = document.createElement(tag);
  it.className = className;
  it.textContent = text;
  return it;
}

// A time of the service as this person's clock and language have it.
function localTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

function drawn(row, id, many) {
  const line = element("div", "wb-choice");
  line.id = id;
  line.dataset.id = row.id;
  line.setAttribute("role", "option");
  if (many) {
    const box = element("span", "wb-box");
    box.setAttribute("aria-hidden", "true");
    line.append(box);
  }
  const main = element("span", "wb-main");
  const title = element("span", "wb-title", row.title);
  title.dir = "auto";
  title.title = row.title;
  main.append(title);
  if (row.detail || row.at) {
    const detail = element("span", "wb-detail");
    detail.dir = "auto";
    if (row.at) {
      const time = element("time", "", localTime(row.at));
      time.dateTime = row.at;
      detail.append(time, row.detail ? " \u00b7 " : "");
    }
    detail.append(row.detail);
    main.append(detail);
  }
  const tags = element("span", "wb-tags");
  for (const tag of row.tags) tags.append(element("span", `wb-tag wb-${tag.tone}`, tag.text));
  line.append(main, tags);
  return line;
}

function render({ model, el }) {
  el.classList.add("wb-choices");
  const list = element("div", "wb-choice-list");
  list.setAttribute("role", "listbox");
  const empty = element("div", "wb-empty");
  const more = element("button", "wb-more");
  more.type = "button";
  el.append(list, empty, more);
  const prefix = `wb-choices-${++made}-${Math.random().toString(36).slice(2, 8)}`;

  let active = -1;
  let anchor = -1;
  let chosen = new Set();
  const lines = () => list.children;

  function paint() {
    [...lines()].forEach((line, place) => {
      line.setAttribute("aria-selected", String(chosen.has(line.dataset.id)));
      line.classList.toggle("wb-active", place === active);
    });
    const now = lines()[active];
    if (now) list.setAttribute("aria-activedescendant", now.id);
    else list.removeAttribute("aria-activedescendant");
  }
  function fill() {
    const kept = lines()[active]?.dataset.id;
    const many = model.get("many");
    list.replaceChildren(...model.get("rows").map((row, place) => drawn(row, `${prefix}-${place}`, many)));
    active = [...lines()].findIndex((line) => line.dataset.id === kept);
    anchor = active;
    const none = lines().length === 0;
    list.hidden = none;
    empty.hidden = !none;
    take();
  }
  function take() {
    chosen = new Set(model.get("chosen"));
    if (active < 0) active = [...lines()].findIndex((line) => chosen.has(line.dataset.id));
    paint();
  }
  function said() {
    list.setAttribute("aria-label", model.get("label"));
    list.setAttribute("aria-multiselectable", String(model.get("many")));
    list.setAttribute("aria-disabled", String(model.get("disabled")));
    list.tabIndex = 0;
    el.classList.toggle("wb-off", model.get("disabled"));
    empty.textContent = model.get("empty");
    more.textContent = model.get("more");
    more.hidden = !model.get("more");
    more.disabled = model.get("disabled");
  }
  function go(place, choose) {
    if (lines().length === 0) return;
    active = Math.max(0, Math.min(place, lines().length - 1));
    lines()[active].scrollIntoView({ block: "nearest" });
    if (choose) only(active);
    else paint();
  }
  function tell() {
    paint();
    model.send({ intent: "choose", ids: [...chosen] });
  }
  function only(place) {
    chosen = new Set([lines()[place].dataset.id]);
    anchor = place;
    tell();
  }
  function toggle(place) {
    const id = lines()[place].dataset.id;
    if (!chosen.delete(id)) chosen.add(id);
    anchor = place;
    tell();
  }
  function upTo(place) {
    const [from, to] = [Math.max(anchor, 0), place].sort((a, b) => a - b);
    chosen = new Set([...lines()].slice(from, to + 1).map((line) => line.dataset.id));
    tell();
  }

  function onClick(event) {
    const line = event.target.closest(".wb-choice");
    if (!line || model.get("disabled")) return;
    active = [...lines()].indexOf(line);
    const many = model.get("many");
    if (many && event.shiftKey) upTo(active);
    else if (many && (event.ctrlKey || event.metaKey || event.target.closest(".wb-box"))) toggle(active);
    else only(active);
  }
  function onDouble(event) {
    const line = event.target.closest(".wb-choice");
    if (line && !model.get("disabled") && !event.target.closest(".wb-box")) open(line);
  }
  function open(line) { model.send({ intent: "open", ids: [line.dataset.id] }); }

  let typed = "";
  let typedAt = 0;
  function find(letter, at) {
    typed = at - typedAt < 700 ? typed + letter : letter;
    typedAt = at;
    const wanted = typed.toLocaleLowerCase();
    const start = typed.length > 1 ? active : active + 1;
    for (let step = 0; step < lines().length; step += 1) {
      const place = (Math.max(start, 0) + step) % lines().length;
      const title = lines()[place].querySelector(".wb-title").textContent.toLocaleLowerCase();
      if (title.startsWith(wanted)) return go(place, !model.get("many"));
    }
    return undefined;
  }
  function onKey(event) {
    if (model.get("disabled")) return;
    const many = model.get("many");
    const page = 8;
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: lines().length - 1,
      PageDown: active + page, PageUp: active - page };
    if (event.key in moves && !event.altKey) {
      go(moves[event.key], !many && !event.ctrlKey);
      if (many && event.shiftKey && active >= 0) upTo(active);
    } else if (event.key === " " && active >= 0) {
      if (many) toggle(active); else only(active);
    } else if (event.key === "Enter" && lines()[active]) {
      open(lines()[active]);
    } else if (many && event.key === "a" && (event.ctrlKey || event.metaKey)) {
      chosen = new Set([...lines()].map((line) => line.dataset.id));
      tell();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      find(event.key, event.timeStamp);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  function onFocus() { if (active < 0 && lines().length) { active = 0; paint(); } }

  list.addEventListener("click", onClick);
  list.addEventListener("dblclick", onDouble);
  list.addEventListener("keydown", onKey);
  list.addEventListener("focus", onFocus);
  more.addEventListener("click", () => model.send({ intent: "more" }));
  const listeners = [
    ["change:rows", fill], ["change:many", fill], ["change:chosen", take],
    ["change:label", said], ["change:empty", said], ["change:more", said], ["change:disabled", said],
  ];
  listeners.forEach(([name, listener]) => model.on(name, listener));
  said();
  fill();
  return () => listeners.forEach(([name, listener]) => model.off(name, listener));
}

export default { render };
