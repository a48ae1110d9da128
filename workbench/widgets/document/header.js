// @ts-check
// The header of a lesson. Its state comes down as one trait; what a person wants goes up as a message.
// Texts of people are set as text, never as markup.

import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";
import { makeTitleEditor } from "../kit/title_editor.js";

const FRAMES_TO_WAIT = 120; // until what was opened beside the text is drawn
const MOST_TASKS = 3; // of what is left to do, until all of it is wanted

/**
 * @typedef {{ text: string, anchor: string }} Place
 * @typedef {{ text: string, stops: boolean, where: string, value: string }} RemainingTask
 * @typedef {{ name: string, label: string, count: number, tone: string }} Section
 * @typedef {{
 *   lesson?: string, title?: string, crumbs?: Place[], previous?: Place | null, next?: Place | null,
 *   status?: { text: string, tone: string }, step?: { label: string, isStopped: boolean } | null, note?: string,
 *   remaining?: RemainingTask[], links?: { label: string, url: string, why: string }[],
 *   isPreviewed?: boolean, sections?: Section[], open?: string,
 * }} HeaderState
 */

let made = 0;

/**
 * A text of people, which keeps its own direction.
 * @param {string} text
 */
function words(text) {
  const said = element("bdi", "", text);
  said.dir = "auto";
  return said;
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function makeButton(text, onClick) {
  const button = element("button", "jupyter-button");
  button.type = "button";
  button.append(element("span", "", text));
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") onClick();
  });
  return button;
}

function makeCaret() {
  const caret = element("span", "wb-caret", "\u25be");
  caret.setAttribute("aria-hidden", "true");
  return caret;
}

/**
 * Put other children into an element; what is focused in it stays so by its place.
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} children
 */
function replace(parent, children) {
  const focused = [...parent.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  parent.replaceChildren(...children);
  if (focused >= 0) parent.querySelectorAll("button")[focused]?.focus();
}

/**
 * @type {import("@anywidget/types").Render<{
 *   state: HeaderState, disabled: boolean, editable: boolean, drafts: import("../kit/drafts.js").DraftOwner,
 * }>}
 */
function render({ model, el }) {
  el.classList.add("wb-document-header");
  const number = ++made;
  const where = element("nav", "wb-crumbs");
  where.setAttribute("aria-label", "Breadcrumb");
  const line = element("div", "wb-document-line");
  const title = element("h2", "wb-document-title");
  title.dir = "auto";
  title.tabIndex = -1; // the page puts the focus there when the lesson is opened
  const rename = element("button", "wb-icon", "\u270e");
  rename.type = "button";
  rename.title = "Rename the lesson";
  rename.setAttribute("aria-label", rename.title);
  const status = element("span", "wb-tag");
  const note = element("p", "wb-hint");
  const preview = makeButton("Preview as learner", () => send("preview"));
  const share = makeButton("Share", () => openMenu(menu.hidden === true));
  share.setAttribute("aria-expanded", "false");
  share.setAttribute("aria-controls", `wb-links-${number}`);
  share.append(makeCaret());
  const step = makeButton("", () => send("step"));
  step.classList.add("mod-primary");
  // Where there is little room, these are behind a button.
  const more = makeButton("More", () => showMore(!el.classList.contains("wb-open")));
  more.classList.add("wb-document-more");
  more.append(makeCaret());
  const acts = element("div", "wb-document-acts");
  acts.id = `wb-acts-${number}`;
  acts.append(preview, share);
  line.append(title, rename, status, more, acts, step);
  const menu = element("div", "wb-links");
  menu.id = `wb-links-${number}`;
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Links");
  menu.hidden = true;
  const left = element("ul", "wb-remaining");
  left.id = `wb-remaining-${number}`;
  const toggles = element("div", "wb-rail-toggles");
  toggles.id = `wb-toggles-${number}`;
  more.setAttribute("aria-controls", `${acts.id} ${toggles.id}`);
  toggles.setAttribute("role", "group");
  toggles.setAttribute("aria-label", "Beside the lesson");
  el.append(where, line, menu, note, left, toggles);

  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: (id) => (id && id === model.get("state").lesson ? title : null),
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => rename.focus(),
  });
  let showsAllTasks = false;
  let frame = 0;

  function beginTitle() {
    const { lesson = "", title: text = "" } = model.get("state");
    if (!model.get("editable") || model.get("disabled")) return;
    editor.start({ id: lesson, text, base: text, label: rename.title }, { focus: true });
  }
  /** @param {boolean} isOpen */
  function showMore(isOpen) {
    el.classList.toggle("wb-open", isOpen);
    more.setAttribute("aria-expanded", String(isOpen));
    editor.place();
  }
  const isNarrow = () => more.offsetParent !== null;
  /** What was opened is below the text, where there is little room. @param {number} frames to wait for it */
  function showRail(frames) {
    const rail = /** @type {HTMLElement | null | undefined} */ (el.closest(".wb-panel")?.querySelector(".wb-rail"));
    if (rail?.offsetParent) {
      rail.tabIndex = -1;
      rail.focus({ preventScroll: true });
      rail.scrollIntoView({ block: "start" });
    } else if (frames > 0) frame = requestAnimationFrame(() => showRail(frames - 1));
  }
  /** @param {string} intent @param {string} [value] */
  function send(intent, value = "") {
    if (!model.get("disabled")) model.send({ intent, value });
  }
  // The block that is chosen in the list below: a comment is about it, unless another place is chosen.
  function chosenBlock() {
    const row = el.closest(".wb-block-list-panel")?.querySelector(".wb-blocks .bl-row.bl-active");
    return row instanceof HTMLElement ? row.dataset.id ?? "" : "";
  }
  /** @param {boolean} isOpen */
  function openMenu(isOpen) {
    menu.hidden = !isOpen;
    share.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) menu.querySelector("button")?.focus();
  }
  /** @param {Place} place @param {string} [label] */
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
  /** @param {HeaderState} state */
  function drawCrumbs(state) {
    const list = element("ol");
    const crumbs = state.crumbs ?? [];
    crumbs.forEach((crumb) => {
      const item = element("li");
      const place = placeOf(crumb);
      item.append(place);
      list.append(item);
    });
    const turns = element("span", "wb-turns");
    if (state.previous) turns.append(placeOf(state.previous, "Previous lesson"));
    if (state.next) turns.append(placeOf(state.next, "Next lesson"));
    replace(where, [list, turns]);
    where.hidden = crumbs.length === 0;
  }
  /** @param {HeaderState} state */
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
    const shown = showsAllTasks ? remaining : remaining.slice(0, MOST_TASKS);
    const others = remaining.length - shown.length;
    const all = element("li");
    all.append(makeButton(`Show ${others.toLocaleString("en")} more`, () => {
      showsAllTasks = true;
      drawStep(model.get("state"));
      /** @type {HTMLElement | null} */ (left.querySelector(`li:nth-child(${MOST_TASKS + 1}) button`))?.focus();
    }));
    replace(left, [...shown.map((task) => {
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
    }), ...(others ? [all] : [])]);
    left.hidden = remaining.length === 0;
  }
  /** @param {HeaderState} state */
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
  /** @param {HeaderState} state */
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
      toggle.addEventListener("click", () => {
        send("section", `${name} ${chosenBlock()}`.trim());
        if (!isNarrow()) return;
        more.focus();
        showMore(false);
        if (name !== state.open) showRail(FRAMES_TO_WAIT);
      });
      return toggle;
    }));
    toggles.hidden = sections.length === 0;
  }
  function drawTitle() {
    const { title: text = "" } = model.get("state");
    if (title.textContent !== text) title.replaceChildren(words(text));
    title.hidden = !text;
    rename.hidden = !text || !model.get("editable");
    rename.disabled = model.get("disabled");
    editor.place();
    if (model.get("editable")) editor.restore(() => rename.title);
  }
  function update() {
    const state = model.get("state");
    drawTitle();
    drawCrumbs(state);
    drawStep(state);
    drawLinks(state);
    drawToggles(state);
    preview.hidden = !state.title;
    preview.setAttribute("aria-pressed", String(Boolean(state.isPreviewed)));
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    openMenu(false);
    share.focus();
    event.stopPropagation();
  });

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key !== "Escape" || !isNarrow() || !el.classList.contains("wb-open")) return;
    showMore(false);
    more.focus();
    event.stopPropagation();
  }
  /** @param {{ edit?: string, titled?: string, isSaved?: boolean }} message */
  function onMessage(message) {
    if (typeof message?.edit === "string") beginTitle();
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }

  rename.addEventListener("click", beginTitle);
  title.addEventListener("dblclick", beginTitle);
  el.addEventListener("keydown", onKey);
  const resized = new ResizeObserver(() => editor.place());
  resized.observe(el);
  const unsubscribe = subscribe(model, [
    ["change:state", update], ["change:disabled", update], ["change:editable", drawTitle], ["change:drafts", drawTitle],
    ["msg:custom", onMessage],
  ]);
  showMore(false);
  update();
  return () => {
    unsubscribe();
    resized.disconnect();
    cancelAnimationFrame(frame);
    el.removeEventListener("keydown", onKey);
    el.replaceChildren();
  };
}

export default { initialize, render };
