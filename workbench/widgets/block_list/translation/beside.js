// @ts-check
// A translation beside its source: rows of two blocks, what in them is to be done, and the keys that do it.
// All of it is Python's (translation/); this script shows it and says what a person wants.

import { element } from "../../kit/dom.js";
import { button } from "../elements.js";
import { makePairRow } from "./pair_row.js";
import { makePriceQuestion } from "./price_question.js";

const TOGETHER = 40; // rows that are asked for at a time
const PAUSE = 40; // milliseconds in which rows that come into sight are gathered
const PATIENCE = 3000; // milliseconds until it is said that the notebook does not answer
const NO_ANSWER = "The notebook isn't responding: a cell may be running, or its kernel was stopped.";
const LEAP = 5; // rows that Page Up and Page Down go
const KEYS = "\u2191 \u2193 move \u00b7 N next to do \u00b7 A accept or mark as current \u00b7 G ask AI \u00b7 "
  + "Enter edit \u00b7 Esc back to the list";

/** @param {string} state */
const isOpenState = (state) => state === "stale" || state === "missing";

/**
 * The state as Python tells it (translations.py); rows are name, block and state.
 * @typedef {{
 *   kind: string, text: string, isOpen?: boolean, isReading?: boolean, open?: number, names?: [string, string],
 *   titles?: [string, string], language?: string, direction?: string, revision?: number, problem?: string,
 *   rows?: [key: string, block: string, state: string][], proposals?: Record<string, string>, cost?: string,
 * }} TranslationState
 */

/**
 * @param {import("../list_state.js").BlockListModel} model
 * @param {{
 *   ask: import("../list_state.js").Ask, act: import("../list_state.js").Act, newId: () => string,
 *   getState: () => import("../list_state.js").ListState, pane: ReturnType<typeof import("../block_pane.js").makeBlockPane>,
 *   rows: ReturnType<typeof import("../rows.js").makeRows>, isLost: () => boolean, onToggle: () => void,
 * }} options
 */
export function makeBeside(model, { ask, act, newId, getState, pane, rows, isLost, onToggle }) {
  const text = element("span", "bl-translation-text");
  const toggle = button({ text: "Side by side", onClick: () => open(!isOn) });
  const line = element("span", "bl-translation");
  line.append(text, toggle);

  const box = element("section", "bl-beside");
  box.setAttribute("aria-label", "Translation next to its source");
  box.hidden = true;
  const names = [element("strong", "bl-beside-name"), element("strong", "bl-beside-name")];
  const count = element("span", "bl-beside-count");
  count.setAttribute("role", "status");
  const next = button({ text: "Next", hint: "N", className: "bl-main", onClick: () => goToOpen(1) });
  const askAll = button({ text: "Translate all with AI\u2026", onClick: () => question.open([]) });
  const tools = element("div", "bl-beside-tools");
  tools.append(count, next, askAll);
  const problem = element("p", "bl-problem");
  problem.setAttribute("role", "alert");
  const question = makePriceQuestion({
    state: () => state(),
    onAsk: (keys, again) => act("askTranslation", { keys, again }),
    onClose: () => shown.get(active ?? "")?.element.focus(),
  });
  const heads = element("div", "bl-beside-heads");
  heads.append(...names);
  const feed = element("div", "bl-feed");
  feed.setAttribute("role", "feed");
  feed.setAttribute("aria-label", "Blocks of the source with their translation");
  const keys = element("p", "bl-soft bl-beside-keys", KEYS);
  box.append(tools, problem, question.element, heads, feed, keys);

  let isOn = Boolean(model.get("translation").isOpen);
  /** @type {string | null} */
  let active = null;
  let wantsFocus = false; // it was opened, and its rows are not there yet
  /** @type {Map<string, ReturnType<typeof makePairRow>>} */
  const shown = new Map();
  /** @type {Set<string>} */
  const wanted = new Set();
  let timer = 0;

  const state = () => /** @type {TranslationState} */ (model.get("translation"));
  const entries = () => state().rows ?? [];
  /** @param {string | null} key */
  const entryOf = (key) => entries().find(([entryKey]) => entryKey === key);

  const seen = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      const key = /** @type {HTMLElement} */ (target).dataset.key ?? "";
      shown.get(key)?.setSeen(isIntersecting);
      if (isIntersecting) want(key);
    }
  }, { rootMargin: "200px" });

  // What rows hold

  /** @param {string} key */
  function want(key) {
    const row = shown.get(key);
    if (!row || !row.isSeen() || row.version === versionOf(key)) return;
    wanted.add(key);
    timer ||= setTimeout(load, PAUSE);
  }
  /** @param {string} key */
  function versionOf(key) {
    const [, block = "", how = ""] = entryOf(key) ?? [];
    const { revision, proposals = {}, titles } = state();
    return JSON.stringify([block, how, revision, proposals[key], block ? getState().card(block) : key === "title" && titles]);
  }
  async function load() {
    const some = [...wanted].slice(0, TOGETHER);
    for (const key of some) wanted.delete(key);
    timer = wanted.size ? setTimeout(load, PAUSE) : 0;
    const versions = new Map(some.map((key) => [key, versionOf(key)]));
    const late = setTimeout(() => { sayNoAnswer(true); }, isLost() ? 0 : PATIENCE);
    const answer = await ask("pairs", { keys: some });
    clearTimeout(late);
    sayNoAnswer(false);
    for (const key of some) {
      const row = shown.get(key);
      if (!row) continue;
      row.version = versions.get(key) ?? "";
      row.fill(answer.rows[key] ?? {}, viewOf(key));
      want(key); // it may have changed meanwhile
    }
    mount();
    if (active !== null && some.includes(active)) reveal();
  }
  let isSilent = false; // the notebook does not answer
  /** @param {boolean} isNow */
  function sayNoAnswer(isNow) {
    isSilent = isNow;
    const words = isSilent ? NO_ANSWER : state().problem ?? "";
    if (problem.textContent !== words) problem.textContent = words;
    problem.hidden = !words;
  }
  /** @param {string} key */
  function viewOf(key) {
    const { names: languages = ["", ""], titles = ["", ""], language = "", direction = "ltr" } = state();
    const { language: own, direction: ownDirection, can } = getState();
    const [, block = "", how = ""] = entryOf(key) ?? [];
    return {
      key, block, how, titles, languages, place: entries().findIndex(([entryKey]) => entryKey === key) + 1, count: entries().length,
      source: { language, direction }, target: { language: own, direction: ownDirection },
      excerpt: block ? getState().card(block)[1] : "", isActive: key === active,
      isPending: block !== "" && getState().pending.has(block), canWrite: can.write && !model.get("disabled"),
      proposal: (state().proposals ?? {})[key] ?? "",
    };
  }

  // What a person does

  /** @param {boolean} isWanted */
  function open(isWanted) {
    if (isWanted === isOn) return;
    isOn = isWanted;
    question.cancel();
    act("beside", { open: isOn });
    onToggle();
    update();
    wantsFocus = isOn;
    if (isOn) next.focus(); // until there are rows
    else toggle.focus();
  }
  /** @param {string | null} key */
  function activate(key, { focus = true } = {}) {
    if (key === null || !entryOf(key)) return;
    const before = active;
    active = key;
    if (before !== null && before !== key) draw(before);
    draw(key);
    const block = entryOf(key)?.[1];
    if (block) rows.choose(block, { focus: false });
    mount();
    reveal();
    if (focus) shown.get(key)?.element.focus({ preventScroll: true });
  }
  // The chosen row from its beginning on, or whole where there is room; the page around the rows does not move.
  function reveal() {
    const row = shown.get(active ?? "")?.element;
    if (!row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < feed.scrollTop || bottom - top > feed.clientHeight) feed.scrollTop = top;
    else if (bottom > feed.scrollTop + feed.clientHeight) feed.scrollTop = bottom - feed.clientHeight;
  }
  /** @param {number} step */
  function go(step) {
    const all = entries();
    const place = all.findIndex(([key]) => key === active);
    activate(all[Math.max(0, Math.min(all.length - 1, place + step))]?.[0] ?? null);
  }
  /** @param {1 | -1} step */
  function goToOpen(step) {
    const all = entries();
    const place = all.findIndex(([key]) => key === active);
    const order = [...all.slice(place + 1), ...all.slice(0, place + 1)];
    const found = (step > 0 ? order : [...order.slice(0, -1).reverse()]).find(([, , how]) => isOpenState(how));
    if (found) activate(found[0]);
  }
  /** @param {string} key */
  function acceptOrConfirm(key) {
    const proposal = (state().proposals ?? {})[key];
    if (proposal === "ready") act("translationChoice", { key, choice: "accept" });
    else if (!proposal && entryOf(key)?.[2] === "stale") act("stillSame", { key });
  }
  /** @param {string} key */
  function edit(key) {
    const [, block = "", how = ""] = entryOf(key) ?? [];
    if (!getState().can.write || key === "title") return;
    if (how === "missing") {
      const id = newId();
      act("writeTranslation", { key, id });
      writing = id;
      return;
    }
    if (!block) return;
    activate(key, { focus: false });
    pane.edit();
    mount();
  }
  let writing = ""; // the block that was just put there, to be written
  function editNew() {
    const found = writing && entries().find(([, block, how]) => block === writing && how !== "extra");
    if (!found) return;
    writing = "";
    edit(found[0]);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (pane.element.contains(target)) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey || !(isControl ? onControlKey(event) : onPlainKey(event, target))) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {KeyboardEvent} event @returns {boolean} whether the key did something */
  function onControlKey(event) {
    const key = event.key.toLowerCase();
    if (key === "z") act(event.shiftKey ? "redo" : "undo", {});
    else if (key === "y") act("redo", {});
    else return false;
    return true;
  }
  /** @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} */
  function onPlainKey(event, target) {
    if (event.key === "Escape") {
      if (question.isOpen()) question.close();
      else open(false);
      return true;
    }
    if (!feed.contains(target) || active === null) return false;
    const isRow = target.getAttribute("role") === "article";
    if (isRow && (event.key === "Enter" || event.key === "F2")) {
      edit(active);
      return true;
    }
    /** @type {Record<string, number>} */
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -LEAP, PageDown: LEAP, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      go(steps[event.key]);
      return true;
    }
    // A keyboard of another script has other letters on the same keys.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
    if (letter === "n") goToOpen(event.shiftKey ? -1 : 1);
    else if (letter === "a") acceptOrConfirm(active);
    else if (letter === "g" && entryOf(active)?.[2] !== "extra") question.open([active]);
    else return false;
    return true;
  }
  box.addEventListener("keydown", onKey);
  feed.addEventListener("focusin", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest?.("[data-key]");
    const key = /** @type {HTMLElement | null} */ (row)?.dataset.key ?? null;
    if (key !== null && key !== active) activate(key, { focus: false });
  });

  // What is shown

  /** @param {string} key */
  function draw(key) {
    shown.get(key)?.draw(viewOf(key));
  }
  function drawRows() {
    const all = entries();
    const keep = new Set(all.map(([key]) => key));
    for (const [key, row] of shown) {
      if (keep.has(key)) continue;
      seen.unobserve(row.element);
      row.element.remove();
      shown.delete(key);
    }
    if (active === null || !keep.has(active)) {
      const chosen = all.find(([, block]) => block && block === rows.active);
      const first = all.find(([, , how]) => isOpenState(how));
      active = (chosen && rows.wasTouched ? chosen : first ?? chosen ?? all[0])?.[0] ?? null;

      if (active !== null && entryOf(active)?.[1]) rows.choose(entryOf(active)?.[1], { focus: false });
    }
    let behind = feed.firstChild;
    for (const [key] of all) {
      let row = shown.get(key);
      if (!row) {
        row = makePairRow(key, {
          accept: () => acceptOrConfirm(key), askModel: () => question.open([key]), edit: () => edit(key),
          replace: () => act("translationChoice", { key, choice: "replace" }),
          discard: () => act("translationChoice", { key, choice: "discard" }),
        });
        shown.set(key, row);
        seen.observe(row.element);
      }
      if (row.element === behind) behind = behind.nextSibling;
      else feed.insertBefore(row.element, behind);
      row.draw(viewOf(key));
      want(key);
    }
    if (wantsFocus && active !== null) {
      wantsFocus = false;
      activate(active);
    }
  }
  // The form stands in the row of its block, with the source beside it.
  function mount() {
    if (!isOn) return;
    const block = pane.writing();
    const found = block && entries().find(([, entryBlock]) => entryBlock === block);
    if (!found) pane.element.remove();
    let isNew = false;
    for (const [key, row] of shown) isNew = row.showForm(found && key === found[0] ? pane.element : null) || isNew;
    if (isNew) reveal();
  }
  function update() {
    const { kind, text: words, open: todo = 0, isReading, names: languages = ["", ""] } = state();
    line.hidden = kind === "none";
    text.textContent = words;
    text.dataset.open = String(todo);
    toggle.hidden = kind !== "translation";
    toggle.setAttribute("aria-pressed", String(isOn));
    if (isOn && kind !== "translation") open(false);
    box.hidden = !isOn;
    if (!isOn) return;
    names.forEach((label, place) => { label.textContent = languages[place]; });
    const all = entries().length;
    const now = isReading ? "Reading the source\u2026" : todo ? `${todo} of ${all} to do` : "All up to date";
    if (count.textContent !== now) count.textContent = now;
    next.setAttribute("aria-disabled", String(!todo));
    askAll.setAttribute("aria-disabled", String(!todo || !getState().can.write));
    sayNoAnswer(isSilent);
    feed.setAttribute("aria-busy", String(Boolean(isReading)));
    drawRows();
    question.update();
    mount();
    editNew();
  }

  return {
    line,
    element: box,
    update,
    mount,
    isOn: () => isOn,
    leave: () => open(false),
    /** The form was closed: its row has the focus again. */
    focus() {
      mount();
      shown.get(active ?? "")?.element.focus();
    },
    close() {
      clearTimeout(timer);
      seen.disconnect();
    },
  };
}
