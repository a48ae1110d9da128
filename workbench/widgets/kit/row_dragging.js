// @ts-check
// Dragging rows of a list box, in it or onto a row of another one: a mark shows where they would go. Keys and buttons
// do the same.

import { closest } from "./dom.js";

const ROWS = "application/x-workbench-rows"; // what another list box on the page reads

/** The row before which they would go, and the element that shows it. @param {DragEvent} event */
function aim(event) {
  const over = closest(event, ".wb-choice");
  if (!over) return { before: null, mark: null, isBelow: true };
  const box = over.getBoundingClientRect();
  const isBelow = event.clientY > box.top + box.height / 2;
  const next = /** @type {HTMLElement | null} */ (isBelow ? over.nextElementSibling : over);
  return { before: next?.dataset.id ?? null, mark: over, isBelow };
}

/** What was lifted in another list. @param {DragEvent} event @returns {string[]} */
function idsIn(event) {
  try {
    const ids = JSON.parse(event.dataTransfer?.getData(ROWS) ?? "");
    event.preventDefault();
    return Array.isArray(ids) ? ids : [];
  } catch {
    return []; // something else was dropped
  }
}

/**
 * @param {{
 *   list: HTMLElement, canMove: () => boolean, canReceive: () => boolean, lift: (line: HTMLElement) => string[],
 *   drop: (ids: string[], before: string | null) => void, receive: (ids: string[], into: string) => void,
 * }} options `lift` returns the ids that move with a row; `drop` gets the id of the row to insert them before, `receive`
 *   ids of another list and the id of the row that they were dropped on
 */
export function makeRowDragging({ list, canMove, canReceive, lift, drop, receive }) {
  /** @type {string[]} */
  let lifted = [];

  function clear() {
    const marks = ["wb-drop-above", "wb-drop-below", "wb-drop-into"];
    for (const line of list.querySelectorAll(marks.map((mark) => `.${mark}`).join())) line.classList.remove(...marks);
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
    event.dataTransfer?.setData(ROWS, JSON.stringify(lifted));
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  }
  /** @param {DragEvent} event */
  function onOver(event) {
    const isFromElsewhere = !lifted.length && canReceive() && Boolean(event.dataTransfer?.types.includes(ROWS));
    if (!lifted.length && !isFromElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
    if (isFromElsewhere) {
      closest(event, ".wb-choice")?.classList.add("wb-drop-into");
      return;
    }
    const { mark, isBelow } = aim(event);
    mark?.classList.add(isBelow ? "wb-drop-below" : "wb-drop-above");
  }
  /** @param {DragEvent} event */
  function onDrop(event) {
    const into = closest(event, ".wb-choice")?.dataset.id;
    if (!lifted.length && canReceive() && into) receive(idsIn(event), into);
    clear();
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
    const line = /** @type {HTMLElement[]} */ ([...list.children]).find((row) => row.dataset.id === id);
    return /** @type {HTMLElement | null} */ (line?.nextElementSibling ?? null)?.dataset.id ?? null;
  }
  function onEnd() {
    lifted = [];
    clear();
  }

  list.addEventListener("dragstart", onStart);
  list.addEventListener("dragover", onOver);
  list.addEventListener("dragleave", clear);
  list.addEventListener("drop", onDrop);
  list.addEventListener("dragend", onEnd);
}
