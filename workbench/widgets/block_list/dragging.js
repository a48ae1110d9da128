// @ts-check
// Dragging rows by mouse, pen or finger: a line shows where they would go, the list scrolls at its edges.

import { closest, element } from "../kit/dom.js";
import { ROW_HEIGHT } from "./row.js";

const EDGE = 36; // pixels from an edge of the list where dragging scrolls
const THRESHOLD = 5; // pixels that a pointer moves until it drags

/**
 * @typedef {{ id: string, pointer: number, x: number, y: number, clientY: number, gap: number, frame: number,
 *   badge: HTMLElement | null }} Drag
 */

/**
 * @param {{
 *   scroll: HTMLElement, list: HTMLElement, canMove: () => boolean, rowCount: () => number,
 *   lift: (id: string) => { label: string, rows: HTMLElement[] }, moveTo: (gap: number) => void,
 * }} options `lift` chooses the row unless it is chosen and gives what moves with it; `moveTo` drops it before a row
 */
export function makeDragging({ scroll, list, canMove, rowCount, lift, moveTo }) {
  const line = element("div", "bl-drop");
  /** @type {Drag | null} */
  let drag = null;
  let wasDragged = false;

  /** @param {PointerEvent} event */
  function onDown(event) {
    wasDragged = false;
    const row = closest(event, ".bl-row");
    if (!row || event.button !== 0 || !canMove()) return;
    if (event.pointerType === "touch" && !closest(event, ".bl-grip")) return; // a finger elsewhere scrolls the list
    drag = {
      id: row.dataset.id ?? "", pointer: event.pointerId, x: event.clientX, y: event.clientY,
      clientY: event.clientY, gap: 0, frame: 0, badge: null,
    };
  }
  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.badge) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
      begin(drag);
    }
    drag.clientY = event.clientY;
    aim(drag);
    moveBadge(drag, event);
    event.preventDefault();
  }
  /** @param {Drag} now */
  function begin(now) {
    try {
      scroll.setPointerCapture(now.pointer);
    } catch {
      // the pointer has just gone; its end is reported to the window all the same
    }
    const { label, rows } = lift(now.id);
    now.badge = element("div", "bl-badge", label);
    scroll.append(now.badge);
    list.append(line);
    scroll.classList.add("bl-dragging");
    for (const row of rows) row.classList.add("bl-lifted");
    now.frame = requestAnimationFrame(scrollAtEdge);
  }
  /** @param {Drag} now */
  function aim(now) {
    const y = now.clientY - scroll.getBoundingClientRect().top + scroll.scrollTop;
    now.gap = Math.max(0, Math.min(rowCount(), Math.round(y / ROW_HEIGHT)));
    line.style.transform = `translateY(${now.gap * ROW_HEIGHT - 1}px)`;
  }
  /** @param {Drag} now @param {PointerEvent} event */
  function moveBadge(now, event) {
    const box = scroll.getBoundingClientRect();
    const x = event.clientX - box.left + 14;
    const y = event.clientY - box.top + scroll.scrollTop + 8;
    if (now.badge) now.badge.style.transform = `translate(${x}px, ${y}px)`;
  }
  function scrollAtEdge() {
    if (!drag?.badge) return;
    const box = scroll.getBoundingClientRect();
    const above = box.top + EDGE - drag.clientY;
    const below = drag.clientY - (box.bottom - EDGE);
    if (above > 0) scroll.scrollTop -= Math.min(18, above / 2);
    else if (below > 0) scroll.scrollTop += Math.min(18, below / 2);
    aim(drag);
    drag.frame = requestAnimationFrame(scrollAtEdge);
  }
  /** @param {PointerEvent} event */
  function onUp(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { badge, gap } = drag;
    stop();
    if (badge && event.type === "pointerup") moveTo(gap);
  }
  function stop() {
    if (!drag) return;
    wasDragged = drag.badge !== null;
    cancelAnimationFrame(drag.frame);
    drag.badge?.remove();
    line.remove();
    scroll.classList.remove("bl-dragging");
    for (const row of list.querySelectorAll(".bl-lifted")) row.classList.remove("bl-lifted");
    drag = null;
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key !== "Escape" || !drag?.badge) return;
    stop();
    event.preventDefault();
    event.stopPropagation();
  }

  list.addEventListener("pointerdown", onDown);
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onUp);
  window.addEventListener("keydown", onKey, true);
  return {
    /** Whether the last press of the pointer dragged: its click chooses nothing. */
    get wasDragged() { return wasDragged; },
    close() {
      stop();
      list.removeEventListener("pointerdown", onDown);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
      window.removeEventListener("keydown", onKey, true);
    },
  };
}
