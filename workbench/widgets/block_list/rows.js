// The list itself: rows of which only the visible ones exist, a selection, keys, and dragging by mouse, pen or finger.
// It knows ids and cards; what shall be done it says by `act(intent, fields)`.

const ROW = 44; // pixels; the style sheet has the same
const SPARE = 6; // rows beyond the edges
const EDGE = 36; // pixels from an edge of the list where dragging scrolls

const GLYPHS = {
  blank: "\u25a2", heading: "H", text: "\u00b6", objectives: "\u25ce", keyTerms: "Aa", example: "e.g.",
  quiz: "?", reflection: "\u2026", summary: "\u03a3",
};

function makeRows({ act, nameOf, onActive, onOpen }) {
  const scroll = element("div", "bl-scroll");
  const list = element("div", "bl-rows");
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-multiselectable", "true");
  list.setAttribute("aria-label", "Blocks");
  const line = element("div", "bl-drop");
  const empty = element("p", "bl-none");
  scroll.append(list, empty);

  let order = [];
  let places = new Map();
  let facts = { card: () => ["", "", ""], pending: new Set(), refused: new Set(), drafts: new Set(), can: {} };
  let selected = new Set();
  let active = null;
  let anchor = null;
  let nodes = new Map();
  let frame = 0;

  const at = (id) => places.get(id) ?? -1;
  const chosen = () => order.filter((id) => selected.has(id));

  function show(now) {
    facts = now;
    const before = order;
    order = now.order;
    places = new Map(order.map((id, place) => [id, place]));
    selected = new Set([...selected].filter((id) => places.has(id)));
    if (active !== null && !places.has(active)) active = neighbour(before, active);
    if (active === null && order.length) active = order[0];
    if (active !== null && !selected.size) selected.add(active);
    if (anchor !== null && !places.has(anchor)) anchor = active;
    list.style.height = `${order.length * ROW}px`;
    empty.textContent = order.length ? "" : now.none;
    draw();
    onActive(active, chosen());
  }

  function neighbour(before, gone) {
    const place = before.indexOf(gone);
    const rest = [...before.slice(place + 1), ...before.slice(0, Math.max(place, 0)).reverse()];
    return rest.find((id) => places.has(id)) ?? null;
  }

  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / ROW) - SPARE);
    const last = Math.min(order.length, Math.ceil((scroll.scrollTop + (scroll.clientHeight || 480)) / ROW) + SPARE);
    const wanted = order.slice(first, last);
    if (active !== null && (at(active) < first || at(active) >= last)) {
      if (at(active) < first) wanted.unshift(active);
      else wanted.push(active);
    }
    const keep = new Set(wanted);
    const hadFocus = list.contains(list.getRootNode().activeElement);
    for (const [id, node] of nodes) {
      if (!keep.has(id)) {
        node.remove();
        nodes.delete(id);
      }
    }
    let next = list.firstChild;
    for (const id of wanted) {
      let node = nodes.get(id);
      if (!node) {
        node = makeRow(id);
        nodes.set(id, node);
      }
      if (node === next) next = next.nextSibling;
      else list.insertBefore(node, next);
      fill(node, id);
    }
    if (hadFocus) focusActive();
  }

  function makeRow(id) {
    const row = element("div", "bl-row");
    row.setAttribute("role", "option");
    row.dataset.id = id;
    const grip = element("span", "bl-grip");
    const number = element("span", "bl-number");
    const chip = element("span", "bl-chip");
    const text = element("span", "bl-text");
    const kind = element("span", "bl-kind");
    const words = element("span", "bl-words");
    const mark = element("span", "bl-mark");
    for (const each of [grip, number, chip, mark]) each.setAttribute("aria-hidden", "true");
    text.append(words, kind);
    row.append(grip, number, chip, text, mark);
    row.parts = { grip, number, chip, kind, words, mark };
    return row;
  }

  function fill(row, id) {
    const place = at(id);
    const [type, excerpt, problem] = facts.card(id);
    const { number, chip, kind, words, mark } = row.parts;
    row.style.transform = `translateY(${place * ROW}px)`;
    row.id = `${facts.view}-${id}`;
    row.tabIndex = id === active ? 0 : -1;
    row.setAttribute("aria-selected", String(selected.has(id)));
    row.setAttribute("aria-posinset", String(place + 1));
    row.setAttribute("aria-setsize", String(order.length));
    row.classList.toggle("bl-active", id === active);
    number.textContent = String(place + 1);
    chip.textContent = GLYPHS[type] ?? "{ }";
    chip.dataset.type = GLYPHS[type] ? type : "other";
    kind.textContent = nameOf(type);
    words.textContent = excerpt;
    words.dir = excerpt ? facts.direction : "ltr";
    words.lang = facts.language.toLowerCase();
    const [sign, said] = standing(id, problem);
    mark.dataset.sign = sign;
    mark.title = said;
    row.title = "";
    row.setAttribute("aria-busy", String(sign === "saving"));
    const parts = [`Block ${place + 1}`, nameOf(type), excerpt, said].filter(Boolean);
    row.setAttribute("aria-label", parts.join(". "));
  }

  function standing(id, problem) {
    if (facts.refused.has(id) && facts.drafts.has(id)) return ["refused", "The last change was refused; what you wrote is kept here"];
    if (facts.refused.has(id)) return ["refused", "The last change was refused and taken back"];
    if (facts.pending.has(id)) return ["saving", "Not saved yet"];
    if (facts.drafts.has(id)) return ["draft", "You have begun to write here and not saved it"];
    return problem ? ["problem", problem] : ["", ""];
  }

  // Selection

  function focusActive() {
    nodes.get(active)?.focus({ preventScroll: true });
  }

  function reveal(id) {
    const top = at(id) * ROW;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + ROW > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + ROW - scroll.clientHeight;
  }

  function choose(id, { extend = false, toggle = false, keep = false, focus = true } = {}) {
    if (id === undefined || id === null || at(id) < 0) return;
    if (extend) {
      const [from, to] = [at(anchor ?? active), at(id)].sort((one, other) => one - other);
      selected = new Set(order.slice(Math.max(from, 0), to + 1));
    } else if (toggle) {
      if (selected.has(id) && selected.size > 1) selected.delete(id);
      else selected.add(id);
      anchor = id;
    } else if (!keep) {
      selected = new Set([id]);
      anchor = id;
    }
    active = id;
    reveal(id);
    draw();
    if (focus) focusActive();
    onActive(active, chosen());
  }

  // Moving. A block moves before another; before nothing is to the end.

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
    if (step < 0) moveTo(at(ids[0]) - 1);
    else moveTo(at(ids[ids.length - 1]) + 2);
  }

  const moves = {
    up: () => moveBy(-1), down: () => moveBy(1), top: () => moveTo(0), bottom: () => moveTo(order.length),
  };

  // Keys

  function pressed(event) {
    wasTouched = true;
    const { key, altKey: alt, shiftKey: shift } = event;
    const control = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(scroll.clientHeight / ROW) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (alt && !control) {
      const move = { ArrowUp: "up", ArrowDown: "down", Home: "top", End: "bottom" }[key];
      if (!move) return;
      if (facts.can.move) moves[move]();
    } else if (key in steps) {
      const place = Math.max(0, Math.min(order.length - 1, at(active) + steps[key]));
      choose(order[place], { extend: shift, keep: control && !shift });
    } else if (key === " ") {
      choose(active, { toggle: !shift, extend: shift });
    } else if (control && key.toLowerCase() === "a") {
      selected = new Set(order);
      draw();
      onActive(active, chosen());
    } else if (key === "Escape" && selected.size > 1) {
      choose(active);
    } else if (key === "Enter" || key === "F2") {
      onOpen(active);
    } else if (!own(event, control, shift)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function own(event, control, shift) {
    const key = event.key.toLowerCase();
    if ((key === "delete" || key === "backspace") && facts.can.write) act("delete", { ids: chosen() });
    else if (key === "insert" && facts.can.insert) act("insert", { type: "blank", after: !shift });
    else if (control && key === "z") act(shift ? "redo" : "undo", {});
    else if (control && key === "y") act("redo", {});
    else if (control && key === "d" && facts.can.write) act("duplicate", { id: active });
    else return false;
    return true;
  }

  // Dragging

  let drag = null;
  let wasDragged = false;
  let wasTouched = false; // by a person, who is not sent elsewhere then

  function grabbed(event) {
    wasDragged = false;
    wasTouched = true;
    const row = event.target.closest?.(".bl-row");
    if (!row || event.button !== 0 || !facts.can.move) return;
    const isGrip = Boolean(event.target.closest(".bl-grip"));
    if (event.pointerType === "touch" && !isGrip) return; // a finger elsewhere scrolls the list
    drag = { id: row.dataset.id, pointer: event.pointerId, x: event.clientX, y: event.clientY, isOn: false, gap: 0 };
  }

  function dragged(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.isOn) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      begin(event);
    }
    drag.clientY = event.clientY;
    aim();
    badge(event);
    event.preventDefault();
  }

  function begin(event) {
    drag.isOn = true;
    try {
      scroll.setPointerCapture(event.pointerId);
    } catch {
      // the pointer has just gone; its end is told to the window all the same
    }
    if (!selected.has(drag.id)) choose(drag.id);
    const moving = chosen();
    drag.badge = element("div", "bl-badge", moving.length > 1 ? `${moving.length} blocks` : label(moving[0]));
    scroll.append(drag.badge);
    list.append(line);
    scroll.classList.add("bl-dragging");
    for (const id of moving) nodes.get(id)?.classList.add("bl-lifted");
    drag.frame = requestAnimationFrame(crawl);
  }

  function label(id) {
    const [type, excerpt] = facts.card(id);
    return excerpt || nameOf(type);
  }

  function aim() {
    const top = scroll.getBoundingClientRect().top;
    const y = drag.clientY - top + scroll.scrollTop;
    drag.gap = Math.max(0, Math.min(order.length, Math.round(y / ROW)));
    line.style.transform = `translateY(${drag.gap * ROW - 1}px)`;
  }

  function badge(event) {
    const box = scroll.getBoundingClientRect();
    drag.badge.style.transform = `translate(${event.clientX - box.left + 14}px, ${event.clientY - box.top + scroll.scrollTop + 8}px)`;
  }

  function crawl() {
    if (!drag?.isOn) return;
    const box = scroll.getBoundingClientRect();
    const above = box.top + EDGE - drag.clientY;
    const below = drag.clientY - (box.bottom - EDGE);
    if (above > 0) scroll.scrollTop -= Math.min(18, above / 2);
    else if (below > 0) scroll.scrollTop += Math.min(18, below / 2);
    aim();
    drag.frame = requestAnimationFrame(crawl);
  }

  function dropped(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { isOn, gap } = drag;
    letGo();
    if (isOn && event.type === "pointerup") moveTo(gap);
  }

  function letGo() {
    if (!drag) return;
    wasDragged = drag.isOn;
    cancelAnimationFrame(drag.frame);
    drag.badge?.remove();
    line.remove();
    scroll.classList.remove("bl-dragging");
    for (const node of nodes.values()) node.classList.remove("bl-lifted");
    drag = null;
  }

  function escaped(event) {
    if (event.key !== "Escape" || !drag?.isOn) return;
    letGo();
    event.preventDefault();
    event.stopPropagation();
  }

  function clicked(event) {
    const row = event.target.closest?.(".bl-row");
    if (!row || wasDragged) return;
    choose(row.dataset.id, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
  }

  function scrolled() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  }

  const listeners = [
    [list, "keydown", pressed], [list, "click", clicked], [list, "pointerdown", grabbed],
    [list, "dblclick", (event) => event.target.closest?.(".bl-row") && onOpen(active)],
    [window, "pointermove", dragged], [window, "pointerup", dropped], [window, "pointercancel", dropped],
    [window, "keydown", escaped, true], [scroll, "scroll", scrolled, { passive: true }],
  ];
  for (const [target, name, listener, how] of listeners) target.addEventListener(name, listener, how);
  const watcher = new ResizeObserver(scrolled);
  watcher.observe(scroll);

  return {
    element: scroll,
    show,
    moves,
    chosen,
    choose,
    redraw: draw,
    focus: () => { if (active !== null) { reveal(active); draw(); focusActive(); } },
    get active() { return active; },
    get wasTouched() { return wasTouched; },
    get order() { return order; },
    close() {
      letGo();
      watcher.disconnect();
      cancelAnimationFrame(frame);
      for (const [target, name, listener, how] of listeners) target.removeEventListener(name, listener, how);
    },
  };
}
