// @ts-check
// The list itself: rows of which only the visible ones exist, a selection, keys, and moves.
// It knows ids and cards; what shall be done is passed to `act(intent, fields)`.

import { closest, element } from "../kit/dom.js";
import { makeDragging } from "./dragging.js";
import { makeRow, ROW_HEIGHT } from "./row.js";

const SPARE = 6; // rows beyond the edges

/** @typedef {import("./list_state.js").ListState} ListState */

/**
 * @param {{
 *   act: import("./list_state.js").Act, nameOf: (type: string) => string, glyphOf: (type: string) => string | undefined,
 *   onActive: (active: string | null, chosen: string[]) => void, onOpen: () => void, onHelp: () => void,
 * }} options
 */
export function makeRows({ act, nameOf, glyphOf, onActive, onOpen, onHelp }) {
  const scroll = element("div", "bl-scroll");
  const list = element("div", "bl-rows");
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-multiselectable", "true");
  list.setAttribute("aria-label", "Blocks");
  const empty = element("p", "bl-none");
  scroll.append(list, empty);

  /** @type {ListState} */
  let state = {
    view: "", order: [], card: () => ["", "", ""], pending: new Set(), refused: new Set(), drafts: new Set(),
    can: { move: false, insert: false, write: false, watch: false }, language: "", direction: "",
    findings: () => undefined, comments: {},
  };
  /** @type {string[]} */
  let order = [];
  /** @type {Map<string, number>} */
  let places = new Map();
  /** @type {Set<string>} */
  let selected = new Set();
  /** @type {string | null} */
  let active = null;
  /** @type {string | null} */
  let anchor = null;
  /** @type {Map<string, ReturnType<typeof makeRow>>} */
  const rows = new Map();
  let frame = 0;
  let wasTouched = false; // by a person, who is not sent elsewhere then

  /** @param {string | null} id */
  const placeOf = (id) => (id === null ? -1 : places.get(id) ?? -1);
  const chosen = () => order.filter((id) => selected.has(id));

  /**
   * Show the lesson as it is now; `none` is said where there are no blocks.
   * @param {ListState} now
   * @param {string} none
   */
  function show(now, none) {
    const before = order;
    state = now;
    order = now.order;
    places = new Map(order.map((id, place) => [id, place]));
    selected = new Set([...selected].filter((id) => places.has(id)));
    if (active !== null && !places.has(active)) active = neighbour(before, active);
    if (active === null && order.length) active = order[0];
    if (active !== null && !selected.size) selected.add(active);
    if (anchor !== null && !places.has(anchor)) anchor = active;
    list.style.height = `${order.length * ROW_HEIGHT}px`;
    empty.textContent = order.length ? "" : none;
    draw();
    onActive(active, chosen());
  }

  /** @param {string[]} before @param {string} gone */
  function neighbour(before, gone) {
    const place = before.indexOf(gone);
    const rest = [...before.slice(place + 1), ...before.slice(0, Math.max(place, 0)).reverse()];
    return rest.find((id) => places.has(id)) ?? null;
  }

  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.min(
      order.length, Math.ceil((scroll.scrollTop + (scroll.clientHeight || 480)) / ROW_HEIGHT) + SPARE,
    );
    const wanted = order.slice(first, last);
    if (active !== null && placeOf(active) < first) wanted.unshift(active);
    else if (active !== null && placeOf(active) >= last) wanted.push(active);
    const keep = new Set(wanted);
    const focused = /** @type {Document | ShadowRoot} */ (list.getRootNode()).activeElement;
    const hadFocus = list.contains(focused);
    for (const [id, row] of rows) {
      if (!keep.has(id)) {
        row.element.remove();
        rows.delete(id);
      }
    }
    let next = list.firstChild;
    for (const id of wanted) {
      const row = rows.get(id) ?? makeRow(id, nameOf, glyphOf);
      rows.set(id, row);
      if (row.element === next) next = next.nextSibling;
      else list.insertBefore(row.element, next);
      row.fill(state, {
        place: placeOf(id), count: order.length, isActive: id === active, isSelected: selected.has(id),
      });
    }
    if (hadFocus) focusActive();
  }

  // Selection

  function focusActive() {
    if (active !== null) rows.get(active)?.element.focus({ preventScroll: true });
  }

  /** @param {string} id */
  function reveal(id) {
    const top = placeOf(id) * ROW_HEIGHT;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + ROW_HEIGHT > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = top + ROW_HEIGHT - scroll.clientHeight;
    }
  }

  /**
   * Choose a block: alone, up to it (`extend`), beside others (`toggle`), or make it active only (`keep`).
   * @param {string | null | undefined} id
   */
  function choose(id, { extend = false, toggle = false, keep = false, focus = true } = {}) {
    if (id === undefined || id === null || placeOf(id) < 0) return;
    if (extend) {
      const [from, to] = [placeOf(anchor ?? active), placeOf(id)].sort((one, other) => one - other);
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

  function chooseAll() {
    selected = new Set(order);
    draw();
    onActive(active, chosen());
  }

  // Moving. A block moves before another; before nothing is to the end.

  /** @param {number} gap */
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

  /** @param {-1 | 1} step */
  function moveBy(step) {
    const ids = chosen();
    if (!ids.length) return;
    if (step < 0) moveTo(placeOf(ids[0]) - 1);
    else moveTo(placeOf(ids[ids.length - 1]) + 2);
  }

  const moves = {
    up: () => moveBy(-1), down: () => moveBy(1), top: () => moveTo(0), bottom: () => moveTo(order.length),
  };

  // Keys and pointer

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    wasTouched = true;
    if (!navigate(event) && !edit(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key moves, chooses or opens something */
  function navigate(event) {
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(scroll.clientHeight / ROW_HEIGHT) - 1);
    /** @type {Record<string, number>} */
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    /** @type {Record<string, keyof typeof moves>} */
    const moveKeys = { ArrowUp: "up", ArrowDown: "down", Home: "top", End: "bottom" };
    if (altKey && !isControl) {
      if (key === "Enter") {
        onHelp();
        return true;
      }
      if (!(key in moveKeys)) return false;
      if (state.can.move) moves[moveKeys[key]]();
    } else if (key in steps) {
      const place = Math.max(0, Math.min(order.length - 1, placeOf(active) + steps[key]));
      choose(order[place], { extend: shiftKey, keep: isControl && !shiftKey });
    } else if (key === " ") {
      choose(active, { toggle: !shiftKey, extend: shiftKey });
    } else if (isControl && key.toLowerCase() === "a") {
      chooseAll();
    } else if (key === "Escape" && selected.size > 1) {
      choose(active);
    } else if (key === "Enter" || key === "F2") {
      onOpen();
    } else {
      return false;
    }
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key changes the lesson */
  function edit(event) {
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey && !isControl) return false;
    if ((key === "delete" || key === "backspace") && state.can.write) act("delete", { ids: chosen() });
    else if (key === "insert" && state.can.insert) act("insert", { type: "blank", after: !event.shiftKey });
    else if (isControl && key === "z") act(event.shiftKey ? "redo" : "undo", {});
    else if (isControl && key === "y") act("redo", {});
    else if (isControl && key === "d" && state.can.write) act("duplicate", { id: active });
    else return false;
    return true;
  }

  const dragging = makeDragging({
    scroll, list, moveTo,
    canMove: () => state.can.move,
    rowCount: () => order.length,
    lift(id) {
      if (!selected.has(id)) choose(id);
      const moving = chosen();
      const [type, excerpt] = state.card(moving[0]);
      const label = moving.length > 1 ? `${moving.length} blocks` : excerpt || nameOf(type);
      return { label, rows: moving.flatMap((rowId) => rows.get(rowId)?.element ?? []) };
    },
  });

  /** @param {MouseEvent} event */
  function onClick(event) {
    const row = closest(event, ".bl-row");
    if (!row || dragging.wasDragged) return;
    choose(row.dataset.id, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
  }
  function onScroll() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  }
  list.addEventListener("pointerdown", () => { wasTouched = true; });
  list.addEventListener("keydown", onKey);
  list.addEventListener("click", onClick);
  list.addEventListener("dblclick", (event) => {
    if (closest(event, ".bl-row")) onOpen();
  });
  scroll.addEventListener("scroll", onScroll, { passive: true });
  const resized = new ResizeObserver(onScroll);
  resized.observe(scroll);

  return {
    element: scroll,
    show,
    onKey,
    moves,
    chosen,
    choose,
    focus() {
      if (active === null) return;
      reveal(active);
      draw();
      focusActive();
    },
    get active() { return active; },
    get wasTouched() { return wasTouched; },
    get order() { return order; },
    close() {
      dragging.close();
      resized.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}
