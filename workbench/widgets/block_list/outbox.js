// @ts-check
// Messages to Python. A gesture is shown at once, and until Python has acknowledged it; a question gets one answer.

import { element } from "../kit/dom.js";

const PATIENCE = 3000; // milliseconds until it is said that the notebook does not answer
const BUSY = "The notebook is busy: a cell may be running. If you restarted the kernel, run the cell again.";
const LOST = "The kernel was restarted or stopped. What was saved is safe; "
  + "run the cell again.";

/**
 * @typedef {(order: string[]) => string[]} Reorder how a gesture changes the order that is shown
 */

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {string} view names this view among all of the list
 */
export function makeOutbox(model, view) {
  const note = element("p", "bl-hint bl-quiet");
  note.setAttribute("role", "status");
  let number = 0;
  let isLost = false;
  /** @type {{ n: number, reorder: Reorder }[]} */
  let gestures = []; // that Python has not acknowledged yet
  /** @type {Map<number, (answer: any) => void>} */
  const questions = new Map();
  let timer = 0;

  /** @param {string} intent @param {Record<string, any>} [fields] @param {ArrayBuffer[]} [buffers] */
  function send(intent, fields = {}, buffers = []) {
    number += 1;
    try {
      model.send({ intent, view, n: number, ...fields }, undefined, buffers);
    } catch {
      isLost = true; // the kernel that this list belongs to is gone
    }
    return number;
  }
  function updateNote() {
    clearTimeout(timer);
    if (!gestures.length) {
      note.textContent = "";
      return;
    }
    timer = setTimeout(() => { note.textContent = isLost ? LOST : BUSY; }, isLost ? 0 : PATIENCE);
  }

  return {
    note,
    send,
    get isLost() { return isLost; },
    isWaiting: () => gestures.length > 0,
    /** @param {number | undefined} n */
    hasGesture: (n) => gestures.some((gesture) => gesture.n === n),
    /**
     * @param {string} intent
     * @param {Record<string, any>} fields
     * @param {Reorder} [reorder]
     */
    sendGesture(intent, fields, reorder = (order) => order) {
      const n = send(intent, fields);
      gestures.push({ n, reorder });
      updateNote();
      return n;
    },
    /**
     * @param {string} intent
     * @param {Record<string, any>} fields
     * @param {ArrayBuffer[]} [buffers]
     * @returns {Promise<any>}
     */
    ask(intent, fields, buffers) {
      return new Promise((resolve) => {
        questions.set(send(intent, fields, buffers), resolve);
      });
    },
    /** @param {{ view?: string, answer?: number }} message @param {DataView[]} [buffers] */
    onMessage(message, buffers) {
      if (message?.view !== view || message.answer === undefined) return;
      questions.get(message.answer)?.(buffers?.length ? { ...message, buffers } : message);
      questions.delete(message.answer);
    },
    /** The number of the last message that Python has acknowledged. */
    acknowledged: () => model.get("acknowledged")[view] ?? 0,
    /** Forget the gestures that Python has acknowledged. */
    settle() {
      const upTo = model.get("acknowledged")[view] ?? 0;
      const before = gestures.length;
      gestures = gestures.filter(({ n }) => n > upTo);
      if (before !== gestures.length) updateNote();
    },
    /**
     * The order with every gesture that is not acknowledged.
     * @param {string[]} order
     */
    reordered: (order) => gestures.reduce((now, { reorder }) => reorder(now), order),
    close: () => clearTimeout(timer),
  };
}
