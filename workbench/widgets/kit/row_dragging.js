// @ts-check
// Dragging rows of a list box: a line shows where they would go. Keys and buttons do the same.

import { closest } from "./dom.js";

/** The row before which they would go, and the element that shows it. @param {DragEvent} event */
function aim(event) {
  const over = closest(event, ".wb-choice");
  if (!over) return { before: null, mark: null, isBelow: true };
  const box = over.getBoundingClientRect();
  const isBelow = event.clientY > box.top + box.height / 2;
  const next = /** @type {HTMLElement | null} */ (isBelow ? over.nextElementSibling : over);
  return { before: next?.dataset.id ?? null, mark: over, isBelow };
}

/**
 * @param {{
 *   list: HTMLElement, canMove: () => boolean, lift: (line: HTMLElement) => string[],
 *   drop: (ids: string[], before: string | null) => void,
 * }} options `lift` gives the ids of what moves with a row; `drop` gets the id of the row that they go before
 */
export function makeRowDragging({ list, canMove, lift, drop }) {
  /** @type {string[]} */
  let lifted = [];

  function clear() {
    for (const line of list.querySelectorAll(".wb-drop-above, .wb-drop-below")) {
      line.classList.remove("wb-drop-above", "wb-drop-below");
    }
  }
  /** @param {DragEvent} event */
  function onStart(event) {
    const line = closest(event, ".wb-choice");
    if (!line || !canMove()) {
      event.preventDefault();
      return;
    }
    lifted = lift(line);
    event.dataTransfer?.setData("text/plain", "");
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  }
  /** @param {DragEvent} event */
  function onOver(event) {
    if (!lifted.length) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
    const { mark, isBelow } = aim(event);
    mark?.classList.add(isBelow ? "wb-drop-below" : "wb-drop-above");
  }
  /** @param {DragEvent} event */
  function onDrop(event) {
    if (!lifted.length) return;
    event.preventDefault();
    event.stopPropagation();
    let { before } = aim(event);
    while (before !== null && lifted.includes(before)) before = idBehind(before);
    drop(lifted, before);
    onEnd();
  }
  /** @param {string} id */
  function idBehind(id) {
    const line = /** @type {HTMLElement[]} */ ([...list.children]).find((each) => each.dataset.id === id);
    return /** @type {HTMLElement | null} */ (line?.nextElementSibling ?? null)?.dataset.id ?? null;
  }
  function onEnd() {
    lifted = [];
    clear();
  }

  list.addEventListener("dragstart", onStart);
  list.addEventListener("dragover", onOver);
  list.addEventListener("drop", onDrop);
  list.addEventListener("dragend", onEnd);
}
