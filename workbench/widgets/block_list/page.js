// @ts-check
// The lesson as a page: every block as learners see it, in order. All blocks are in the page, so that the browser's
// search finds them; parts of the lesson that are out of sight are not laid out, and HTML comes for what is seen first.

import { closest, element } from "../kit/dom.js";
import { placeOfClick } from "./caret.js";
import { showRendered } from "./elements.js";

const FIRST = 20; // blocks that are asked for at first
const TOGETHER = 100; // blocks that are asked for at a time
const PART = 40; // blocks that are laid out together
const CONTROLS = "a, button, input, select, textarea, summary, label, audio, video, .bl-page, .bl-popup, .bl-handle";

/**
 * `version` is that of the card that the shown HTML and the content belong to.
 * @typedef {{
 *   element: HTMLElement, rendered: HTMLElement, place: HTMLElement, version: string, label: string,
 *   content: Record<string, any> | null,
 * }} PageBlock
 */

/**
 * @param {{
 *   ask: import("./list_state.js").Ask, nameOf: (type: string) => string,
 *   onChoose: (id: string, how: { extend: boolean, toggle: boolean }) => void,
 *   onOpen: (place: import("./caret.js").TextPlace | null) => void,
 *   onKey: (event: KeyboardEvent) => void, onMenu: () => void, opensByClick: (type: string) => boolean, onPointer: (id: string) => void,
 * }} options `onOpen` opens the chosen block; `onKey` gets the keys that are pressed on a block
 */
export function makePage({ ask, nameOf, onChoose, onOpen, onKey, opensByClick, onPointer, onMenu }) {
  const page = element("section", "bl-document");
  page.setAttribute("aria-label", "Lesson");
  const none = element("p", "bl-none");
  const bar = element("div", "bl-document-bar"); // the tools of the text that is written: nothing moves for them
  page.append(none, bar);
  /** @type {Map<string, PageBlock>} */
  const blocks = new Map();
  /** @type {Set<Element>} */
  const near = new Set(); // parts in sight, or almost
  /** @type {import("./list_state.js").ListState | null} */
  let state = null;
  let headings = ""; // on which the levels of all headings depend
  let headingsVersion = 0; // another one when they are: versions are compared for every block, so they stay short
  let isLoading = false;
  let isFirst = true;
  let isPressed = false;
  /** @type {string | null} */
  let active = null;
  /** @type {string | null} */
  let mounted = null; // the block that the pane is in
  /** @type {string | null} */
  let written = null; // the block whose place the pane has

  const seen = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) near.add(target);
      else near.delete(target);
    }
    load();
  }, { rootMargin: "300px" });

  function makePart() {
    const part = element("div", "bl-portion");
    seen.observe(part);
    page.append(part);
    return part;
  }

  // Within the page only: what is around it does not move.
  /** @param {HTMLElement} block */
  function scrollTo(block) {
    const [inner, outer] = [block.getBoundingClientRect(), page.getBoundingClientRect()];
    const above = inner.top - outer.top - bar.offsetHeight;
    const below = inner.bottom - outer.bottom;
    if (above < 0) page.scrollTop += above;
    else if (below > 0) page.scrollTop += Math.min(below, above);
  }
  /** @param {string} id */
  const versionOf = (id) => `${state?.card(id)[0]} ${state?.card(id)[3] ?? ""} ${headingsVersion}`;

  /**
   * Show the lesson as it is now.
   * @param {import("./list_state.js").ListState} now
   * @param {string | null} chosen the active block
   * @param {string[]} selected
   * @param {string} sentence what is said where there are no blocks
   */
  function show(now, chosen, selected, sentence) {
    state = now;
    const { order, card } = now;
    const headingsNow = order.filter((id) => card(id)[0] === "heading").map((id) => id.slice(0, 8) + card(id)[3]).join();
    if (headingsNow !== headings) headingsVersion += 1;
    headings = headingsNow;
    const keep = new Set(order);
    const focused = /** @type {Document | ShadowRoot} */ (page.getRootNode()).activeElement;
    let hadFocus = false; // a block that is gone, such as one whose insertion was undone
    for (const [id, block] of blocks) {
      if (keep.has(id)) continue;
      hadFocus ||= block.element === focused;
      block.element.remove();
      blocks.delete(id);
    }
    const several = new Set(selected.length > 1 ? selected : []);
    let part = page.querySelector(".bl-portion") ?? makePart();
    let next = part.firstChild;
    order.forEach((id, at) => {
      let block = blocks.get(id);
      if (!block) blocks.set(id, block = makeBlock(id));
      while (!next && part.nextElementSibling) {
        part = part.nextElementSibling;
        next = part.firstChild;
      }
      if (!next && part.childElementCount >= PART) part = makePart();
      if (block.element === next) next = next.nextSibling;
      else part.insertBefore(block.element, next);
      const [type, excerpt] = card(id);
      const label = `Block ${at + 1}, ${nameOf(type)}`;
      if (block.label !== label) block.element.setAttribute("aria-label", block.label = label);
      if (!block.version && !block.rendered.firstChild) block.rendered.textContent = excerpt || nameOf(type);
      block.element.classList.toggle("bl-chosen", several.has(id));
    });
    for (const one of page.querySelectorAll(".bl-portion:empty")) {
      seen.unobserve(one);
      near.delete(one);
      one.remove();
    }
    none.textContent = order.length ? "" : sentence;
    activate(chosen);
    if (hadFocus) blocks.get(active ?? "")?.element.focus({ preventScroll: true });
    load();
  }
  /** @param {string | null} id */
  function activate(id) {
    const before = active === null ? undefined : blocks.get(active);
    const now = id === null ? undefined : blocks.get(id);
    active = id;
    if (before && before !== now) {
      before.element.classList.remove("bl-active");
      before.element.tabIndex = -1;
    }
    if (!now) return;
    now.element.classList.add("bl-active");
    now.element.tabIndex = 0;
  }

  function load() {
    if (isLoading || !state) return;
    isLoading = true;
    queueMicrotask(loadStale); // whoever shows the lesson and mounts the pane at once has it looked through once
  }
  async function loadStale() {
    try {
      for (;;) {
        if (!state) return;
        const stale = state.order.filter(isStale);
        if (!stale.length) return;
        const seenFirst = stale.filter((id) => isNear(id) || id === active);
        const ids = (seenFirst.length ? seenFirst : stale).slice(0, isFirst ? FIRST : TOGETHER);
        isFirst = false;
        const versions = new Map(ids.map((id) => [id, versionOf(id)]));
        const answer = await ask("rendered", { ids });
        for (const id of ids) {
          const block = blocks.get(id);
          if (!block) continue;
          block.version = versions.get(id) ?? "";
          const [classes, html, content] = answer.blocks[id] ?? [];
          if (classes === undefined) continue;
          block.content = content;
          fill(id, classes, html);
        }
      }
    } finally {
      isLoading = false;
    }
  }
  /** @param {string} id */
  function isNear(id) {
    const part = blocks.get(id)?.element.parentElement;
    return part !== null && part !== undefined && near.has(part);
  }
  /** @param {string} id */
  function isStale(id) {
    return Boolean(state?.card(id)[3]) && id !== written && blocks.get(id)?.version !== versionOf(id);
  }
  /** @param {string} id @param {string} classes @param {string} html */
  function fill(id, classes, html) {
    const block = blocks.get(id);
    if (!block || !state) return;
    block.rendered.className = `bl-rendered block ${classes}`;
    showRendered(block.rendered, html, state);
    if (!html.trim()) block.rendered.append(element("p", "bl-soft", `${nameOf(state.card(id)[0])}: empty.`));
  }

  /**
   * Put the pane below the active block, or in its place while it is written.
   * @param {{ element: HTMLElement, head: HTMLElement }} pane
   * @param {boolean} isWriting
   */
  function mount({ element: pane, head }, isWriting) {
    const block = active === null ? undefined : blocks.get(active);
    const before = mounted === null ? undefined : blocks.get(mounted);
    if (before && before !== block) before.element.classList.remove("bl-writing");
    mounted = block ? active : null;
    written = null;
    if (block) {
      const isText = isWriting && pane.classList.contains("bl-writing-text");
      if (isText) written = active;
      if (isText && !block.element.classList.contains("bl-writing")) keepLook(block);
      if (pane.parentElement !== block.place) block.place.append(pane);
      block.element.classList.toggle("bl-writing", isText);
    } else {
      pane.remove();
    }
    const home = written === null ? pane : bar;
    if (head.parentElement !== home) home.prepend(head);
    load();
  }
  page.addEventListener("click", (event) => {
    const id = idOf(event);
    if (!id || !state || closest(event, CONTROLS)) return;
    const isSelecting = !(getSelection()?.isCollapsed ?? true);
    const how = { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey };
    const isAlone = !how.extend && !how.toggle && !isSelecting;
    const block = blocks.get(id);
    const place = block && isAlone ? placeOfClick(block.rendered, event) : null;
    if (isSelecting && !how.extend && !how.toggle) return;
    onChoose(id, how);
    if (isAlone && state.can.write && opensByClick(state.card(id)[0])) onOpen(place);
    else block?.element.focus({ preventScroll: true });
  });
  page.addEventListener("dblclick", (event) => {
    const id = idOf(event);
    if (id && state && !closest(event, CONTROLS) && !opensByClick(state.card(id)[0])) onOpen(null);
  });
  page.addEventListener("keydown", (event) => {
    if (event.target !== blocks.get(active ?? "")?.element) return;
    if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) {
      onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    onMenu();
  });
  page.addEventListener("pointerdown", () => {
    isPressed = true; // nothing moves under the pointer before it clicked
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { isPressed = false; }, { capture: true, once: true });
  });
  page.addEventListener("focusin", (event) => {
    const id = idOf(event);
    if (id && !isPressed && event.target === blocks.get(id)?.element && id !== active) onChoose(id, { extend: false, toggle: false });
  });
  page.addEventListener("contextmenu", (event) => {
    if (!page.querySelector(".bl-popup")) return;
    event.preventDefault(); // the menu was opened by the key for it
    event.stopPropagation();
  });
  page.addEventListener("pointerover", (event) => {
    const id = idOf(event);
    if (id) onPointer(id);
  });

  return {
    element: page,
    show,
    activate,
    mount,
    /**
     * How a block looks while it is written, before it is saved.
     * @param {string} id
     * @param {string} html
     */
    showDraft(id, html) {
      const block = blocks.get(id);
      if (!block || !state) return;
      showRendered(block.rendered, html, state);
      block.version = ""; // it is asked for when it is not written any more
    },
    /**
     * What is in a block, if it is known here as it is now.
     * @param {string} id
     */
    contentOf(id) {
      const block = blocks.get(id);
      if (!block?.content || block.version !== versionOf(id)) return null;
      return { found: true, type: state?.card(id)[0] ?? "", content: block.content };
    },
    /** @param {string} id */
    blockOf: (id) => blocks.get(id)?.element,
    /** @param {string | null} id */
    reveal(id) {
      const block = blocks.get(id ?? "")?.element;
      if (!block) return;
      scrollTo(block);
      requestAnimationFrame(() => scrollTo(block)); // what came into sight has its own height now
    },
    focus() {
      blocks.get(active ?? "")?.element.focus({ preventScroll: true });
    },
    close: () => seen.disconnect(),
  };
}

/** @param {Event} event */
const idOf = (event) => closest(event, ".bl-block")?.dataset.id;

/**
 * Give the field of a block that is one text the font of what it stands for.
 * @param {PageBlock} block
 */
function keepLook({ rendered, place }) {
  const first = rendered.querySelector("h1, h2, h3, h4, h5, h6");
  const isHeading = first !== null && first === rendered.lastElementChild;
  const { fontSize, fontWeight, lineHeight } = getComputedStyle(isHeading ? first : rendered);
  place.style.setProperty("--bl-size", fontSize);
  place.style.setProperty("--bl-weight", fontWeight);
  place.style.setProperty("--bl-line", lineHeight);
  place.style.setProperty("--bl-height", `${rendered.offsetHeight}px`);
}

/** @param {string} id @returns {PageBlock} */
function makeBlock(id) {
  const made = element("div", "bl-block");
  made.dataset.id = id;
  made.setAttribute("role", "group");
  made.tabIndex = -1;
  const rendered = element("div", "bl-rendered");
  const place = element("div", "bl-block-pane");
  made.append(rendered, place);
  return { element: made, rendered, place, version: "", label: "", content: null };
}
